import type { Principal } from './principal.ts'
import { defineService, type ServiceToken } from './service.ts'

/** All messages of one client with one bulk id that are still scheduled. @stability stable */
export interface ScheduledBulk {
  readonly bulkId: string
  /** The earliest time among its messages. */
  readonly sendAt: Date
  /** How many messages it still has. */
  readonly messages: number
  /** It waits until it is resumed, whatever its time; see `Schedules.pause`. */
  readonly isPaused: boolean
}

/**
 * Where a bulk stands. `pending`: all of its messages are scheduled. `paused`: those that have not been handed to a
 * network wait until it is resumed. `processing`: some are on their way to a network. The others are for bulks of which
 * nothing waits in the gateway any more: `finished` when some of its messages were handed to a network, `cancelled`
 * when none was and some were cancelled, else `failed`.
 *
 * @stability stable
 */
export const BULK_STATES = ['pending', 'paused', 'processing', 'finished', 'cancelled', 'failed'] as const
/** @stability stable */
export type BulkState = (typeof BULK_STATES)[number]

/**
 * Bulks: the messages of a client with one bulk id. Most of it is about scheduled ones: a message that has begun to go
 * out is no longer part of a bulk that can be listed, moved or cancelled.
 *
 * @stability stable
 */
export interface Schedules {
  /**
   * The client's scheduled bulks, soonest first; with `bulkId`, that one or none. A paused one stays among them when
   * its time comes.
   */
  list(principal: Principal, bulkId?: string): Promise<readonly ScheduledBulk[]>
  /**
   * Moves what is still scheduled to `sendAt`. Throws `not-found`/`bulk-not-found` when nothing is scheduled any more.
   */
  reschedule(principal: Principal, bulkId: string, sendAt: Date): Promise<ScheduledBulk>
  /**
   * Cancels what is still scheduled and credits it back; of a paused bulk, all that no network can have. Throws
   * `not-found`/`bulk-not-found` when nothing is scheduled any more.
   */
  cancel(principal: Principal, bulkId: string): Promise<void>
  /**
   * Where it stands. Counts its messages, so it takes the longer the more there are. Throws
   * `not-found`/`bulk-not-found` when the client has no message with this bulk id.
   */
  state(principal: Principal, bulkId: string): Promise<BulkState>
  /**
   * Has those of its messages wait that have not been handed to a network, scheduled or not, and what is submitted with
   * this bulk id from now on; it stays paused when nodes end. All nodes know at once, or within 2 s where the
   * announcement is lost; a link may still be sending what it was given. Messages can be moved and cancelled meanwhile,
   * and their validity goes on. A campaign with this bulk id is paused as well, see `Uploads.pause`. Has no effect on a
   * paused bulk. Throws `not-found`/`bulk-not-found` when none of its messages waits.
   */
  pause(principal: Principal, bulkId: string): Promise<void>
  /** Lets a paused bulk go on, in the order that it had. Has no effect on a bulk that is not paused. */
  resume(principal: Principal, bulkId: string): Promise<void>
}

export const Schedules: ServiceToken<Schedules> = defineService('heliograph.schedules')
