import type { Clock, Logger } from '@heliograph/contracts'
import type { Sql } from './database.ts'

/** What nearly everything on a node needs. */
export interface NodeTools {
  readonly sql: Sql
  /** The time of the database; for what only measures how long something takes, a clock that is never set. */
  readonly clock: Clock
  readonly logger: Logger
}
