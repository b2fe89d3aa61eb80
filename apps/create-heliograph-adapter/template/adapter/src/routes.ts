import {
  type Directory,
  GatewayError,
  type HttpRequest,
  type HttpResponse,
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
 * Creates the routes. Each handler parses, calls a service, and formats. The gateway handles numbers, credit, opt-outs,
 * order and retries.
 */
export function createRoutes(path: string, instance: string, services: Services): readonly RouteSpec[] {
  const { directory, rateLimits, submissions, reports } = services

  async function send(request: HttpRequest): Promise<HttpResponse> {
    const principal = await authenticate(request, directory, rateLimits)
    const { recipients, text, callback } = parseSend(request)
    const { requestId } = request
    const submission = textSubmission({ origin: 'sample', requestId, recipients, text })
    const messages = submission.messages.map((message) => ({ ...message, ...receiptsTo(callback, instance) }))
    const result = await submissions.submit(principal, { ...submission, messages })
    return textResponse(200, formatResult(result))
  }

  async function state(request: HttpRequest): Promise<HttpResponse> {
    const principal = await authenticate(request, directory, rateLimits)
    const { records } = await reports.find(principal, { smsId: parseId(request), limit: 1 })
    const [record] = records
    if (!record) throw new GatewayError('not-found', 'unknown-message', 'There is no such message')
    return textResponse(200, formatState(record))
  }

  return [
    { method: 'POST', path: `${path}/send`, bodyLimit: 65_536, handler: send },
    { method: 'GET', path: `${path}/state`, handler: state },
  ]
}
