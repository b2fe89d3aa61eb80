import type { Principal } from './principal.ts'
import { defineService, type ServiceToken } from './service.ts'

/** All messages of one client with one bulk id that are still scheduled. @stability stable */
export interface ScheduledBulk {
  readonly bulkId: string
  /** The earliest time among its messages. */
  readonly sendAt: Date
  /** How many messages it still has. */
  readonly messages: number
}

/**
 * Scheduled messages, seen as bulks. A message that has begun to go out is no longer part of a bulk.
 * @stability stable
 */
export interface Schedules {
  /** The client's scheduled bulks, soonest first; with `bulkId`, that one or none. */
  list(principal: Principal, bulkId?: string): Promise<readonly ScheduledBulk[]>
  /**
   * Moves what is still scheduled to `sendAt`. Throws `not-found`/`bulk-not-found` when nothing is scheduled any more.
   */
  reschedule(principal: Principal, bulkId: string, sendAt: Date): Promise<ScheduledBulk>
  /**
   * Cancels what is still scheduled and credits it back. Throws `not-found`/`bulk-not-found` when nothing is scheduled
   * any more.
   */
  cancel(principal: Principal, bulkId: string): Promise<void>
}

export const Schedules: ServiceToken<Schedules> = defineService('heliograph.schedules')
