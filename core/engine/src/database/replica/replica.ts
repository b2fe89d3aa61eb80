import type { Clock, Logger } from '@heliograph/contracts'
import type { Sql } from '../database.ts'
import { createReplicaReads, READ_OUTCOMES, type ReadCounts, type Reads } from './reads.ts'
import { openReplicaPools, type ReplicaPoolsOptions } from './replica-pools.ts'
import { ReplicaWatch } from './replica-watch.ts'
import { readCurrent, readReplayed } from './wal-position.ts'

/** A standby of the database that answers reads for it. */
export interface Replica {
  readonly watch: ReplicaWatch
  readonly reads: Reads
  /** What became of steps of reads since the start of the process. */
  readonly counts: ReadCounts
  close(): Promise<void>
}

export interface ReplicaOptions extends ReplicaPoolsOptions {
  /** Asked how far the primary is, by statements that never wait, under the role that writes. */
  readonly primary: Sql
  /** The time of the database. */
  readonly clock: Pick<Clock, 'now'>
  readonly steady: Clock
  readonly logger: Logger
}

/** Opens connections to a replica; it is not used before its watch has looked at it. */
export function openReplica({ primary, clock, steady, logger, ...options }: ReplicaOptions): Replica {
  const pools = openReplicaPools(options)
  const watch = new ReplicaWatch({
    current: () => readCurrent(primary),
    replayed: () => readReplayed(pools.looks),
    clock,
    steady,
    logger,
  })
  const counts = Object.fromEntries(READ_OUTCOMES.map((outcome) => [outcome, 0])) as ReadCounts
  return {
    watch,
    counts,
    reads: createReplicaReads({ watch, replica: pools.reads, steady, counts }),
    close: () => pools.close(),
  }
}
