import { type ErrorCategory, GatewayError, type HttpResponse, toGatewayError } from '@heliograph/contracts'
import { TEXT_STATUSES, textError } from '@heliograph/wire'
import { answer } from './answers.ts'

/** The codes of the interface, each with its text. */
export const ERROR_TEXTS = {
  'ERR-101': 'Username, password and clientid required',
  'ERR-90001': 'Invalid clientid',
  'ERR-90002': 'Action missing or invalid',
  'ERR-SENDSMS-01': 'Recipient list not given',
  'ERR-SENDSMS-02': 'Invalid mobile number format',
  'ERR-SENDSMS-03': 'Message text not given',
  'ERR-INCOMING-01': 'rows must be a positive integer (maximum 100)',
  'ERR-INCOMING-02': 'Invalid date format (use yyyyMMddHHmm)',
  'ERR-STATUS-01': 'msgid_list not given',
  'EXP-SENDSMS-01': 'Exception while sending',
  'EXP-INCOMING-01': 'Exception while reading incoming messages',
  'EXP-STATUS-01': 'Exception while reading statuses',
} as const

export type ErrorCode = keyof typeof ERROR_TEXTS

/** The code for an operation that the gateway could not perform. */
export type ExceptionCode = Extract<ErrorCode, `EXP-${string}`>

/** An invalid API key also has a status of its own. */
const STATUSES: Readonly<Record<ErrorCategory, number>> = { ...TEXT_STATUSES, unauthenticated: 401 }

/** Creates the error for a code of the interface. */
export function refusal(code: ErrorCode, category: ErrorCategory = 'invalid'): GatewayError {
  return new GatewayError(category, code, ERROR_TEXTS[code])
}

/**
 * Maps what an operation threw: an error with neither a code of this interface nor a status of its own gets the code of
 * the operation.
 */
export function exceptionOf(thrown: unknown, code: ExceptionCode): GatewayError {
  const error = toGatewayError(thrown)
  if (isOwn(error.code) || STATUSES[error.category] !== 200) return error
  return new GatewayError(error.category, code, `${ERROR_TEXTS[code]}: ${error.publicMessage}`, { cause: thrown })
}

/** Formats an error for this interface: `<code>|<text>`, or plain text where the status says it all. */
export function formatError(error: GatewayError): HttpResponse {
  if (error.category === 'unauthenticated') return coded(refusal('ERR-90001', error.category))
  if (STATUSES[error.category] !== 200) return textError(error, '')
  return coded(exceptionOf(error, 'EXP-SENDSMS-01'))
}

function coded({ category, code, publicMessage }: GatewayError): HttpResponse {
  const status = STATUSES[category]
  // RFC 9110 section 15.5.2 requires a challenge; this scheme makes no browser open a dialogue.
  return answer(code, status, `${code}|${publicMessage}`, status === 401 ? { 'www-authenticate': 'ApiKey' } : {})
}

function isOwn(code: string): code is ErrorCode {
  return Object.hasOwn(ERROR_TEXTS, code)
}
