import type { HttpRequest, ModuleContext, RouteSpec } from '@heliograph/contracts'
import {
  admitRequest,
  charsetLabelOf,
  isForm,
  mediaTypeOf,
  parametersInSteps,
  TimeSlice,
  textResponse,
  textRoutes,
} from '@heliograph/wire'
import { authenticate } from './authentication.ts'
import type { KannelSendsmsConfig } from './config.ts'
import { refusal } from './errors.ts'
import { LOGIN, type Login, readHeaders, readLogin, readParameters, type SendFields } from './fields.ts'
import { mapSend, outcomeOf } from './mapping.ts'
import type { kannelSendsmsDependencies } from './services.ts'

type Context = Pick<ModuleContext<typeof kannelSendsmsDependencies>, 'clock' | 'instanceId' | 'services'>

const ANSWERS = { accepted: '0: Accepted for delivery', deferred: '3: Queued for later delivery' } as const

/** The sender is known before the rest of the request is read. */
export function createRoutes(
  { clock, instanceId, services }: Context,
  config: KannelSendsmsConfig,
): readonly RouteSpec[] {
  return textRoutes(config.path, ['GET', 'POST'], {
    async authenticate(request) {
      const steps = stepsOf(request)
      const { principal, secret } = await authenticate(services, steps.login, request, config)
      return { principal, secret, steps }
    },
    async handler(request, { principal, steps }) {
      admitRequest(services.rateLimits, principal, config.requestsPerMinute)
      // Each of these steps takes a while with a text of 4 MiB.
      const slice = new TimeSlice()
      const fields = steps.fields()
      if (slice.isOver) await slice.rest()
      const { requestId } = request
      const submission = await mapSend(fields, { requestId, instance: instanceId, nowMs: clock.now() })
      if (slice.isOver) await slice.rest()
      const { entries } = await services.submissions.submit(principal, submission)
      return textResponse(202, ANSWERS[outcomeOf(entries)])
    },
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

/** A request that is read in two steps. */
interface Steps {
  readonly login: Login
  fields(): SendFields
}

function stepsOf(request: HttpRequest): Steps {
  const type = bodyTypeOf(request)
  if (type !== undefined) return { login: readHeaders(request), fields: () => readWithHeaders(request, type) }
  const parameters = parametersInSteps(request, LOGIN, OPTIONS)
  return { login: readLogin(parameters.first), fields: () => readParameters(parameters.all()) }
}

function readWithHeaders(request: HttpRequest, body: BodyType): SendFields {
  const fields = readHeaders(request)
  const coding = fields.numbers.coding ?? body.coding
  return {
    ...fields,
    charset: charsetLabelOf(request.headers['content-type']) ?? body.charset,
    numbers: { ...fields.numbers, coding },
  }
}
