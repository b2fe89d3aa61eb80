import type { Departures } from './departures.ts'
import type { Provider } from './provider.ts'

/** Logins by the identity provider of the configuration. */
export interface ProviderLogins {
  readonly provider: Provider
  readonly departures: Departures
}
