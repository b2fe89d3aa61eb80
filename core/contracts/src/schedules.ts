import type { Principal } from './principal.ts'
import { defineService, type ServiceToken } from './service.ts'

/** All still scheduled messages of one client with one bulk id. */
export interface ScheduledBulk {
  readonly bulkId: string
  /** The earliest time among its messages. */
  readonly sendAt: Date
  /** How many messages it still has. */
  readonly messages: number
}

/** Scheduled messages, seen as bulks. What has begun to go out is no longer part of a bulk. */
export interface Schedules {
  /** The client's scheduled bulks, soonest first; with `bulkId` that one or none. */
  list(principal: Principal, bulkId?: string): Promise<readonly ScheduledBulk[]>
  /** Moves what is still scheduled to `sendAt`. Throws `not-found`/`bulk-not-found` when nothing is. */
  reschedule(principal: Principal, bulkId: string, sendAt: Date): Promise<ScheduledBulk>
  /** Cancels what is still scheduled and credits it back. Throws `not-found`/`bulk-not-found` when nothing is. */
  cancel(principal: Principal, bulkId: string): Promise<void>
}

export const Schedules: ServiceToken<Schedules> = defineService('heliograph.schedules')
