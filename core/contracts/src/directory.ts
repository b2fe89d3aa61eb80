import type { HttpRequestHead } from './http.ts'
import type { Principal } from './principal.ts'
import { defineService, type ServiceToken } from './service.ts'

/**
 * Where credentials are shown: the interfaces of programs, or the portal with its API. See `ClientNetworks`.
 * @stability stable
 */
export type Door = 'programs' | 'portal'

/** Who shows a credential: the request itself, or the address of a connection of another kind. @stability stable */
export type Caller = Pick<HttpRequestHead, 'remoteAddress'>

/**
 * Finds principals. Answers come from a cache that every node clears within a second of a change, so a call for every
 * request is cheap.
 * @stability stable
 */
export interface Directory {
  /**
   * The principal behind an API key, or undefined when the key is unknown, its user or client is disabled, or its
   * client does not accept it from there (`Accounts.networks`), which is noted in the log and the audit log. Without
   * a caller, keys of clients that have such a list are refused. Comparison takes constant time. Throws `unavailable`
   * when the database is needed but away.
   *
   * @param door default: `programs`
   */
  byApiKey(apiKey: string, caller?: Caller, door?: Door): Promise<Principal | undefined>
  /**
   * The principal of a user, without a key (`keyId` is null) and with the scope `portal`, or undefined when there is no
   * such user or it or its client is disabled. For interfaces that keep sessions, where a session remembers its user:
   * with a caller, also undefined when the client does not accept it from there, as above, at the door `portal`. Throws
   * `unavailable` when the database is needed but away.
   */
  byUser(userId: number, caller?: Caller): Promise<Principal | undefined>
  /**
   * The principal with which a user looks at a client and acts for it: an operator at any client, even a disabled one,
   * which cannot send; others at their own. It is still the same user, with the same role, but with the id, name,
   * country, currency and rate limit of that client. Its channels are the client's, and none of them is its own. Throws
   * `not-found`/`client-not-found` for a client that does not exist or is not the principal's, `unavailable` when the
   * database is needed but away.
   */
  actingFor(principal: Principal, clientId: number): Promise<Principal>
}

export const Directory: ServiceToken<Directory> = defineService('heliograph.directory')
