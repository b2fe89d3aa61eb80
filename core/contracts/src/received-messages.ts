import type { Encoding } from './message.ts'
import type { Principal } from './principal.ts'
import type { FindOptions } from './reports.ts'
import { defineService, type ServiceToken } from './service.ts'

/** An incoming SMS as people look it up. @stability stable */
export interface ReceivedRecord {
  readonly incomingId: number
  readonly clientId: number
  readonly channelId: number
  /** The sender, E.164 digits where it is a number. */
  readonly from: string
  /** The number it was sent to. */
  readonly to: string
  /** For `binary`, the octets in upper-case hexadecimal. See `MessageRecord.text` for one that was removed. */
  readonly text: string
  readonly encoding: Encoding
  readonly receivedAt: Date
}

/** All given conditions must hold. @stability stable */
export interface ReceivedFilter {
  readonly incomingId?: number | undefined
  /** The sender as in `ReceivedRecord.from`. Of one sender, the last 10,000 SMS are found. */
  readonly from?: string | undefined
  /** The number it was sent to. */
  readonly to?: string | undefined
  /** A part of its text, ignoring case. */
  readonly text?: string | undefined
  /** Received at or after. */
  readonly since?: Date | undefined
  /** Received before. */
  readonly until?: Date | undefined
  /** True: of all clients, not only of the principal's. For an `operator`. */
  readonly allClients?: boolean | undefined
  /** Only those with a lower id: the `next` of the previous page. */
  readonly before?: number | undefined
  /** The maximum number of records. */
  readonly limit: number
  /** As in `ReportFilter`. */
  readonly patienceMs?: number | undefined
}

/** @stability stable */
export interface ReceivedPage {
  readonly records: readonly ReceivedRecord[]
  /** The `before` of the next page; undefined on the last page. */
  readonly next: number | undefined
}

/**
 * Incoming SMS for people, as `Reports` are for what was sent: a `user` with a channel of its own finds those of that
 * channel (`Channels.visibleTo`). Their ids are from the same sequence as those of messages.
 * @stability stable
 */
export interface ReceivedMessages {
  /**
   * Those with the highest `incomingId` first. A page ends at `limit`, or earlier when the search takes too long: it
   * may then even be empty, but `next` leads on. Throws as `Reports.find`.
   */
  find(principal: Principal, filter: ReceivedFilter, options?: FindOptions): Promise<ReceivedPage>
}

export const ReceivedMessages: ServiceToken<ReceivedMessages> = defineService('heliograph.received-messages')
