import type { Encoding } from './message.ts'
import type { Principal } from './principal.ts'
import type { FindOptions } from './reports.ts'
import { defineService, type ServiceToken } from './service.ts'

/** An incoming SMS of a client. */
export interface IncomingRecord {
  readonly incomingId: number
  readonly channelId: number
  /** Sender: E.164 digits where it is a number. */
  readonly from: string
  /** The number it was sent to, digits. */
  readonly to: string
  /** For `binary`, the octets in upper-case hexadecimal. */
  readonly text: string
  readonly encoding: Encoding
  /** True when a client has fetched it, by any interface. */
  readonly isRead: boolean
  readonly receivedAt: Date
}

/** All given conditions must hold. */
export interface IncomingFilter {
  readonly isRead?: boolean | undefined
  /** Received at or after. */
  readonly since?: Date | undefined
  /** Only those with a higher `incomingId`: the `next` of the previous page. */
  readonly after?: number | undefined
  /** The maximum number of records. */
  readonly limit: number
}

/** Incoming SMS in the order of their `incomingId`, lowest first. */
export interface IncomingPage {
  readonly records: readonly IncomingRecord[]
  /** The `after` of the next page; undefined on the last page. */
  readonly next: number | undefined
}

/**
 * Incoming SMS that clients fetch: those to the user's own channel when it has one, else those to any channel of the
 * client.
 */
export interface IncomingMessages {
  /**
   * Oldest first. Reading alone marks nothing. A page ends at `limit`, or earlier at 8 MiB of texts, or when the search
   * takes too long: it may then even be empty, but `next` leads on. Throws as `Reports.find`.
   */
  find(principal: Principal, filter: IncomingFilter, options?: FindOptions): Promise<IncomingPage>
  /**
   * Marks those of these SMS as read that the principal may fetch; call it once the client has them. Throws
   * `unavailable` while the database is away.
   */
  markRead(principal: Principal, incomingIds: readonly number[]): Promise<void>
}

export const IncomingMessages: ServiceToken<IncomingMessages> = defineService('heliograph.incoming-messages')
