import type { Encoding } from './message.ts'
import type { IncomingResult } from './network.ts'
import { defineService, type ServiceToken } from './service.ts'

/** An SMS on a handset of a simulated network. @stability experimental */
export interface HandsetMessage {
  /** Counts up from 1 over all handsets. */
  readonly order: number
  /** `answered`: the handset sent it. */
  readonly direction: 'received' | 'answered'
  /** The message; for an answer, the one that it answers. */
  readonly smsId: number
  /** The number of the handset, E.164 digits. */
  readonly phone: string
  /** The sender or recipient at the other side: digits, or the text of an alphanumeric sender. */
  readonly peer: string
  /** For `binary`, the octets in upper-case hexadecimal. */
  readonly text: string
  readonly encoding: Encoding
  readonly parts: number
  readonly flash: boolean
  readonly at: Date
}

/**
 * Handsets of a simulated network, to look at and to answer from. The gateway itself has no such service: the plugin
 * that simulates the network provides it when configured to. It remembers the newest messages of this node since its
 * start, of all clients: the caller has to check which client they belong to before showing them.
 * @stability experimental
 */
export interface VirtualPhones {
  /** The newest messages of all handsets, newest first; at most about a thousand are remembered. */
  newest(limit: number): readonly HandsetMessage[]
  /**
   * Answers a message from the handset that received it, with an SMS to its sender. Throws
   * `not-found`/`message-not-on-a-phone` for a message that is not remembered, `conflict`/`sender-takes-no-answers`
   * when it did not come from a number, `unavailable` while the database is away.
   */
  answer(smsId: number, text: string): Promise<IncomingResult>
}

export const VirtualPhones: ServiceToken<VirtualPhones> = defineService('heliograph.virtual-phones')
