import { GatewayError } from '@heliograph/contracts'
import { isVouchedFor } from './provider/provider-config.ts'
import type { PortalContext } from './services.ts'

/** Throws `forbidden`/`use-provider` for an address whose users log in by the identity provider alone. */
export function refuseProviderUser({ providerLogIns }: Pick<PortalContext, 'providerLogIns'>, email: string): void {
  const config = providerLogIns?.provider.config
  if (config === undefined || config.passwords || !isVouchedFor(config, email)) return
  throw new GatewayError('forbidden', 'use-provider', `Log in with the identity provider: ${config.name}`)
}
