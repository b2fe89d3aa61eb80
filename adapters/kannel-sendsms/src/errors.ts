import { type ErrorCategory, errorHeaders, GatewayError, type HttpResponse } from '@heliograph/contracts'
import { textResponse } from '@heliograph/wire'

/** Kannel's refusals, word for word. All but the last are answered with 400. */
export const REFUSALS = {
  'missing-recipients': 'Missing receiver number, rejected',
  'missing-header-recipients': 'Missing receiver(s) number(s), rejected',
  'empty-recipients': 'Empty receiver number not allowed, rejected',
  'bad-recipients': 'Number(s) has/have been denied by white- and/or black-lists.',
  'missing-text': 'Empty text not allowed, rejected',
  'bad-charset': 'Charset or body misformed, rejected',
  'bad-udh': 'UDH field misformed, rejected',
  'long-udh': 'UDH field is too long, rejected',
  'bad-account': 'Account field misformed or too long, rejected',
  'bad-dlr-url': 'DLR-URL field misformed, rejected',
  'wrong-content-type': 'Invalid content-type',
  'unsupported-content-type': 'Unsupported content-type, rejected',
} as const

export type RefusalCode = keyof typeof REFUSALS

/** Creates the error for an invalid request, in Kannel's words. */
export function refusal(code: RefusalCode): GatewayError {
  return new GatewayError('invalid', code, REFUSALS[code])
}

/** Creates the error for a numeric field that is out of range. */
export function badField(label: string): GatewayError {
  return new GatewayError('invalid', 'bad-field', `${label} field misformed, rejected`)
}

/** Creates the error for a failed login. */
export function notAuthorised(): GatewayError {
  return new GatewayError('unauthenticated', 'not-authorised', ANSWERS.unauthenticated.body)
}

/** Creates the error for recipients none of which can be sent to, now or later. */
export function notRoutable(): GatewayError {
  return new GatewayError('forbidden', 'not-routable', ANSWERS.forbidden.body)
}

const NOT_ROUTABLE = { status: 403, body: 'Not routable. Do not try again.' } as const
/** Makes clients send the request again. They take any 4xx as final, so a limit that has been reached is 503, too. */
const TRY_AGAIN = { status: 503, body: 'Temporal failure, try again later.' } as const

/** Status and text of each category. Without a text here, that of the error is used. */
const ANSWERS = {
  invalid: { status: 400, body: undefined },
  unauthenticated: { status: 403, body: 'Authorization failed for sendsms' },
  forbidden: NOT_ROUTABLE,
  'not-found': { status: 404, body: 'Unknown request.' },
  'method-not-allowed': { status: 405, body: undefined },
  conflict: NOT_ROUTABLE,
  'too-large': { status: 413, body: undefined },
  throttled: TRY_AGAIN,
  unavailable: TRY_AGAIN,
  internal: { status: 500, body: 'Sending failed.' },
} as const satisfies Record<ErrorCategory, { readonly status: number; readonly body: string | undefined }>

/** Formats an error as Kannel does. */
export function formatError(error: GatewayError): HttpResponse {
  const { body = error.publicMessage, status } = ANSWERS[error.category]
  return textResponse(error.code === 'unsupported-content-type' ? 415 : status, body, errorHeaders(error))
}
