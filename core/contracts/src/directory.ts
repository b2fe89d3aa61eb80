import type { Principal } from './principal.ts'
import { defineService, type ServiceToken } from './service.ts'

/**
 * Who is who. Answers come from a cache that every node clears within a second of a change, so asking for every request is cheap.
 */
export interface Directory {
  /**
   * The principal behind an API key, or undefined when the key is unknown or its user or client is disabled. Comparison takes constant time.
   * Throws `unavailable` when the database is needed and away.
   */
  byApiKey(apiKey: string): Promise<Principal | undefined>
  /**
   * The principal of a user, without a key (`keyId` is null), or undefined when there is no such user or it or its client is disabled. For interfaces that keep
   * sessions: what a session remembers is the user. Throws `unavailable` when the database is needed and away.
   */
  byUser(userId: number): Promise<Principal | undefined>
  /**
   * The principal by which somebody looks at a client and acts for it: an operator for any client, also a disabled one, which cannot send; others for their own. It is
   * still the same user, with the same role, but with the id, name, country, currency and rate limit of that client. Its channels are those of the client, none of them
   * its own. Throws `not-found`/`client-not-found` for a client that does not exist or is not the principal's, `unavailable` when the database is needed and away.
   */
  actingFor(principal: Principal, clientId: number): Promise<Principal>
}

export const Directory: ServiceToken<Directory> = defineService('heliograph.directory')
