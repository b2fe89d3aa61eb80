import type { HttpRequest, ModuleContext, RouteSpec } from '@heliograph/contracts'
import {
  admitRequest,
  charsetLabelOf,
  isForm,
  mediaTypeOf,
  Parameters,
  textResponse,
  textRoutes,
} from '@heliograph/wire'
import { authenticate } from './authentication.ts'
import type { KannelSendsmsConfig } from './config.ts'
import { refusal } from './errors.ts'
import { readHeaders, readParameters, type SendFields } from './fields.ts'
import { mapSend, outcomeOf } from './mapping.ts'
import type { kannelSendsmsDependencies } from './services.ts'

type Context = Pick<ModuleContext<typeof kannelSendsmsDependencies>, 'clock' | 'instanceId' | 'services'>

const ANSWERS = { accepted: '0: Accepted for delivery', deferred: '3: Queued for later delivery' } as const

export function createRoutes(
  { clock, instanceId, services }: Context,
  config: KannelSendsmsConfig,
): readonly RouteSpec[] {
  return textRoutes(config.path, ['GET', 'POST'], async (request) => {
    const fields = readFields(request)
    const principal = await authenticate(services, fields, request)
    admitRequest(services.rateLimits, principal, config.requestsPerMinute)
    const submission = mapSend(fields, { instance: instanceId, nowMs: clock.now() })
    const { entries } = await services.submissions.submit(principal, submission)
    return textResponse(202, ANSWERS[outcomeOf(entries)])
  })
}

/** Media types of a body that holds the text. A body without one is octets. */
const BODIES: ReadonlyMap<string, { readonly coding: number; readonly charset: string | undefined }> = new Map([
  ['text/plain', { coding: 0, charset: 'iso-8859-1' }],
  ['application/octet-stream', { coding: 1, charset: undefined }],
  ['', { coding: 1, charset: undefined }],
])

const UNSUPPORTED: ReadonlySet<string> = new Set(['text/html', 'text/vnd.wap.wml', 'text/xml'])

/**
 * Reads the fields from query or form, or from headers with the text as the body. Throws `invalid` for a body of
 * another type.
 */
function readFields(request: HttpRequest): SendFields {
  const contentType = request.headers['content-type']
  const type = mediaTypeOf(contentType)
  const hasLogin = request.headers['x-kannel-username'] !== undefined
  if (request.method === 'GET' || (isForm(contentType) && !(type === '' && hasLogin)))
    return readParameters(Parameters.of(request, { ignoreCase: false, blankIsEmpty: false, octets: true }))
  const body = BODIES.get(type)
  if (body === undefined) throw refusal(UNSUPPORTED.has(type) ? 'unsupported-content-type' : 'wrong-content-type')
  const fields = readHeaders(request)
  const coding = fields.numbers.coding ?? body.coding
  return {
    ...fields,
    charset: charsetLabelOf(contentType) ?? body.charset,
    numbers: { ...fields.numbers, coding },
  }
}
