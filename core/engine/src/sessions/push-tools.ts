import type { Clock } from '@heliograph/contracts'
import type { RecordIds } from '../database/record-ids.ts'
import type { WebhookWay } from '../webhooks/webhook-way.ts'
import type { StoredPush } from './push-content.ts'

/** What telling clients needs. */
export interface PushTools {
  readonly ids: RecordIds
  readonly clock: Clock
  /** Sessions of this process, to hand pushes to as soon as they are committed. */
  readonly outbox: PushClaims
  /** The short way of webhooks in this process; absent or undefined: they wait for a node with the role `webhooks`. */
  readonly webhooks?: (() => WebhookWay | undefined) | undefined
}

/** The sessions of this process, as those see them that store pushes. */
export interface PushClaims {
  /** What pushes of this process are claimed by. */
  readonly nodeId: string
  /** Whether a receiver of the user is open here and has room: its pushes are then stored as claimed by this node. */
  mayTake(userId: number): boolean
  /** Committed pushes that were stored as claimed by this node. */
  offer(pushes: readonly StoredPush[]): void
  /** The transaction that stored claimed pushes failed, or its outcome is not known. */
  doubt(): void
}

/** To be called once the transaction has been committed. */
export type AfterCommit = () => void
