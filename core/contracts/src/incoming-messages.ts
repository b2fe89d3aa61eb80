import type { Encoding } from './message.ts'
import type { Principal } from './principal.ts'
import type { FindOptions } from './reports.ts'
import { defineService, type ServiceToken } from './service.ts'

/** An incoming SMS of a client. @stability stable */
export interface IncomingRecord {
  readonly incomingId: number
  readonly channelId: number
  /** Sender: E.164 digits where it is a number. */
  readonly from: string
  /** The number it was sent to, digits. */
  readonly to: string
  /** For `binary`, the octets in upper-case hexadecimal. See `MessageRecord.text` for one that was removed. */
  readonly text: string
  readonly encoding: Encoding
  /** True when a client has fetched it, by any interface. */
  readonly isRead: boolean
  readonly receivedAt: Date
}

/** All given conditions must hold. @stability stable */
export interface IncomingFilter {
  readonly isRead?: boolean | undefined
  /** Received at or after. */
  readonly since?: Date | undefined
  /** Only those with a higher `incomingId`: the `next` of the previous page. */
  readonly after?: number | undefined
  /** The maximum number of records. */
  readonly limit: number
}

/** Incoming SMS in the order of their `incomingId`, lowest first. @stability stable */
export interface IncomingPage {
  readonly records: readonly IncomingRecord[]
  /** The `after` of the next page; undefined on the last page. */
  readonly next: number | undefined
}

/** A page of unread SMS that no other call returns. */
export interface LentPage extends IncomingPage {
  /**
   * Call once, when the answer with them has ended. False: the client did not get all of it, and they are unread again.
   * Rejects with `unavailable` when the database stays away.
   */
  settle(isDelivered: boolean): Promise<void>
}

/**
 * Incoming SMS that clients fetch: those to the user's own channel when it has one, else those to any channel of the
 * client.
 * @stability stable
 */
export interface IncomingMessages {
  /**
   * Oldest first. Reading alone marks nothing. A page ends at `limit`, or earlier at 8 MiB of texts, or when the search
   * takes too long: it may then even be empty, but `next` leads on. Throws as `Reports.find`.
   */
  find(principal: Principal, filter: IncomingFilter, options?: FindOptions): Promise<IncomingPage>
  /**
   * Finds unread ones to be given to a client, and marks them as read with that, so that each is in one answer, however
   * soon the next call follows. They are unread again when `settle` says that the client did not get them, and when it
   * has not been called within a quarter of an hour, because this process has ended. The page ends as that of `find`.
   */
  lend(principal: Principal, filter: Omit<IncomingFilter, 'isRead'>, options?: FindOptions): Promise<LentPage>
}

export const IncomingMessages: ServiceToken<IncomingMessages> = defineService('heliograph.incoming-messages')
