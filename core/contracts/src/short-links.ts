import { defineService, type ServiceToken } from './service.ts'
import type { SubscriptionLink } from './subscription-links.ts'

/**
 * Short forms of the links that the gateway writes into texts: an address and a code of 10 letters and digits, which
 * the database knows. The code is 59 bits of an HMAC-SHA256 under a key of the deployment, so it cannot be made or
 * guessed by anyone else, and it tells nothing of the number.
 * @stability experimental
 */
export interface ShortLinks {
  /** Where they begin, without a trailing slash; undefined: the deployment writes long links only. */
  readonly url: string | undefined
  /** What a code stands for; undefined: nothing. Throws `unavailable` while the database is away. */
  find(code: string): Promise<SubscriptionLink | undefined>
}

export const ShortLinks: ServiceToken<ShortLinks> = defineService('heliograph.short-links')
