import { GatewayError, type Principal } from '@heliograph/contracts'
import type { PortalServices } from './services.ts'

/**
 * Throws `unauthenticated` (`second-factor-needed`, `wrong-code`) or `throttled`/`locked` unless the user has no second
 * factor or the code is good.
 */
export async function requireSecondFactor(
  { secondFactors }: Pick<PortalServices, 'secondFactors'>,
  principal: Principal,
  code: string | undefined,
  address: string,
): Promise<void> {
  const result = await secondFactors.check(principal, code, { origin: 'portal', address })
  switch (result.kind) {
    case 'ok':
      return
    case 'needed':
      throw new GatewayError('unauthenticated', 'second-factor-needed', 'Enter the code from the authenticator app')
    case 'wrong':
      throw new GatewayError('unauthenticated', 'wrong-code', 'This code is wrong or no longer valid')
    case 'locked': {
      const retryAfterSeconds = Math.ceil(result.retryAfterMs / 1_000)
      throw new GatewayError('throttled', 'locked', 'Too many wrong codes', { retryAfterSeconds })
    }
  }
}
