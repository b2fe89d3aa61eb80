/**
 * Dispatch order: lower goes first; within one priority, messages go in the order in which they were received.
 * A priority never throttles or rejects.
 * @stability stable
 */
export const PRIORITIES = { CRITICAL: 0, HIGH: 10, NORMAL: 20, LOW: 30, BULK: 40 } as const

/** @stability stable */
export type PriorityName = keyof typeof PRIORITIES
/** @stability stable */
export type Priority = (typeof PRIORITIES)[PriorityName]

/**
 * Where a message stands. One closed list for the whole gateway; `@heliograph/messaging` maps each state to its face on
 * every interface.
 *
 * `scheduled` and `queued` wait in the gateway, or are with a link that has not answered. `submitting` stood for the
 * latter in earlier versions and is not given any more. `unknown` was handed over and no answer came. `submitted` is
 * with the network. `retrying` met a temporary failure and waits for its next attempt. All others are final; of these,
 * only `expired` and `unconfirmed` may still become `delivered`, when a late receipt says so. The last six are
 * refusals: such a message was never accepted (except `no-route`, which is found after acceptance).
 * @stability stable
 */
export const MESSAGE_STATES = [
  'scheduled',
  'queued',
  'submitting',
  'unknown',
  'submitted',
  'retrying',
  'delivered',
  'undeliverable',
  'refused-by-network',
  'expired',
  'unconfirmed',
  'cancelled',
  'no-route',
  'opted-out',
  'bad-number',
  'no-credit',
  'too-long',
  'duplicate',
] as const

/** @stability stable */
export type MessageState = (typeof MESSAGE_STATES)[number]

/**
 * How the text travels: GSM 03.38 septets, UCS-2 (UTF-16) code units, or octets that mean nothing to the gateway. The
 * text of a `binary` message is its octets in upper-case hexadecimal.
 * @stability stable
 */
export type Encoding = 'gsm' | 'ucs2' | 'binary'

/** An amount as the database keeps it: an exact decimal string, with its ISO 4217 currency. @stability stable */
export interface Money {
  readonly amount: string
  readonly currency: string
}
