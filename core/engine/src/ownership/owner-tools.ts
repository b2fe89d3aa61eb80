import type { Clock, Logger } from '@heliograph/contracts'
import type { Sql } from '../database/database.ts'

/** What work on owned rows needs. */
export interface OwnerTools {
  readonly sql: Sql
  readonly clock: Clock
  readonly logger: Logger
  /** The node's lease, null while it must not claim anything. */
  readonly lease: () => number | null
  /** The number of the lease, whether held or not. */
  readonly leaseNumber: () => number
}
