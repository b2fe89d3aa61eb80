import type { HoldScope } from './holds.ts'
import type { PriorityName } from './message.ts'
import type { Principal } from './principal.ts'
import type { FindOptions } from './reports.ts'
import { defineService, type ServiceToken } from './service.ts'
import type { SpeedLimit } from './speed-limit.ts'
import type { QueueDepth } from './system-status.ts'

/**
 * Why a link takes nothing now. `paused`: by an operator. `throttled`: its network asked to slow down. `refused`: its
 * network does not let the gateway in. `standby`: no node uses it.
 * @stability experimental
 */
export type LinkObstacle = 'paused' | 'throttled' | 'down' | 'connecting' | 'refused' | 'standby'

/** A link of a route. @stability experimental */
export interface QueueLink {
  /** `<instance>/<name>`. */
  readonly link: string
  /** Null: it takes messages. */
  readonly obstacle: LinkObstacle | null
  /** A line for operators; null when there is nothing to say. */
  readonly detail: string | null
}

/** One thing that a message waits for. @stability experimental */
export type WaitingCause =
  /** Its other segments have not come. */
  | { readonly kind: 'segments' }
  /** Its client wants it sent then. */
  | { readonly kind: 'scheduled'; readonly until: Date }
  /** Its client has quiet hours, which end then. */
  | { readonly kind: 'quiet-hours'; readonly until: Date }
  /** The hours in which it may go begin then; see `DeliveryWindow`. */
  | { readonly kind: 'delivery-window'; readonly until: Date }
  /** Its client has paused the bulk that it belongs to, or the campaign. */
  | { readonly kind: 'bulk-paused'; readonly since: Date }
  /** Its bulk is to go no faster than this, and its turn has not come. */
  | { readonly kind: 'bulk-speed'; readonly limit: SpeedLimit }
  /** A network refused it for the time being, or gave no answer: it goes again then. */
  | { readonly kind: 'put-off'; readonly until: Date }
  /** An operator holds sending: all of it, that over the route, or that of the client. */
  | ({ readonly kind: 'held'; readonly reason: string; readonly since: Date } & Named<HoldScope>)
  /** No link of the route takes messages. Without any link, no living node has one for it. */
  | { readonly kind: 'no-link'; readonly route: string; readonly links: readonly QueueLink[] }
  /** Only of what is not sent yet: the client has no credit left, so its messages are refused. */
  | { readonly kind: 'no-credit'; readonly clientId: number }
  /**
   * Its turn: `before` messages go first, or more when so many waited that they were not counted to the end (`isMore`).
   * At the rate of the links that takes about `seconds`; null: they have no rate.
   */
  | {
      readonly kind: 'line'
      readonly route: string
      readonly before: number
      readonly isMore: boolean
      readonly seconds: number | null
    }
  /** A link has it and has not answered. */
  | { readonly kind: 'handed-over'; readonly link: string }
  /** It may have been sent: a receipt or an operator decides. */
  | { readonly kind: 'unknown-outcome' }
  /** The network has it and has not reported the end. */
  | { readonly kind: 'receipt' }

type Named<S extends HoldScope> = { readonly scope: S['kind'] } & Pick<S, 'name'>

/** The messages that wait for the links of one route. @stability experimental */
export interface RouteQueue {
  readonly route: string
  readonly links: readonly QueueLink[]
  /** What is due, most urgent first. */
  readonly waiting: readonly QueueDepth[]
  /** What all of it waits for; empty while it is being sent. */
  readonly causes: readonly WaitingCause[]
}

/** Which messages are meant by `Waiting.ofRoute`: those that a client would send now. @stability experimental */
export interface WaitingQuestion {
  readonly route: string
  readonly clientId: number
  readonly priority: PriorityName
}

/**
 * Why messages wait, looked up when it is asked; all methods throw `unavailable` while the database is away.
 *
 * Causes are in the order in which they count: each of them has to pass before the message goes. Links and routes are
 * as living nodes last reported them, a few seconds ago at most.
 * @stability experimental
 */
export interface Waiting {
  /**
   * What a message of the principal's client waits for (of any client for an `operator`, of the own channel for a
   * `user` who has one), empty for one in a final state; undefined when there is none. Who is no operator is not told
   * names of links, routes and other clients, nor the words of operators: these are empty.
   */
  ofMessage(principal: Principal, smsId: number, options?: FindOptions): Promise<readonly WaitingCause[] | undefined>
  /**
   * What a message would wait for. For operators; throws `forbidden`/`not-allowed` for others. Without a cause it goes
   * at once.
   */
  ofRoute(principal: Principal, question: WaitingQuestion): Promise<readonly WaitingCause[]>
  /**
   * Every route that a living node sends, or that something waits for, by name. For operators; throws
   * `forbidden`/`not-allowed` for others.
   *
   * @param onlyClosed leaves out those that have a link which takes messages; costs less while every route has one
   */
  queues(principal: Principal, options?: { readonly onlyClosed?: boolean | undefined }): Promise<readonly RouteQueue[]>
}

export const Waiting: ServiceToken<Waiting> = defineService('heliograph.waiting')
