import type { Encoding } from './message.ts'
import type { Principal } from './principal.ts'
import type { FindOptions, MessageRecord } from './reports.ts'
import { defineService, type ServiceToken } from './service.ts'
import type { SubscriptionStatus } from './subscription.ts'

/** Identifies a conversation: a contact writes to a channel. @stability stable */
export interface ConversationKey {
  readonly channelId: number
  /** The sender of the contact's SMS as in `IncomingRecord.from`: E.164 digits where it is a number. */
  readonly contact: string
}

/**
 * A conversation as a list shows it. It begins with the first SMS of the contact; messages that the client sent before
 * are part of it too.
 * @stability stable
 */
export interface ConversationRecord extends ConversationKey {
  /** The number of the channel. */
  readonly channel: string
  /** The number that an answer goes to; null for an alphanumeric sender, which cannot be answered. */
  readonly mobile: string | null
  /** Name of the contact in the phonebook; empty when it is not there. */
  readonly name: string
  readonly isOptedOut: boolean
  /**
   * SMS of the contact since a person last looked (`markRead`). SMS that API clients fetch or mark
   * (`IncomingRecord.isRead`) change nothing here.
   */
  readonly unread: number
  readonly lastIncoming: LastMessage & { readonly incomingId: number }
  /** The last message that the client sent to the contact from this channel; null when there is none of late. */
  readonly lastOutgoing: (LastMessage & { readonly smsId: number; readonly sentBy: string | null }) | null
  readonly handling: ConversationHandling
}

/** What colleagues have agreed on about a conversation (`TeamInbox`). @stability stable */
export interface ConversationHandling {
  /** Who takes care of it; null: no one in particular. */
  readonly assignee: Colleague | null
  /** Until the contact writes again. */
  readonly isDone: boolean
  /** It is out of the way until then, or until the contact writes again. A time that has passed: it is back. */
  readonly snoozedUntil: Date | null
  /** E-mail of the user who changed any of this last; null: no one since the contact wrote. */
  readonly changedBy: string | null
  /** Other users who are writing an answer at present. */
  readonly answering: readonly AnsweringColleague[]
}

/** A user of the client. @stability stable */
export interface Colleague {
  readonly userId: number
  readonly email: string
}

/** @stability stable */
export interface AnsweringColleague extends Colleague {
  /** Unless more is written until then, it holds no longer. */
  readonly until: Date
}

/**
 * `open`: neither done nor snoozed. `mine`: open, and assigned to the principal. `unassigned`: open, and assigned to
 * no one. `snoozed`: not done, and snoozed until later.
 * @stability stable
 */
export const CONVERSATION_FOLDERS = ['open', 'mine', 'unassigned', 'snoozed', 'done'] as const

/** @stability stable */
export type ConversationFolder = (typeof CONVERSATION_FOLDERS)[number]

/** @stability stable */
export interface LastMessage {
  /** For `binary`, the octets in upper-case hexadecimal. */
  readonly text: string
  readonly encoding: Encoding
  readonly at: Date
}

/** All given conditions must hold. @stability stable */
export interface ConversationFilter {
  /** Only those with unread SMS. */
  readonly isUnread?: boolean | undefined
  /** Only those in it; absent: all. */
  readonly folder?: ConversationFolder | undefined
  /** The beginning of the contact's number, in local or international form. */
  readonly number?: string | undefined
  /** The beginnings of words of the contact's name in the phonebook, as in `ContactFilter.name`. */
  readonly name?: string | undefined
  /** The `next` of the previous page. */
  readonly before?: number | undefined
  /** The maximum number of records, 1 to 200. */
  readonly limit: number
}

/** @stability stable */
export interface ConversationPage {
  readonly records: readonly ConversationRecord[]
  /** The `before` of the next page; undefined on the last page. */
  readonly next: number | undefined
}

