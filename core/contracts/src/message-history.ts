import type { MessageState, Money } from './message.ts'
import type { ReceiptStatus } from './network.ts'
import type { Principal } from './principal.ts'
import type { FindOptions } from './reports.ts'
import { defineService, type ServiceToken } from './service.ts'

/**
 * Something that happened to a message.
 *
 * `at` is the gateway's own time, except for a network's reports: they have the network's time, which is often cut to
 * the minute and may lie before the answer that the report follows. The list is still in the order of cause and effect.
 * @stability stable
 */
export type HistoryEntry =
  /**
   * A client submitted it, by the interface `origin`. `requestId`: as in `SubmitRequest`; null: there was none. Parts
   * and price are those of its present text.
   */
  | {
      readonly kind: 'accepted'
      readonly at: Date
      readonly origin: string
      readonly requestId: string | null
      readonly parts: number
      readonly price: Money
    }
  /** It was to go at a later time. `dueAt` is the last time it was scheduled for. */
  | { readonly kind: 'scheduled'; readonly at: Date; readonly dueAt: Date }
  /** From here on it waited for a link. */
  | { readonly kind: 'queued'; readonly at: Date }
  /**
   * It is with a link, or was when its node stopped, and no answer is recorded. The moment is not kept, so there is no
   * time.
   */
  | { readonly kind: 'handed-over'; readonly at: null; readonly link: string }
  /** The network's answer to a part that was submitted. */
  | AnsweredEntry
  /**
   * A network refused it for the time being, or gave no answer (`networkStatus` null): it goes again at `dueAt`. Parts
   * that the network already has were answered.
   */
  | {
      readonly kind: 'put-off'
      readonly at: Date
      readonly link: string
      readonly attempt: number
      readonly networkStatus: string | null
      readonly dueAt: Date
    }
  /**
   * A link gave it back without taking it, because the link was throttled (then `networkStatus` is set) or went down;
   * the message kept its place. This happened `times` times: `at` is the first, `until` the last.
   */
  | {
      readonly kind: 'put-back'
      readonly at: Date
      readonly until: Date
      readonly times: number
      readonly link: string
      readonly attempt: number
      readonly networkStatus: string | null
    }
  /** A link refused it for reasons of its own, so another link of the route was to take it. */
  | {
      readonly kind: 'passed-on'
      readonly at: Date
      readonly link: string
      readonly attempt: number
      readonly networkStatus: string | null
      readonly errorId: number | null
    }
  /**
   * A receipt that ended nothing: an intermediate report, one that the message was read, or one that contradicted the
   * final state of its part. `text` is the whole receipt, where the carrier has it.
   */
  | {
      readonly kind: 'report'
      readonly at: Date
      readonly attempt: number
      readonly part: number
      readonly status: ReceiptStatus
      readonly networkStatus: string
      readonly errorId: number | null
      readonly text: string | null
    }
  /** A receipt that ended a part. `networkStatus` is the network's own word: `DELIVRD`, `UNDELIV`, ... */
  | {
      readonly kind: 'receipt'
      readonly at: Date
      readonly attempt: number
      readonly part: number
      readonly state: MessageState
      readonly networkStatus: string
      readonly errorId: number | null
    }
  /** The final state, and the reason. Another one follows when a late receipt replaced it. */
  | {
      readonly kind: 'ended'
      readonly at: Date
      readonly state: MessageState
      readonly networkStatus: string | null
      readonly errorId: number | null
    }
  /** It never reached a network, and its price was credited back to the client. */
  | { readonly kind: 'refunded'; readonly at: Date; readonly amount: Money }
  /** The client's server is to be notified. `state` is the present state of that webhook. */
  | {
      readonly kind: 'webhook'
      readonly at: Date
      readonly webhookId: number
      readonly url: string
      readonly state: 'pending' | 'delivered' | 'failed'
    }
  /** One try to call a webhook: the HTTP status it was answered with, or null with the reason in `failure`. */
  | {
      readonly kind: 'webhook-attempt'
      readonly at: Date
      readonly webhookId: number
      readonly attempt: number
      readonly status: number | null
      readonly failure: string | null
      readonly elapsedMs: number
    }

/** @stability stable */
export interface AnsweredEntry {
  readonly kind: 'answered'
  readonly at: Date
  /** `<instance>/<name>`. */
  readonly link: string
  /** 1 for the first attempt at the network. */
  readonly attempt: number
  /** From 1. A message that was answered as a whole counts as one part. */
  readonly part: number
  /**
   * `accepted`: the network took it. `refused`: it will not. `left`: it was left for another attempt. `unknown`: there
   * was no answer.
   */
  readonly outcome: 'accepted' | 'refused' | 'left' | 'unknown'
  /** The network's id of the part, null when it gave none. */
  readonly networkId: string | null
  /** The network's word or code for what it did not take, null when there is none. */
  readonly networkStatus: string | null
}

/** What happened to a message, step by step. @stability stable */
export interface MessageHistory {
  /**
   * The history of a message of the principal's client (of any client for an `operator`, of the own channel for a
   * `user` who has one, see `Channels.visibleTo`), oldest first; a `user` gets URLs without query and credentials. For
   * the id of a segment, that of the message it was joined to. Undefined when the client has no such message, or it is
   * no longer kept.
   *
   * It is put together from what is kept of a message anyway, and from notes of anything out of the ordinary. It does
   * not contain texts and times before a replacement, pushes over the client's own connection, nodes that took the
   * message from the queue and could not hand it over, and what a node had not noted when it was killed. Of webhook
   * attempts and of notes, it contains the first 1,000 each.
   *
   * Throws as `Reports.find`.
   */
  of(principal: Principal, smsId: number, options?: FindOptions): Promise<readonly HistoryEntry[] | undefined>
}

export const MessageHistory: ServiceToken<MessageHistory> = defineService('heliograph.message-history')
