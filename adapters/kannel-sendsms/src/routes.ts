import type { HttpRequest, ModuleContext, RouteSpec } from '@heliograph/contracts'
import {
  admitRequest,
  charsetLabelOf,
  isForm,
  mediaTypeOf,
  Parameters,
  Turn,
  textResponse,
  textRoutes,
} from '@heliograph/wire'
import { authenticate } from './authentication.ts'
import type { KannelSendsmsConfig } from './config.ts'
import { refusal } from './errors.ts'
import { LOGIN, readHeaders, readLogin, readParameters, type SendFields } from './fields.ts'
import { mapSend, outcomeOf } from './mapping.ts'
import type { kannelSendsmsDependencies } from './services.ts'

type Context = Pick<ModuleContext<typeof kannelSendsmsDependencies>, 'clock' | 'instanceId' | 'services'>

const ANSWERS = { accepted: '0: Accepted for delivery', deferred: '3: Queued for later delivery' } as const

/** The sender is known before the rest of the request is read. */
export function createRoutes(
  { clock, instanceId, services }: Context,
  config: KannelSendsmsConfig,
): readonly RouteSpec[] {
  return textRoutes(config.path, ['GET', 'POST'], async (request) => {
    const type = bodyTypeOf(request)
    const login = type === undefined ? readLogin(Parameters.of(request, LOGIN_OPTIONS)) : readHeaders(request)
    const principal = await authenticate(services, login, request, config)
    admitRequest(services.rateLimits, principal, config.requestsPerMinute)
    // Each of these steps takes a while with a text of 4 MiB.
    const turn = new Turn()
    const fields = readFields(request, type)
    if (turn.isOver) await turn.giveWay()
    const { requestId } = request
    const submission = await mapSend(fields, { requestId, instance: instanceId, nowMs: clock.now() })
    if (turn.isOver) await turn.giveWay()
    const { entries } = await services.submissions.submit(principal, submission)
    return textResponse(202, ANSWERS[outcomeOf(entries)])
  })
}

interface BodyType {
  readonly coding: number
  readonly charset: string | undefined
}

/** Media types of a body that holds the text. A body without one is octets. */
const BODIES: ReadonlyMap<string, BodyType> = new Map([
  ['text/plain', { coding: 0, charset: 'iso-8859-1' }],
  ['application/octet-stream', { coding: 1, charset: undefined }],
  ['', { coding: 1, charset: undefined }],
])

const UNSUPPORTED: ReadonlySet<string> = new Set(['text/html', 'text/vnd.wap.wml', 'text/xml'])

/** How the parameters are read. */
const OPTIONS = { ignoreCase: false, blankIsEmpty: false, octets: true } as const
const LOGIN_OPTIONS = { ignoreCase: false, blankIsEmpty: false, octets: true, named: LOGIN } as const

/** The type of a body that is the text, with the other fields in headers; undefined when there are parameters. */
function bodyTypeOf({ headers, method }: HttpRequest): BodyType | undefined {
  const contentType = headers['content-type']
  const type = mediaTypeOf(contentType)
  const hasLogin = headers['x-kannel-username'] !== undefined
  if (method === 'GET' || (isForm(contentType) && !(type === '' && hasLogin))) return undefined
  const body = BODIES.get(type)
  if (body === undefined) throw refusal(UNSUPPORTED.has(type) ? 'unsupported-content-type' : 'wrong-content-type')
  return body
}

function readFields(request: HttpRequest, body: BodyType | undefined): SendFields {
  if (body === undefined) return readParameters(Parameters.of(request, OPTIONS))
  const fields = readHeaders(request)
  const coding = fields.numbers.coding ?? body.coding
  return {
    ...fields,
    charset: charsetLabelOf(request.headers['content-type']) ?? body.charset,
    numbers: { ...fields.numbers, coding },
  }
}
