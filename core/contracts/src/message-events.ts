import type { Encoding, MessageState } from './message.ts'
import { defineService, type ServiceToken } from './service.ts'

/** A message has reached a final state. One that expired may be told of once more, when a late delivery is reported. */
export interface MessageEnded {
  readonly kind: 'message-ended'
  /** Unique, and the same each time the event is handed over. */
  readonly eventId: number
  readonly clientId: number
  readonly smsId: number
  readonly reference: string | null
  /** The interface it came by; of what the gateway sends by itself when an SMS comes in `auto-reply`, `opt-out-confirmation`, `opt-in-confirmation` or `forward`. */
  readonly origin: string
  readonly from: string
  /** E.164 digits. */
  readonly to: string
  readonly parts: number
  readonly state: MessageState
  readonly acceptedAt: Date
}

/** An SMS has come in, for a channel of a client or, with both null, for a number that no channel has. */
export interface SmsReceived {
  readonly kind: 'sms-received'
  /** Unique, and the same each time the event is handed over. */
  readonly eventId: number
  readonly clientId: number | null
  readonly channelId: number | null
  readonly incomingId: number
  readonly from: string
  readonly to: string
  /** For `binary` the octets in upper-case hexadecimal. */
  readonly text: string
  readonly encoding: Encoding
  readonly receivedAt: Date
}

export type MessageEvent = MessageEnded | SmsReceived

export interface EventSubscription {
  /** Whose events they are, over all nodes and restarts: 1 to 100 characters, normally the `instanceId`. */
  readonly name: string
  readonly kinds: readonly MessageEvent['kind'][]
  /**
   * Takes up to 100 events. They are done with when it resolves, except for those whose `eventId` it resolves with; when it rejects none is. What is not done with comes
   * again, each event after a second at first and with growing waits up to five minutes; the others are not held up by it.
   * The signal aborts after a minute, and when the subscription stops; what is not done by then comes again.
   */
  // biome-ignore lint/suspicious/noConfusingVoidType: a handler that takes everything has nothing to resolve with
  handler(events: readonly MessageEvent[], signal: AbortSignal): Promise<readonly number[] | void>
}

/**
 * Events for modules of the deployment, of all clients. An event is written in the transaction that makes it happen, for each subscription that exists then, and stays
 * until a handler has taken it: none is lost, and one is handed over twice only after a crash, or when a handler did not end in time. Of the nodes that listen under
 * a name one gets each event. The order is that of happening by and large, and not promised.
 *
 * While there is no subscription nothing is written.
 */
export interface MessageEvents {
  /**
   * Begins to listen; to be called in `start`. Resolves when every event from now on is told. The subscription outlives the process: what happens while there is no
   * listener is kept for three days and told then; later the subscription is forgotten with all its events. Under a name known already it takes the place of what was subscribed to. Throws `invalid`/
   * `bad-subscription` for a name or kinds that cannot be, `unavailable` while the database is away.
   */
  subscribe(subscription: EventSubscription): Promise<EventListener>
  /** Forgets a subscription and all its events. Idempotent. Throws `unavailable` while the database is away. */
  cancel(name: string): Promise<void>
}

export interface EventListener {
  /** Listens no longer; resolves when the handler has ended. The subscription stays. Idempotent. */
  stop(): Promise<void>
}

export const MessageEvents: ServiceToken<MessageEvents> = defineService('heliograph.message-events')
