import type { MessageState } from '@heliograph/contracts'

/**
 * Something a client may want to know about a message: a report from the network, or an end that the gateway decided.
 */
export interface ReceiptEvent {
  readonly smsId: number
  /** The state the message has now. */
  readonly state: MessageState
  /** The network's id of the part that is reported, else of the first one; null when it has none. */
  readonly networkId: string | null
  /** When it happened. */
  readonly at: Date
  /** A network has taken the message: only for clients who asked for that. */
  readonly isSent?: boolean | undefined
  /** Why it failed, by the error registry; the receipt then carries the description of that error. */
  readonly errorId?: number | null | undefined
  /** The network's word, of a report that the message was read; absent for any other. */
  readonly readAs?: string | undefined
}
