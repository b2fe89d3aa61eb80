import { type ErrorCategory, isGatewayError, type MessageState } from '@heliograph/contracts'

/** Thrown for any answer other than success: mail servers try again after 4xx, 5xx is final. */
export class SmtpRefusal extends Error {
  override readonly name = 'SmtpRefusal'
  readonly responseCode: number

  constructor(responseCode: number, text: string) {
    super(text)
    this.responseCode = responseCode
  }
}

/** The SMTP code of each category of gateway errors. */
export const CATEGORY_CODES = {
  invalid: 554,
  unauthenticated: 530,
  forbidden: 554,
  'not-found': 554,
  'method-not-allowed': 554,
  conflict: 554,
  'too-large': 552,
  throttled: 451,
  unavailable: 451,
  internal: 451,
} as const satisfies Record<ErrorCategory, number>

/** Errors with a code of their own. */
export const ERROR_CODES: Readonly<Record<string, number>> = {
  'no-credit': 552,
  'message-too-long': 552,
  'too-many-parts': 552,
}

/**
 * Why nothing was sent to a recipient, by the state of the message. Any state that is not listed means that it was
 * sent.
 */
export const REFUSALS: Readonly<Partial<Record<MessageState, readonly [code: number, text: string]>>> = {
  'opted-out': [550, 'Contact has opted out'],
  'bad-number': [553, 'This is no phone number'],
  'no-credit': [552, 'Not enough credit'],
  'too-long': [552, 'The text is too long'],
  duplicate: [554, 'Another text was sent to this number under the same Message-ID'],
}

/** Returns the refusal for an error thrown while a mail was being accepted. */
export function refusalFor(thrown: unknown): SmtpRefusal {
  if (thrown instanceof SmtpRefusal) return thrown
  if (!isGatewayError(thrown)) return new SmtpRefusal(CATEGORY_CODES.internal, 'Internal error, try again later')
  return new SmtpRefusal(ERROR_CODES[thrown.code] ?? CATEGORY_CODES[thrown.category], thrown.publicMessage)
}

/** Returns whether an error must reach the operator, because it is a fault of the gateway and not of the mail. */
export function isFault(thrown: unknown): boolean {
  if (thrown instanceof SmtpRefusal) return false
  return !isGatewayError(thrown) || thrown.category === 'internal'
}
