import { GatewayError, type LoginResult, type Principal } from '@heliograph/contracts'

/** Throws unless the login was good. The error does not reveal whether e-mail or password is wrong. */
export function principalOf(result: LoginResult): Principal {
  switch (result.kind) {
    case 'ok':
      return result.principal
    case 'unknown':
      throw new GatewayError('unauthenticated', 'wrong-log-in', 'E-mail or password is wrong')
    case 'disabled':
      throw new GatewayError('forbidden', 'account-disabled', 'This account is disabled')
    case 'locked': {
      const retryAfterSeconds = Math.ceil(result.retryAfterMs / 1_000)
      throw new GatewayError('throttled', 'locked', 'Too many failed attempts', { retryAfterSeconds })
    }
  }
}
