import type { Encoding } from './message.ts'
import type { ReceiptStatus } from './network.ts'
import type { Principal } from './principal.ts'
import { defineService, type ServiceToken } from './service.ts'

/** A receipt that has fitted no message so far. @stability experimental */
export interface UnmatchedReceipt {
  readonly receiptId: number
  /** `<instance>/<name>`, or the instance alone when the receipt came without a link. */
  readonly link: string
  /** As received. */
  readonly networkId: string
  /** E.164 digits, null when the receipt does not name the recipient. */
  readonly to: string | null
  readonly status: ReceiptStatus
  /** The network's word for the status. */
  readonly networkStatus: string
  /** Id in the error registry. */
  readonly errorId: number | null
  /** When it happened, according to the network. */
  readonly doneAt: Date
  readonly receivedAt: Date
  /** How often matching was tried again, and when the next try is; after four days it is given up. */
  readonly tries: number
  readonly nextTryAt: Date
}

/** An incoming SMS to a number that no enabled channel had. @stability experimental */
export interface UnmatchedIncoming {
  readonly incomingId: number
  /** `<instance>/<name>`. */
  readonly link: string
  readonly from: string
  /** The number it was sent to, digits. */
  readonly to: string
  /** For `binary`, the octets in upper-case hexadecimal. */
  readonly text: string
  readonly encoding: Encoding
  /** True when parts of it never arrived. */
  readonly isIncomplete: boolean
  readonly receivedAt: Date
}

/** @stability experimental */
export interface UnmatchedFilter {
  /** Only those with a lower id: the `next` of the previous page. */
  readonly before?: number | undefined
  /** The maximum number of records, 1 to 1,000. */
  readonly limit: number
}

/** Newest first. @stability experimental */
export interface UnmatchedPage<T> {
  readonly records: readonly T[]
  /** The `before` of the next page; undefined on the last page. */
  readonly next: number | undefined
}

/**
 * Receipts that fit no message and incoming SMS that no channel takes, for operators: throws `forbidden`/`not-allowed`
 * for others, `unavailable` while the database is away.
 * @stability experimental
 */
export interface Unmatched {
  receipts(principal: Principal, filter: UnmatchedFilter): Promise<UnmatchedPage<UnmatchedReceipt>>
  incoming(principal: Principal, filter: UnmatchedFilter): Promise<UnmatchedPage<UnmatchedIncoming>>
}

export const Unmatched: ServiceToken<Unmatched> = defineService('heliograph.unmatched')
