import { GatewayError } from '@heliograph/contracts'
import { isVouchedFor } from './provider/provider-config.ts'
import type { PortalContext } from './services.ts'

/** Throws `forbidden`/`use-provider` for an address whose users log in by the identity provider alone. */
export function refuseProviderUser({ providerLogins }: Pick<PortalContext, 'providerLogins'>, email: string): void {
  const config = providerLogins?.provider.config
  if (config === undefined || config.passwords || !isVouchedFor(config, email)) return
  throw new GatewayError('forbidden', 'use-provider', `Log in with the identity provider: ${config.name}`)
}
