import type { Encoding, MessageState } from './message.ts'
import type { MessageMetadata } from './metadata.ts'
import { defineService, type ServiceToken } from './service.ts'

/**
 * A message has reached a final state. One that expired may have a second event, when a late delivery is reported.
 * @stability stable
 */
export interface MessageEnded {
  readonly kind: 'message-ended'
  /** Unique, and the same each time the event is handed over. */
  readonly eventId: number
  readonly clientId: number
  readonly smsId: number
  readonly reference: string | null
  /** As given with the message; absent when none were. */
  readonly metadata?: MessageMetadata | undefined
  /**
   * The interface it came by. For messages that the gateway sends on its own because of an incoming SMS: `auto-reply`,
   * `opt-out-confirmation`, `opt-in-confirmation` or `forward`.
   */
  readonly origin: string
  readonly from: string
  /** E.164 digits. */
  readonly to: string
  readonly parts: number
  readonly state: MessageState
  readonly acceptedAt: Date
}

/**
 * An SMS has arrived, for a channel of a client or, with both ids null, for a number that no channel has.
 * @stability stable
 */
export interface SmsReceived {
  readonly kind: 'sms-received'
  /** Unique, and the same each time the event is handed over. */
  readonly eventId: number
  readonly clientId: number | null
  readonly channelId: number | null
  readonly incomingId: number
  readonly from: string
  readonly to: string
  /** For `binary`, the octets in upper-case hexadecimal. */
  readonly text: string
  readonly encoding: Encoding
  readonly receivedAt: Date
  /** Files that came with it, in order: ids for `NetworkBlobs`. Absent: none, or none that are still kept. */
  readonly attachments?: readonly string[] | undefined
}

/**
 * The recipient has opened a message, as its network reports. It ends nothing, and may come before the end is told.
 *
 * @stability experimental
 */
export interface MessageRead {
  readonly kind: 'message-read'
  /** Unique, and the same each time the event is handed over. */
  readonly eventId: number
  readonly clientId: number
  readonly smsId: number
  readonly reference: string | null
  /** As in `MessageEnded`. */
  readonly origin: string
  readonly from: string
  /** E.164 digits. */
  readonly to: string
  /** By the network's clock. */
  readonly readAt: Date
}

/** @stability stable */
export type MessageEvent = MessageEnded | SmsReceived | MessageRead

/** @stability stable */
export interface EventSubscription {
  /** Identifies the subscription over all nodes and restarts: 1 to 100 characters, normally the `instanceId`. */
  readonly name: string
  readonly kinds: readonly MessageEvent['kind'][]
  /**
   * Takes up to 100 events. When it resolves, they are done, except for those whose `eventId` it resolves with; when it
   * rejects, none is. Events that are not done come again, each after a second at first and then at growing intervals
   * of up to five minutes; they do not hold up the others. The signal aborts after a minute, and when the subscription
   * stops; events that are not done by then come again.
   */
  // biome-ignore lint/suspicious/noConfusingVoidType: a handler that takes everything has nothing to resolve with
  handler(events: readonly MessageEvent[], signal: AbortSignal): Promise<readonly number[] | void>
}

/**
 * Events of all clients, for modules of the deployment. An event is written in the transaction that makes it happen,
 * for each subscription that exists then, and stays until a handler has taken it: none is lost, and one is handed over
 * twice only after a crash, or when a handler did not end in time. Of the nodes that listen under a name, one gets each
 * event. The order is roughly that in which things happened, and is not guaranteed.
 *
 * While there is no subscription, nothing is written.
 * @stability stable
 */
export interface MessageEvents {
  /**
   * Begins to listen; call it in `start`. Resolves when every event from now on is sure to be handed over. The
   * subscription outlives the process: without a listener, events are kept for three days and handed over when there is
   * one again; after that the subscription is forgotten with all its events. Under a name that exists already, it
   * replaces the earlier subscription. Throws `invalid`/`bad-subscription` for a name or kinds that are not possible,
   * `unavailable` while the database is away.
   */
  subscribe(subscription: EventSubscription): Promise<EventListener>
  /** Forgets a subscription and all its events. Idempotent. Throws `unavailable` while the database is away. */
  cancel(name: string): Promise<void>
}

/** @stability stable */
export interface EventListener {
  /** Stops listening; resolves when the handler has ended. The subscription stays. Idempotent. */
  stop(): Promise<void>
}

export const MessageEvents: ServiceToken<MessageEvents> = defineService('heliograph.message-events')
