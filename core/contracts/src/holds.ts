import type { Principal } from './principal.ts'
import { defineService, type ServiceToken } from './service.ts'

/** What can be put on hold: all sending, that over a route, or that of a client. @stability experimental */
export interface HoldScope {
  readonly kind: 'deployment' | 'route' | 'client'
  /** The route, or the number of the client; empty for the deployment. */
  readonly name: string
}

/** In characters; what is longer is cut. @stability experimental */
export const LONGEST_HOLD_REASON = 200

/** Something that an operator has put on hold. @stability experimental */
export interface SendingHold extends HoldScope {
  /** For people; may be empty. */
  readonly reason: string
  readonly at: Date
}

/**
 * Holds sending, for operators; every method throws `forbidden`/`not-allowed` for others and `unavailable` while the
 * database is away.
 *
 * Messages on hold are accepted and wait: no node hands them to a network, not even CRITICAL ones, and their validity
 * goes on. Links stay connected, so receipts and incoming SMS arrive as before.
 * @stability experimental
 */
export interface Holds {
  /** The deployment, then routes and clients by name. */
  list(principal: Principal): Promise<readonly SendingHold[]>
  /**
   * Puts something on hold, or changes the reason. Throws `not-found`/`route-not-found` or `client-not-found`.
   *
   * @param reason for those who see it, see `LONGEST_HOLD_REASON`
   */
  hold(principal: Principal, scope: HoldScope, reason: string): Promise<void>
  /** Has no effect on what is not on hold. */
  resume(principal: Principal, scope: HoldScope): Promise<void>
}

export const Holds: ServiceToken<Holds> = defineService('heliograph.holds')
