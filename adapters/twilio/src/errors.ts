import {
  ERROR_STATUSES,
  type ErrorCategory,
  errorHeaders,
  GatewayError,
  type HttpResponse,
} from '@heliograph/contracts'
import { jsonResponse } from '@heliograph/wire'

interface Refusal {
  /** The number by which programs know it. */
  readonly number: number
  readonly category: ErrorCategory
  readonly text: string
}

const invalid = (number: number, text: string): Refusal => ({ number, category: 'invalid', text })

/** Refusals that have a number of their own. */
export const REFUSALS = {
  'not-authenticated': { number: 20003, category: 'unauthenticated', text: 'Authenticate' },
  'missing-to': invalid(21604, "A 'To' phone number is required"),
  'bad-to': invalid(21211, "The 'To' number is not a valid phone number"),
  'unknown-from': invalid(21606, "The 'From' number is not one that this account may send from"),
  'missing-body': invalid(21602, 'Message body is required'),
  'long-body': invalid(21617, 'The message body exceeds the 1600 character limit'),
  'opted-out': invalid(21610, 'Attempt to send to unsubscribed recipient'),
  'bad-callback': invalid(21609, "The 'StatusCallback' URL is not a valid URL"),
  'bad-validity': invalid(21624, 'ValidityPeriod must be a whole number of seconds from 1 to 36000'),
  'no-service': invalid(21701, 'The Messaging Service does not exist'),
  'bad-service': invalid(21705, 'The Messaging Service Sid is invalid'),
  'missing-send-at': invalid(35111, "SendAt is required with ScheduleType 'fixed'"),
  'bad-send-at': invalid(35114, 'SendAt must be an ISO 8601 time, 300 seconds to 35 days from now'),
  'bad-change': invalid(30400, 'Either an empty Body or Status=canceled is required, and not both'),
  'cannot-cancel': { number: 30409, category: 'conflict', text: 'This message cannot be canceled' },
  'not-complete': {
    number: 20009,
    category: 'conflict',
    text: 'The message cannot be deleted or redacted before it is complete',
  },
} as const satisfies Record<string, Refusal>

export type RefusalCode = keyof typeof REFUSALS

/** Creates the error for a refusal with a number of its own. */
export function refusal(code: RefusalCode): GatewayError {
  const { category, text } = REFUSALS[code]
  return new GatewayError(category, code, text)
}

/** Creates the error for a parameter that asks for what there is not here. */
export function unsupported(text: string): GatewayError {
  return new GatewayError('invalid', 'unsupported', text)
}

/** Creates the error for a failed login. */
export function notAuthenticated(): GatewayError {
  return refusal('not-authenticated')
}

/** Creates the error for what does not exist, or belongs to another account. */
export function notFound(path: string): GatewayError {
  return new GatewayError('not-found', 'not-found', `The requested resource ${path} was not found`)
}

/** Errors of services that have a number of their own here. */
const ALSO: Readonly<Record<string, RefusalCode>> = {
  'message-too-long': 'long-body',
  'too-late': 'cannot-cancel',
}

/**
 * Formats an error as Twilio's API does. One without a number of its own has that of its HTTP status behind 20000, as
 * 20404 and 20429 have there.
 */
export function formatError(error: GatewayError): HttpResponse {
  const status = ERROR_STATUSES[error.category]
  const code = numberOf(error) ?? 20_000 + status
  const body = { code, message: error.publicMessage, more_info: `https://www.twilio.com/docs/errors/${code}`, status }
  return jsonResponse(status, body, headersOf(error))
}

function numberOf({ category, code }: GatewayError): number | undefined {
  if (category === 'unauthenticated') return REFUSALS['not-authenticated'].number
  const name = ALSO[code] ?? code
  return isOwn(name) && REFUSALS[name].category === category ? REFUSALS[name].number : undefined
}

function isOwn(code: string): code is RefusalCode {
  return Object.hasOwn(REFUSALS, code)
}

function headersOf(error: GatewayError): Readonly<Record<string, string>> {
  // RFC 9110 section 15.5.2 requires a challenge.
  if (error.category === 'unauthenticated') return { 'www-authenticate': 'Basic realm="API"', ...errorHeaders(error) }
  return errorHeaders(error)
}
