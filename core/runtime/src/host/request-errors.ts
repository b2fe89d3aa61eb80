import { type ErrorCategory, GatewayError, type LoginResult, type RequestError } from '@heliograph/contracts'

/** Fields of an error that are kept. */
const MOST_FIELDS = 20

/** An error as the log of requests has it. */
export function reported({ category, code, publicMessage: message, details = {} }: GatewayError): RequestError {
  return { category, code, message, fields: Object.fromEntries(Object.entries(details).slice(0, MOST_FIELDS)) }
}

const BIND_REFUSALS = {
  unknown: ['unauthenticated', 'wrong-login', 'The password is not the beginning of a key of this account'],
  disabled: ['forbidden', 'account-disabled', 'The account is disabled'],
  locked: ['throttled', 'login-locked', 'Too many logins failed lately; the password was not checked'],
} as const satisfies Record<Exclude<LoginResult['kind'], 'ok'>, readonly [ErrorCategory, string, string]>

/** The same of a bind that was refused. */
export function refusedBind(kind: keyof typeof BIND_REFUSALS): RequestError {
  const [category, code, message] = BIND_REFUSALS[kind]
  return { category, code, message, fields: {} }
}

/** The error of every request to an instance that was taken out after faults. */
export function outOfService(): GatewayError {
  return new GatewayError('unavailable', 'out-of-service', 'This interface is out of service; nothing was accepted')
}

/** The error of a request that an error which nothing caught has ended. What its handler does may still be done. */
export function endedByFault(cause: unknown): GatewayError {
  return new GatewayError('internal', 'request-fault', 'Internal error', { cause })
}
