import { GatewayError } from '@heliograph/contracts'
import type { Call } from './endpoint.ts'
import { principalOf } from './login-result.ts'
import type { PortalContext } from './services.ts'

/**
 * Makes sure that the caller knows the password of the account, and has not merely found an unlocked computer; guesses
 * count like those at a login. A user who has just logged in by a one-time link need not know it. Throws
 * `invalid`/`wrong-password`, `throttled`/`locked`.
 */
export async function requireOwnPassword(
  { services }: PortalContext,
  { self, credential, request }: Pick<Call, 'self' | 'credential' | 'request'>,
  password: string | undefined,
): Promise<void> {
  if (credential.kind === 'session' && credential.isFreshLink) return
  const { email: account, clientId } = self
  const attempt = {
    origin: 'portal',
    account,
    clientId,
    password: password ?? '',
    address: request.remoteAddress,
    // A session was asked for it when it was opened; a key that gets here was made by one.
    asksSecondFactor: true,
  }
  const result = await services.logins.byPassword(attempt)
  if (result.kind === 'unknown') {
    const details = { presentPassword: 'is not the password of this account' }
    throw new GatewayError('invalid', 'wrong-password', 'The current password is wrong', { details })
  }
  principalOf(result)
}
