import type { Principal } from './principal.ts'
import { defineService, type ServiceToken } from './service.ts'

/** Which messages to act on. All given conditions must hold; at least one is given. @stability stable */
export interface MessageSelection {
  /** Of the message, or of one of the segments it was joined from. */
  readonly smsId?: number | undefined
  /** Recipient in any international form. */
  readonly to?: string | undefined
}

/** The new text and times of a message. What is undefined stays as it is. @stability stable */
export interface Replacement {
  readonly text?: string | undefined
  readonly sendAt?: Date | undefined
  readonly validitySeconds?: number | undefined
}

/**
 * Changes messages that have been accepted and not yet handed to a network, and removes those that have ended.
 *
 * @stability stable
 */
export interface Messages {
  /**
   * Cancels those that are still scheduled or queued, credits them back and reports them as `cancelled`. Resolves with
   * their number. Throws `not-found`/`message-not-found` when the selection fits none of the client's messages,
   * `conflict`/`too-late` when none of them can be cancelled any more.
   */
  cancel(principal: Principal, selection: MessageSelection): Promise<number>
  /**
   * Changes a message that is still scheduled or queued. Throws as `cancel`, and `invalid`/`message-too-long` or
   * `forbidden`/`no-credit` when the new text needs more parts or credit than there may be.
   */
  replace(principal: Principal, smsId: number, replacement: Replacement): Promise<void>
  /**
   * Removes the text of a message that has ended from all that is kept of it: reports show `TEXT_REMOVED` from then on,
   * and requests of its client that contained it show neither body nor answer. What it was counted and charged as
   * stays, and so does what a campaign was written with. Without effect when its text has been removed before. Throws
   * `not-found`/`message-not-found`, and `conflict`/`not-ended` while it is under way.
   */
  redact(principal: Principal, smsId: number): Promise<void>
  /** Removes a message that has ended, as retention would later; figures and ledger stay. Throws as `redact`. */
  remove(principal: Principal, smsId: number): Promise<void>
}

export const Messages: ServiceToken<Messages> = defineService('heliograph.messages')
