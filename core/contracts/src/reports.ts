import type { Encoding, MessageState, Money, PriorityName } from './message.ts'
import type { MessageMetadata } from './metadata.ts'
import type { Principal } from './principal.ts'
import { defineService, type ServiceToken } from './service.ts'

/**
 * In place of a text that was removed: because it was older than texts are kept, or by its client.
 *
 * @stability stable
 */
export const TEXT_REMOVED = '(text removed)'

/** A message and where it stands now. @stability stable */
export interface MessageRecord {
  readonly smsId: number
  readonly clientId: number
  readonly messageId: string
  readonly bulkId: string | null
  readonly reference: string | null
  /** As given with the message; absent when none were. */
  readonly metadata?: MessageMetadata | undefined
  /**
   * The interface it came by: `v2`, `smpp`, ...; for messages that the gateway sends on its own, see
   * `MessageEnded.origin`.
   */
  readonly origin: string
  readonly from: string
  /** E.164 digits. */
  readonly to: string
  /** `TEXT_REMOVED` once it was removed; of a binary message it is empty then. */
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
  /** The network's own word for it, as received: `DELIVRD`, `UNDELIV`, ... Null until there is one. */
  readonly networkStatus: string | null
  /** The network's id of the message, or of its first part; null until it has one. */
  readonly networkId: string | null
  /** Id in the error registry of `@heliograph/messaging`; null when nothing failed. */
  readonly errorId: number | null
}

/** All given conditions must hold. @stability stable */
export interface ReportFilter {
  readonly smsId?: number | undefined
  readonly messageId?: string | undefined
  readonly bulkId?: string | undefined
  /** The channel it went out from. */
  readonly channelId?: number | undefined
  /** Sender (channel address). */
  readonly from?: string | undefined
  /** Recipient in E.164 digits. */
  readonly to?: string | undefined
  readonly states?: readonly MessageState[] | undefined
  /** As given by the client. */
  readonly reference?: string | undefined
  /** The request it came by, as in `SubmitRequest`. */
  readonly requestId?: string | undefined
  /** The interfaces it may have come by, as in `MessageRecord.origin`. */
  readonly origins?: readonly string[] | undefined
  /** A part of its text, ignoring case. */
  readonly text?: string | undefined
  /** True: of all clients, not only of the principal's. For an `operator`. */
  readonly allClients?: boolean | undefined
  /** Accepted at or after. */
  readonly since?: Date | undefined
  /** Accepted before. */
  readonly until?: Date | undefined
  /** Only messages with a lower `smsId`: the `next` of the previous page. */
  readonly before?: number | undefined
  /** The maximum number of records. */
  readonly limit: number
  /**
   * The page ends after this many milliseconds, with what was found until then; absent = 5,000. At least one step of
   * the search is always made.
   */
  readonly patienceMs?: number | undefined
}

/** Messages in the order of their `smsId`, highest first. @stability stable */
export interface ReportPage {
  readonly records: readonly MessageRecord[]
  /** The `before` of the next page; undefined on the last page. */
  readonly next: number | undefined
}

/** @stability stable */
export interface FindOptions {
  /**
   * Ends the search early; `find` then rejects. Pass the signal of the request, so that no search goes on for a client
   * that has gone.
   */
  readonly signal?: AbortSignal | undefined
}

/** Finds out what became of messages. Reading consumes nothing. @stability stable */
export interface Reports {
  /**
   * Messages of the principal's client, newest first: in the order of `smsId`, which no two messages share and which
   * never changes. A client that follows `next` to the end gets every message that existed when it began, once. Nodes
   * take ids in blocks, so the messages of several nodes are in the order of their acceptance only to within a few
   * minutes; `since` and `until` are exact.
   *
   * A page ends at `limit`, or earlier at 8 MiB of texts, or when the search takes too long: it may then even be empty,
   * but `next` leads on. That is usual when a filter has nothing but references, requests, origins, states, senders or
   * texts and few messages have them: no index contains these, so the messages have to be read one by one.
   *
   * Throws `forbidden`/`not-allowed` when a user who is not an operator requests all clients, `throttled` when the
   * client has too many searches under way, `unavailable` (`query-too-slow`) when the filter leaves too much to read at
   * once.
   */
  find(principal: Principal, filter: ReportFilter, options?: FindOptions): Promise<ReportPage>
  /**
   * Messages of the principal's client by the requested ids; unknown and foreign ones are left out. The id of a segment
   * finds the message it was joined to, or may become. With `channelId`, only those of that channel. For at most some
   * 10,000 ids. Throws as `find`.
   */
  findByIds(
    principal: Principal,
    smsIds: readonly number[],
    options?: FindOptions & { readonly channelId?: number | undefined },
  ): Promise<ReadonlyMap<number, MessageRecord>>
}

export const Reports: ServiceToken<Reports> = defineService('heliograph.reports')
