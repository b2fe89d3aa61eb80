import type { LinkPdu } from './carrier.ts'
import type { Principal } from './principal.ts'
import { defineService, type ServiceToken } from './service.ts'
import type { LinkReport, QueueDepth } from './system-status.ts'

/** What the node that uses a link counts of it, as of its last sign of life. */
export interface LinkFigures {
  /** Parts it takes at once. */
  readonly window: number
  /** Parts handed over and not answered. */
  readonly outstanding: number
  /** Parts a second, 0 for no limit. */
  readonly partsPerSecond: number
  /** Times the network said "too fast" since the start of the node. */
  readonly throttles: number
  /** Its connections: those that are bound, and all. Both 0 for a link without connections of its own. */
  readonly binds: { readonly bound: number; readonly all: number }
  /** Receipts that came by it since the start of the node: those that fitted a message, and those that fit none so far. */
  readonly receipts: { readonly matched: number; readonly unmatched: number }
}

/** Since when an operator lets a link rest, and who: an e-mail, empty when it was not a user. */
export interface LinkPause {
  readonly at: Date
  readonly by: string
}

/** A link as operators see it. */
export interface LinkRecord extends Omit<LinkReport, 'isPaused'> {
  /** Null: nobody has paused it. That the network asked for a pause is told by `state`. */
  readonly pause: LinkPause | null
  /** Null while no node uses it. */
  readonly figures: LinkFigures | null
  /** The last PDUs of a link that is set to keep them, newest first, as of the last sign of life of its node: as many as are 20 KB. */
  readonly pdus: readonly LinkPdu[]
  /** Names of the routes it serves. */
  readonly routes: readonly string[]
  /** What is due and waits for the links of its routes, most urgent first. */
  readonly waiting: readonly QueueDepth[]
}

/**
 * The links of all nodes, for operators; every method throws `forbidden`/`not-allowed` for others and `unavailable` while the database is away.
 *
 * A paused link stays connected and takes receipts and incoming SMS, but no message is handed to it. What would go by it takes the other links of its route, or the
 * next group of them, or waits. It is so on every node within a second and after every restart, until it is resumed.
 */
export interface Links {
  /** By name. */
  list(principal: Principal): Promise<readonly LinkRecord[]>
  /** What is paused already stays as it was. Throws `not-found`/`link-not-found`. */
  pause(principal: Principal, link: string): Promise<void>
  /** What is not paused stays as it is. Throws `not-found`/`link-not-found`. */
  resume(principal: Principal, link: string): Promise<void>
}

export const Links: ServiceToken<Links> = defineService('heliograph.links')
