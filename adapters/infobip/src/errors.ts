import {
  type ErrorCategory,
  errorHeaders,
  type GatewayError,
  type HttpRequest,
  type HttpResponse,
} from '@heliograph/contracts'
import { jsonResponse } from '@heliograph/wire'

/** How an error category looks on this interface. */
export interface ErrorForm {
  readonly status: number
  /** `messageId` of versions 1 and 2. */
  readonly messageId: string
  /** What version 3 recommends. */
  readonly action: string
}

const CORRECT = 'Correct the request; violations name its fields.'

/** One row for every category of error. */
export const ERROR_FORMS = {
  invalid: { status: 400, messageId: 'BAD_REQUEST', action: CORRECT },
  unauthenticated: { status: 401, messageId: 'UNAUTHORIZED', action: 'Check the Authorization header.' },
  forbidden: { status: 403, messageId: 'FORBIDDEN', action: 'Check the rights and channels of the account.' },
  'not-found': { status: 404, messageId: 'NOT_FOUND', action: 'Check the path and the ids in the request.' },
  'method-not-allowed': { status: 405, messageId: 'METHOD_NOT_ALLOWED', action: 'Use a method that Allow lists.' },
  conflict: { status: 409, messageId: 'CONFLICT', action: 'Look at the present state, then decide again.' },
  'too-large': { status: 413, messageId: 'PAYLOAD_TOO_LARGE', action: 'Divide the request.' },
  throttled: { status: 429, messageId: 'TOO_MANY_REQUESTS', action: 'Wait for as long as Retry-After says.' },
  unavailable: { status: 503, messageId: 'GENERAL_ERROR', action: 'Send the same request again later.' },
  internal: { status: 500, messageId: 'GENERAL_ERROR', action: 'Send the request again, or tell the operator.' },
} as const satisfies Record<ErrorCategory, ErrorForm>

/** Paths whose errors have the form of version 3. */
const VERSION_3 = '/sms/3/'

/** Turns an error into the answer of the version that the request was made to. */
export function formatError(error: GatewayError, { path }: Pick<HttpRequest, 'path'>): HttpResponse {
  const form = ERROR_FORMS[error.category]
  const body = path.startsWith(VERSION_3) ? bodyOf3(error, form) : bodyOf1(error, form)
  return jsonResponse(form.status, body, headersOf(error))
}

function bodyOf3({ details = {}, publicMessage }: GatewayError, { status, action }: ErrorForm) {
  const violations = Object.entries(details).map(([property, violation]) => ({ property, violation }))
  return { errorCode: `E${status}`, description: publicMessage, action, violations, resources: [] }
}

/** Infobip's own clients read `validationErrors` as lists of texts. */
function bodyOf1({ details, publicMessage }: GatewayError, { messageId }: ErrorForm) {
  const validationErrors =
    details && Object.fromEntries(Object.entries(details).map(([field, problem]) => [field, [problem]]))
  return { requestError: { serviceException: { messageId, text: publicMessage, validationErrors } } }
}

function headersOf(error: GatewayError): Readonly<Record<string, string>> {
  // RFC 9110 section 15.5.2 requires a challenge; this scheme makes no browser open a dialogue.
  if (error.category === 'unauthenticated') return { 'www-authenticate': 'App', ...errorHeaders(error) }
  return errorHeaders(error)
}
