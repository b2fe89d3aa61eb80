import type { Colleague, ConversationKey, ConversationRecord } from './conversations.ts'
import type { Principal } from './principal.ts'
import { defineService, type ServiceToken } from './service.ts'

/** Characters. @stability experimental */
export const LONGEST_NOTE = 2_000

/** What is absent stays. @stability experimental */
export interface HandlingChange {
  /** A user of the client, or the principal; null: no one in particular. */
  readonly assigneeId?: number | null | undefined
  /** True also ends a snooze. */
  readonly isDone?: boolean | undefined
  /** A time that has passed counts as null, which ends a snooze. A time to come opens what is done. */
  readonly snoozedUntil?: Date | null | undefined
}

/** What a colleague wrote about a conversation. @stability experimental */
export interface ConversationNote {
  readonly noteId: number
  /** E-mail of who wrote it; null when that user is gone. */
  readonly by: string | null
  readonly at: Date
  readonly text: string
}

/**
 * The inbox of colleagues who answer together. Principals see and change what they see in `Conversations`. The last
 * change counts; `ConversationHandling.changedBy` tells the others whose it was. An SMS of the contact opens a
 * conversation that is done or snoozed, and leaves its assignee.
 *
 * Methods throw `not-found`/`conversation-not-found` for a conversation that the principal may not see, and
 * `unavailable` while the database is away.
 * @stability experimental
 */
export interface TeamInbox {
  /** Users of the client that are enabled, by e-mail; at most 500. */
  colleagues(principal: Principal): Promise<readonly Colleague[]>
  /** Resolves with the conversation as it is then. Throws `invalid`/`unknown-colleague`. */
  change(principal: Principal, key: ConversationKey, change: HandlingChange): Promise<ConversationRecord>
  /** The newest 200 notes of a conversation, oldest first. */
  notes(principal: Principal, key: ConversationKey): Promise<readonly ConversationNote[]>
  /** Throws `invalid`/`bad-note` for a blank text, and one of more than `LONGEST_NOTE` characters. */
  addNote(principal: Principal, key: ConversationKey, text: string): Promise<ConversationNote>
  /**
   * Tells colleagues that the principal is writing an answer, for the next 20 seconds; with false, that it is not any
   * more. To be repeated while it goes on.
   */
  noteAnswering(principal: Principal, key: ConversationKey, isAnswering: boolean): Promise<void>
}

export const TeamInbox: ServiceToken<TeamInbox> = defineService('heliograph.team-inbox')