/** All given conditions must hold. @stability stable */
export interface SaidFilter {
  /**
   * Words that one text has all of, each given in full or by its beginning, in any order. Case and accents do not
   * matter; of more than eight the others are left out. Without a letter or digit nothing is found.
   */
  readonly words: string
  /** The `next` of the previous page. */
  readonly before?: number | undefined
  /** The maximum number of records, 1 to 200. */
  readonly limit: number
}

/** A conversation with the newest text in it that a search for words has found. @stability stable */
export interface SaidRecord {
  readonly conversation: ConversationRecord
  readonly said: {
    readonly isIncoming: boolean
    /** Of the message or incoming SMS. */
    readonly id: number
    readonly text: string
    readonly at: Date
  }
}

/** @stability stable */
export interface SaidPage {
  /** The conversation with the newest such text first. */
  readonly records: readonly SaidRecord[]
  /** The `before` of the next page; undefined on the last page. */
  readonly next: number | undefined
}

/** A message of a conversation, in either direction. @stability stable */
export type ConversationEntry =
  | {
      readonly kind: 'incoming'
      readonly at: Date
      readonly incomingId: number
      readonly text: string
      readonly encoding: Encoding
      /** The status that the contact requested by a keyword, when that took effect; otherwise null. */
      readonly keyword: SubscriptionStatus | null
    }
  | {
      readonly kind: 'outgoing'
      readonly at: Date
      readonly message: MessageRecord
      /** E-mail of the user who sent it, by any interface; null for messages that the gateway sent on its own. */
      readonly sentBy: string | null
    }

/** @stability stable */
export interface EntryPage {
  /** Newest first. */
  readonly entries: readonly ConversationEntry[]
  /** The `before` of the next page; undefined on the last page. */
  readonly next: string | undefined
}

/**
 * The inbox, for people: what contacts of a client write and how they are answered. A `user` with a channel of its own
 * sees the conversations of that channel, others those of all channels of the client (`Channels.visibleTo`).
 *
 * An incoming SMS is in its conversation as soon as everything it triggers is done: a moment after it was stored.
 * @stability stable
 */
export interface Conversations {
  /**
   * Conversations in the order of the `incomingId` of their contact's last SMS, highest first. A page ends at `limit`,
   * or earlier when the search takes too long: it may then even be empty, but `next` leads on. Throws as
   * `Reports.find`.
   */
  find(principal: Principal, filter: ConversationFilter, options?: FindOptions): Promise<ConversationPage>
  /**
   * Conversations in which either side has said something. Texts that have been removed are not found. A page ends at
   * `limit`, or earlier when the search takes too long: it may then even be empty, but `next` leads on. A conversation
   * may be on several pages, each time with another text. Throws as `Reports.find`.
   */
  search(principal: Principal, filter: SaidFilter, options?: FindOptions): Promise<SaidPage>
  /**
   * One conversation; undefined when the contact has never written to the channel, or the principal may not see it.
   * Throws as `Reports.find`.
   */
  get(principal: Principal, key: ConversationKey, options?: FindOptions): Promise<ConversationRecord | undefined>
  /**
   * What both sides wrote, newest first; messages that different nodes accepted are in order only to within a few
   * minutes. A caller that follows `next` to the end gets each message once. Pages end as those of `find` do. `limit`
   * is at most 200. Empty for a channel that the principal may not see. Throws as `Reports.find`.
   */
  entries(
    principal: Principal,
    key: ConversationKey,
    page: { readonly limit: number; readonly before?: string | undefined },
    options?: FindOptions,
  ): Promise<EntryPage>
  /**
   * Marks the conversation as read up to this SMS of the contact; has no effect when there is a newer one. Throws
   * `unavailable` while the database is away.
   */
  markRead(principal: Principal, key: ConversationKey, incomingId: number): Promise<void>
  /** The number of conversations with unread SMS; 1,000 means 1,000 or more. Throws as `Reports.find`. */
  countUnread(principal: Principal, options?: FindOptions): Promise<number>
}

export const Conversations: ServiceToken<Conversations> = defineService('heliograph.conversations')
