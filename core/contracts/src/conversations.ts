import type { Encoding } from './message.ts'
import type { Principal } from './principal.ts'
import type { FindOptions, MessageRecord } from './reports.ts'
import { defineService, type ServiceToken } from './service.ts'
import type { SubscriptionStatus } from './subscription.ts'

/** Which conversation: a contact writes to a channel. */
export interface ConversationKey {
  readonly channelId: number
  /** The sender of the contact's SMS as `IncomingRecord.from` has it: E.164 digits where it is a number. */
  readonly contact: string
}

/** A conversation as a list shows it. It begins with the first SMS of the contact; what the client sends before that is part of it. */
export interface ConversationRecord extends ConversationKey {
  /** The number of the channel. */
  readonly channel: string
  /** To which an answer goes; null for an alphanumeric sender, which cannot be answered. */
  readonly mobile: string | null
  /** Of the contact in the phonebook, empty without one. */
  readonly name: string
  readonly isOptedOut: boolean
  /** SMS of the contact since a person last looked: `markRead`. What API clients fetch or mark (`IncomingRecord.isRead`) changes nothing here. */
  readonly unread: number
  readonly lastIncoming: LastMessage & { readonly incomingId: number }
  /** The last one that the client sent to the contact from this channel; null: none of late. */
  readonly lastOutgoing: (LastMessage & { readonly smsId: number; readonly sentBy: string | null }) | null
}

export interface LastMessage {
  /** For `binary` the octets in upper-case hexadecimal. */
  readonly text: string
  readonly encoding: Encoding
  readonly at: Date
}

/** All given conditions must hold. */
export interface ConversationFilter {
  /** Only those with unread SMS. */
  readonly isUnread?: boolean | undefined
  /** How the number of the contact begins, in local or international form. */
  readonly number?: string | undefined
  /** How the name of the contact in the phonebook begins; case, accents and the number of blanks do not matter. */
  readonly name?: string | undefined
  /** The `next` of the page before. */
  readonly before?: number | undefined
  /** How many at most: 1 to 200. */
  readonly limit: number
}

export interface ConversationPage {
  readonly records: readonly ConversationRecord[]
  /** `before` of the next page. Undefined: there is none. */
  readonly next: number | undefined
}

/** What was said in a conversation. */
export type ConversationEntry =
  | {
      readonly kind: 'incoming'
      readonly at: Date
      readonly incomingId: number
      readonly text: string
      readonly encoding: Encoding
      /** What the contact asked for by a keyword, when that counted; null: nothing. */
      readonly keyword: SubscriptionStatus | null
    }
  | {
      readonly kind: 'outgoing'
      readonly at: Date
      readonly message: MessageRecord
      /** E-mail of the user who sent it, by whatever interface; null for what the gateway sent by itself. */
      readonly sentBy: string | null
    }

export interface EntryPage {
  /** Newest first. */
  readonly entries: readonly ConversationEntry[]
  /** `before` of the next page. Undefined: there is none. */
  readonly next: string | undefined
}

/**
 * What contacts of a client write and what they are answered, for people: the inbox. A user with a channel of its own sees the conversations of that channel, others
 * those of all channels of the client.
 *
 * An incoming SMS is in its conversation as soon as what it sets off is done: a moment after it was stored.
 */
export interface Conversations {
  /**
   * The one the contact of which wrote last comes first: in the order of the `incomingId` of its last SMS. A page ends at `limit`, or before it when the search has taken too
   * long: then it may even be empty, and `next` leads on. Throws as `Reports.find`.
   */
  find(principal: Principal, filter: ConversationFilter, options?: FindOptions): Promise<ConversationPage>
  /** One of them; undefined when the contact has never written to the channel, or the principal may not see it. Throws as `Reports.find`. */
  get(principal: Principal, key: ConversationKey, options?: FindOptions): Promise<ConversationRecord | undefined>
  /**
   * What was said, newest first, both ways in the order of time; messages that several nodes accepted stand in it to within a few minutes. Who follows `next` to the end
   * is shown each once. A page ends as that of `find` does. `limit` is at most 200. Of a channel that the principal may not see there is nothing. Throws as `Reports.find`.
   */
  entries(
    principal: Principal,
    key: ConversationKey,
    page: { readonly limit: number; readonly before?: string | undefined },
    options?: FindOptions,
  ): Promise<EntryPage>
  /** Nothing is unread any more up to this SMS of the contact; when there is a newer one nothing changes. Throws `unavailable` while the database is away. */
  markRead(principal: Principal, key: ConversationKey, incomingId: number): Promise<void>
  /** How many have unread SMS; 1,000 means that or more. Throws as `Reports.find`. */
  countUnread(principal: Principal, options?: FindOptions): Promise<number>
}

export const Conversations: ServiceToken<Conversations> = defineService('heliograph.conversations')
