import type { Clock, StepFeed } from '@heliograph/contracts'
import type { RecordIds } from '../../database/record-ids.ts'
import type { ChangeNotes } from '../../ownership/changes/change-notes.ts'
import type { FinalCounts } from '../final-counts.ts'
import type { WebhookFastPath } from '../webhooks/webhook-fast-path.ts'
import type { StoredPush } from './push-content.ts'

/** The tools for notifying clients. */
export interface PushTools {
  readonly ids: RecordIds
  readonly clock: Clock
  /** Sessions of this process, to hand pushes to as soon as they are committed. */
  readonly outbox: PushClaims
  /** The fast path for webhooks in this process; without it they wait for a node with the role `webhooks`. */
  readonly webhooks?: WebhookFastPath | undefined
  /** Counts the messages that end; without it they are not counted. */
  readonly finals?: FinalCounts | undefined
  /** Announces what has changed to people who look at it; without it they are not told. */
  readonly changeNotes?: ChangeNotes | undefined
  /** Where steps of messages are told; without it they are not. */
  readonly steps?: StepFeed | undefined
}

/** The sessions of this process, as seen by code that stores pushes. */
export interface PushClaims {
  /**
   * The lease under which pushes of the user are stored as this node's, because a receiver is open here and has room;
   * null when they have to wait.
   */
  takerOf(userId: number): number | null
  /** Takes committed pushes that were stored as claimed by this node. */
  offer(pushes: readonly StoredPush[]): void
  /** Call when the transaction that stored claimed pushes failed or its outcome is unknown. */
  outcomeUnknown(): void
}

/** To be called once the transaction has been committed. */
export type AfterCommit = () => void
