import type { Clock, Health } from '@heliograph/contracts'
import type { EngineOptions } from '../engine-options.ts'
import { type Changes, createChanges } from './changes.ts'
import { CommitWatch } from './commit-watch.ts'
import { accessOf } from './database-access.ts'
import { DatabaseClock } from './database-clock.ts'
import { DatabaseMemory } from './database-memory.ts'
import { DatabaseSilence } from './database-watch.ts'
import { deploymentFingerprint } from './deployment-fingerprint.ts'
import { createOutage, type Outage } from './outage.ts'
import { openPools, type Pools } from './pools.ts'
import { createProbe } from './probe-database.ts'
import { createRecordIds, type RecordIds } from './record-ids.ts'
import { openReplica, type Replica } from './replica/replica.ts'
import { createSearches, type Searches } from './searches.ts'

/** The database as a node uses it. Connections are made when they are needed. */
export interface DatabaseWing {
  /** Leads to Postgres itself, for connections that are no part of the pools. */
  readonly directUrl: string
  readonly pools: Pools
  /** The time of the database. */
  readonly clock: DatabaseClock
  /** Measures how long something takes: its `now`, in milliseconds, only ever grows and is never set. */
  readonly steady: Clock
  /** Whether commits end. */
  readonly commits: CommitWatch
  /** What is known of the database's absence. */
  readonly outage: Outage
  readonly ids: RecordIds
  readonly searches: Searches
  /** Undefined: there is none. */
  readonly replica: Replica | undefined
  readonly changes: Changes
  /** How far its data had come, outside of it. */
  readonly memory: DatabaseMemory
  /** The deployment's salt of message ids; zeros before `open`. */
  idSalt(): Uint8Array
  /** Learns the time and the salt. Throws when the database cannot be reached, or is not migrated. */
  open(): Promise<void>
  /** Whether it answers within a second, and takes writes. */
  health(): Promise<Health>
  close(): Promise<void>
}

export function createDatabaseWing(options: EngineOptions): DatabaseWing {
  const { nodeName, logger, dataDir } = options
  const { pool: size, reportPool: reportSize, pluginPool: pluginSize } = options.settings.database
  const silence = new DatabaseSilence()
  const access = accessOf(options.url, options.settings.database)
  const pools = openPools({ access, nodeName, size, reportSize, pluginSize, silence })
  const clock = new DatabaseClock(options.clock)
  const steady: Clock = {
    now: options.monotonic ?? (() => performance.now()),
    after: (delayMs, callback) => options.clock.after(delayMs, callback),
  }
  const commits = new CommitWatch(steady)
  const outage = createOutage(silence, commits, steady)
  const { reportUrl } = access
  const replica =
    reportUrl === undefined
      ? undefined
      : openReplica({ url: reportUrl, nodeName, size: reportSize, primary: pools.probe, clock, steady, logger })
  let salt: Uint8Array = new Uint8Array(16)
  const deployment = () => deploymentFingerprint(salt)
  return {
    directUrl: access.directUrl,
    pools,
    clock,
    steady,
    commits,
    outage,
    replica,
    ids: createRecordIds(pools.accept, clock),
    searches: createSearches(pools.reports, clock, outage, replica?.reads),
    changes: createChanges(pools.changes, clock, outage),
    memory: new DatabaseMemory({ sql: pools.work, clock, logger, dataDir, deployment }),
    idSalt: () => salt,
    async open() {
      const askedAt = steady.now()
      const [row] = await pools.general<{ id_salt: Buffer; database_ms: number }[]>`
        select id_salt, extract(epoch from clock_timestamp())::float8 * 1000 as database_ms from deployment`
      if (row === undefined) throw new Error('The database has no deployment row: it is not migrated.')
      clock.measure({ databaseMs: row.database_ms, roundTripMs: steady.now() - askedAt })
      salt = row.id_salt
    },
    // Not a pool that clients share: many of them at once are no reason to take the node out of service.
    health: createProbe(pools.probe, options.clock),
    close: async () => {
      await Promise.all([pools.close(), replica?.close()])
    },
  }
}
