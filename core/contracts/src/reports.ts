import type { Encoding, MessageState, Money, PriorityName } from './message.ts'
import type { Principal } from './principal.ts'
import { defineService, type ServiceToken } from './service.ts'

/** A message and where it stands now. */
export interface MessageRecord {
  readonly smsId: number
  readonly clientId: number
  readonly messageId: string
  readonly bulkId: string | null
  readonly reference: string | null
  /** The interface it came by: `v2`, `smpp`, ...; of what the gateway sends by itself see `MessageEnded.origin`. */
  readonly origin: string
  readonly from: string
  /** E.164 digits. */
  readonly to: string
  readonly text: string
  readonly encoding: Encoding
  readonly parts: number
  /** Price of the whole message: parts times the client's price of a part. */
  readonly price: Money
  readonly priority: PriorityName
  readonly state: MessageState
  readonly acceptedAt: Date
  /** The time it was or is scheduled for, null when it was to go at once. */
  readonly scheduledAt: Date | null
  /** When the network took it, null until then. */
  readonly submittedAt: Date | null
  /** When it reached its final state, null until then. */
  readonly doneAt: Date | null
  /** The network's own word for it, as received: `DELIVRD`, `UNDELIV`, ... Null before any. */
  readonly networkStatus: string | null
  /** The network's id of the (first part of the) message, null before it has one. */
  readonly networkId: string | null
  /** Id in the error registry of `@heliograph/messaging`; null when nothing failed. */
  readonly errorId: number | null
}

/** All given conditions must hold. */
export interface ReportFilter {
  readonly smsId?: number | undefined
  readonly messageId?: string | undefined
  readonly bulkId?: string | undefined
  /** Sender (channel address). */
  readonly from?: string | undefined
  /** Recipient in E.164 digits. */
  readonly to?: string | undefined
  readonly states?: readonly MessageState[] | undefined
  /** As the client gave it. */
  readonly reference?: string | undefined
  /** The interfaces it may have come by, as `MessageRecord.origin` has them. */
  readonly origins?: readonly string[] | undefined
  /** A part of its text, in upper or lower case. */
  readonly text?: string | undefined
  /** Of all clients, not of the principal's alone: for an `operator`. */
  readonly allClients?: boolean | undefined
  /** Accepted at or after. */
  readonly since?: Date | undefined
  /** Accepted before. */
  readonly until?: Date | undefined
  /** Only messages with a lower `smsId`: the `next` of the page before. */
  readonly before?: number | undefined
  /** How many at most. */
  readonly limit: number
  /** After so many milliseconds the page ends, with what was found until then; absent = 5,000. One step of the search is always made. */
  readonly patienceMs?: number | undefined
}

/** Messages in the order of their `smsId`, highest first. */
export interface ReportPage {
  readonly records: readonly MessageRecord[]
  /** `before` of the next page. Undefined: there is none. */
  readonly next: number | undefined
}

export interface FindOptions {
  /** Ends the search early; `find` then rejects. The signal of the request, so that nothing is searched for a client that has gone. */
  readonly signal?: AbortSignal | undefined
}

/** Reading what became of messages. Reading consumes nothing. */
export interface Reports {
  /**
   * Messages of the principal's client, newest first: in the order of `smsId`, which no two messages share and which never changes. A client that follows
   * `next` to the end is shown every message once that was there when it began. Nodes take ids in blocks, so the messages of several nodes are in the order
   * of their acceptance only to within a few minutes; `since` and `until` are exact.
   *
   * A page ends at `limit`, or before it at 8 MiB of texts, or when the search has taken too long: then it may even be empty, and `next` leads on. That is usual where
   * nothing but references, origins, states, senders or texts are asked for and few messages have them: no index has these, so the messages are gone through.
   *
   * Throws `forbidden`/`not-allowed` when all clients are asked for by somebody else than an operator, `throttled` when the client has too many searches under way, `unavailable` (`query-too-slow`) when the filter leaves too much to read at once.
   */
  find(principal: Principal, filter: ReportFilter, options?: FindOptions): Promise<ReportPage>
  /**
   * Messages of the principal's client by the ids that were asked for; unknown and foreign ones are left out. By the id of a segment, the message it was joined to,
   * or may become. For at most some 10,000 ids. Throws as `find`.
   */
  findByIds(
    principal: Principal,
    smsIds: readonly number[],
    options?: FindOptions,
  ): Promise<ReadonlyMap<number, MessageRecord>>
}

export const Reports: ServiceToken<Reports> = defineService('heliograph.reports')
