import type { LinkPdu } from './carrier.ts'
import type { Principal } from './principal.ts'
import { defineService, type ServiceToken } from './service.ts'
import type { LinkReport, QueueDepth } from './system-status.ts'

/** Figures of a link from the node that uses it, as of the node's last heartbeat. @stability experimental */
export interface LinkFigures {
  /** Parts that may be outstanding at once. */
  readonly window: number
  /** Parts handed over and not answered yet. */
  readonly outstanding: number
  /** Parts a second, 0 for no limit. */
  readonly partsPerSecond: number
  /** Times the network said "too fast" since the node started. */
  readonly throttles: number
  /**
   * Its connections: how many are bound, and how many there are. Both are 0 for a link without connections of its own.
   */
  readonly binds: { readonly bound: number; readonly all: number }
  /**
   * Receipts that came by it since the node started: those that fitted a message, and those that have fitted none so
   * far.
   */
  readonly receipts: { readonly matched: number; readonly unmatched: number }
}

/** When an operator paused a link, and who did: an e-mail, empty when it was not a user. @stability experimental */
export interface LinkPause {
  readonly at: Date
  readonly by: string
}

/** A link as operators see it. @stability experimental */
export interface LinkRecord extends Omit<LinkReport, 'isPaused'> {
  /** Null when no operator has paused it. A pause that the network asked for shows in `state`. */
  readonly pause: LinkPause | null
  /** Sums over the nodes that use it; null while none does. */
  readonly figures: LinkFigures | null
  /**
   * The last PDUs of a link that is set to keep them, newest first, as of the last heartbeat of its nodes: of each
   * node as many as fit into 20 KB.
   */
  readonly pdus: readonly LinkPdu[]
  /** Names of the routes it serves. */
  readonly routes: readonly string[]
  /** The messages that are due and wait for the links of its routes, most urgent first. */
  readonly waiting: readonly QueueDepth[]
}

/** What a link did within a minute, over all nodes. @stability experimental */
export interface LinkMinuteFigures {
  /** Messages that the network took ... */
  readonly taken: number
  /** ... and those that it refused, put off, or did not answer in time. */
  readonly failed: number
  /** The most parts that were handed over and not answered, of `window` that may be. */
  readonly outstanding: number
  readonly window: number
}

/** What a link did in the last hour. @stability experimental */
export interface LinkHour {
  readonly link: string
  /** When its first minute began. */
  readonly since: Date
  /** The last 60 minutes that are over, oldest first; null: no node had the link. */
  readonly minutes: readonly (LinkMinuteFigures | null)[]
}

/**
 * The links of all nodes, for operators; every method throws `forbidden`/`not-allowed` for others and `unavailable`
 * while the database is away.
 *
 * A paused link stays connected and takes receipts and incoming SMS, but no message is handed to it. Messages that
 * would go by it take the other links of its route, or the next group of them, or wait. A pause is in effect on every
 * node within a second, and remains so after restarts, until the link is resumed.
 * @stability experimental
 */
export interface Links {
  /** In the order of their names. */
  list(principal: Principal): Promise<readonly LinkRecord[]>
  /** Of each link that did anything in the last hour, in the order of their names. */
  hours(principal: Principal): Promise<readonly LinkHour[]>
  /** Has no effect on a link that is paused already. Throws `not-found`/`link-not-found`. */
  pause(principal: Principal, link: string): Promise<void>
  /** Has no effect on a link that is not paused. Throws `not-found`/`link-not-found`. */
  resume(principal: Principal, link: string): Promise<void>
}

export const Links: ServiceToken<Links> = defineService('heliograph.links')
