import {
  authenticatedRoute,
  type Directory,
  GatewayError,
  type HttpRequest,
  type HttpResponse,
  type KnownIdentity,
  type Principal,
  type RateLimits,
  type Reports,
  type RouteSpec,
  type Submissions,
} from '@heliograph/contracts'
import { textResponse, textSubmission } from '@heliograph/wire'
import { authenticate } from './authenticate.ts'
import { receiptsTo } from './receipt.ts'
import { formatResult, formatState, parseId, parseSend } from './wire.ts'

interface Services {
  readonly directory: Directory
  readonly rateLimits: RateLimits
  readonly submissions: Submissions
  readonly reports: Reports
}

/**
 * Creates the routes. The gateway runs `authenticate` before each handler, which parses, calls a service, and formats.
 * The gateway also handles numbers, credit, opt-outs, order and retries.
 */
export function createRoutes(path: string, instance: string, services: Services): readonly RouteSpec[] {
  const { directory, rateLimits, submissions, reports } = services
  const identify = (request: HttpRequest) => authenticate(request, directory)

  async function send(request: HttpRequest, { principal }: KnownIdentity): Promise<HttpResponse> {
    countRequest(rateLimits, principal)
    const { recipients, text, callback } = parseSend(request)
    const { requestId } = request
    const submission = textSubmission({ origin: 'sample', requestId, recipients, text })
    const messages = submission.messages.map((message) => ({ ...message, ...receiptsTo(callback, instance) }))
    const result = await submissions.submit(principal, { ...submission, messages })
    return textResponse(200, formatResult(result))
  }

  async function state(request: HttpRequest, { principal }: KnownIdentity): Promise<HttpResponse> {
    countRequest(rateLimits, principal)
    const { records } = await reports.find(principal, { smsId: parseId(request), limit: 1 })
    const [record] = records
    if (!record) throw new GatewayError('not-found', 'unknown-message', 'There is no such message')
    return textResponse(200, formatState(record))
  }

  return [
    authenticatedRoute({
      method: 'POST',
      path: `${path}/send`,
      bodyLimit: 65_536,
      authenticate: identify,
      handler: send,
    }),
    authenticatedRoute({ method: 'GET', path: `${path}/state`, authenticate: identify, handler: state }),
  ]
}

/** Counts a request against the rate limit of the client. Throws `throttled`. */
function countRequest(rateLimits: RateLimits, principal: Principal): void {
  const admission = rateLimits.admit(principal)
  if (admission.admitted) return
  const { retryAfterSeconds } = admission
  throw new GatewayError('throttled', 'too-many-requests', 'Too many requests', { retryAfterSeconds })
}
