import type { Clock } from '@heliograph/contracts'
import type { RecordIds } from '../database/record-ids.ts'
import type { StoredDelivery } from './delivery-content.ts'

/** What storing deliveries needs. */
export interface DeliveryTools {
  readonly ids: RecordIds
  readonly clock: Clock
  /** Sessions of this process, to hand deliveries to as soon as they are committed. */
  readonly outbox: DeliveryClaims
}

/** The sessions of this process, as those see them that store deliveries. */
export interface DeliveryClaims {
  /** What deliveries of this process are claimed by. */
  readonly nodeId: string
  /** Whether a receiver of the user is open here and has room: its deliveries are then stored as claimed by this node. */
  mayTake(userId: number): boolean
  /** Committed deliveries that were stored as claimed by this node. */
  offer(deliveries: readonly StoredDelivery[]): void
  /** The transaction that stored claimed deliveries failed, or its outcome is not known. */
  doubt(): void
}

/** To be called once the transaction has been committed. */
export type AfterCommit = () => void
