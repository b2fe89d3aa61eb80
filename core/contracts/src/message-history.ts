import type { MessageState, Money } from './message.ts'
import type { ReceiptStatus } from './network.ts'
import type { Principal } from './principal.ts'
import type { FindOptions } from './reports.ts'
import { defineService, type ServiceToken } from './service.ts'

/**
 * Something that happened to a message.
 *
 * `at` is the gateway's own time, except for what a network reports: that has the network's time, which is often cut to the minute and may lie before the
 * answer it follows. The list is in the order of what led to what all the same.
 */
export type HistoryEntry =
  /** A client gave it, by the interface `origin`. Parts and price are those of the text it has now. */
  | {
      readonly kind: 'accepted'
      readonly at: Date
      readonly origin: string
      readonly parts: number
      readonly price: Money
    }
  /** It was not to go at once. `dueAt` is the last time it was scheduled for. */
  | { readonly kind: 'scheduled'; readonly at: Date; readonly dueAt: Date }
  /** From here on it waited for a link. */
  | { readonly kind: 'queued'; readonly at: Date }
  /** It is with a link, or was when its node came to an end, and no answer is recorded. The moment is not kept, so this has no time. */
  | { readonly kind: 'handed-over'; readonly at: null; readonly link: string }
  /** What the network said to a part when it was submitted. */
  | AnsweredEntry
  /** A network refused it for the time being, or gave no answer (`networkStatus` null): it goes again at `dueAt`. What of it the network has was answered. */
  | {
      readonly kind: 'put-off'
      readonly at: Date
      readonly link: string
      readonly attempt: number
      readonly networkStatus: string | null
      readonly dueAt: Date
    }
  /** A link gave it back untaken, because it was throttled (`networkStatus` says so) or went down; it kept its place. The first time of `times`, `until` the last. */
  | {
      readonly kind: 'put-back'
      readonly at: Date
      readonly until: Date
      readonly times: number
      readonly link: string
      readonly attempt: number
      readonly networkStatus: string | null
    }
  /** A link refused it for reasons of its own, and another one of the route was to take it. */
  | {
      readonly kind: 'passed-on'
      readonly at: Date
      readonly link: string
      readonly attempt: number
      readonly networkStatus: string | null
      readonly errorId: number | null
    }
  /** A receipt that ended nothing: a report on the way, or one that came against the final state its part had. `text` is all of it, where the carrier has that. */
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
  /** What ended a part, as the network reported it. `networkStatus` is its own word: `DELIVRD`, `UNDELIV`, ... */
  | {
      readonly kind: 'receipt'
      readonly at: Date
      readonly attempt: number
      readonly part: number
      readonly state: MessageState
      readonly networkStatus: string
      readonly errorId: number | null
    }
  /** The final state, and why. There is another one after it when a late receipt replaced it. */
  | {
      readonly kind: 'ended'
      readonly at: Date
      readonly state: MessageState
      readonly networkStatus: string | null
      readonly errorId: number | null
    }
  /** It never reached a network, and its client has its price back. */
  | { readonly kind: 'refunded'; readonly at: Date; readonly amount: Money }
  /** The client's server is to be told. `state` is how that stands now. */
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

export interface AnsweredEntry {
  readonly kind: 'answered'
  readonly at: Date
  /** `<instance>/<name>`. */
  readonly link: string
  /** 1 for the first attempt at the network. */
  readonly attempt: number
  /** From 1. One that was answered for the message as a whole is its only part. */
  readonly part: number
  /** `accepted`: the network took it. `refused`: it will not. `left`: it was left for another attempt. `unknown`: there was no answer. */
  readonly outcome: 'accepted' | 'refused' | 'left' | 'unknown'
  /** The network's id of the part, null when it gave none. */
  readonly networkId: string | null
  /** The network's word or code for what it did not take, null where there is none. */
  readonly networkStatus: string | null
}

/** What happened to a message, step by step. */
export interface MessageHistory {
  /**
   * The history of a message of the principal's client (of any client for an `operator`), oldest first; by the id of a segment, that of the message it was joined
   * to. Undefined when the client has no such message, or it is kept no longer.
   *
   * It is told from what is kept of a message anyway, and from notes of what is out of the ordinary. It does not have: texts and times before a replacement, what
   * went over the client's own connection, nodes that took it from the queue and could not hand it over, and what a node had not noted when it was killed. Of
   * attempts at webhooks and of notes the first 1,000 each are told.
   *
   * Throws as `Reports.find`.
   */
  of(principal: Principal, smsId: number, options?: FindOptions): Promise<readonly HistoryEntry[] | undefined>
}

export const MessageHistory: ServiceToken<MessageHistory> = defineService('heliograph.message-history')
