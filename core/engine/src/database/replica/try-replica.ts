import { setTimeout as delay } from 'node:timers/promises'
import { isStatementFault, openDatabase, type Sql } from '../database.ts'
import type { DatabaseAccess } from '../database-access.ts'
import { judgePosition, type ReplayedPosition, readCurrent, readReplayed, type Verdict } from './wal-position.ts'

/** What a replica is like, for those who set it up. */
export interface TriedReplica {
  /** Undefined: the primary has not been migrated, so there is nothing to compare. */
  readonly verdict: Verdict | undefined
  /** How far it is behind, in milliseconds. */
  readonly lagMs: number
  /** Whether it tells the primary what its searches still need (`hot_standby_feedback`). */
  readonly hasFeedback: boolean
  /** Connections that users other than superusers can have. */
  readonly room: number
}

const LIMITS = { statementTimeoutMs: 4_000, deadlineMs: 4_500, max: 1, applicationName: 'heliograph check' }

/** How long it may take to replay what the primary had when it was asked. */
const PATIENCE_MS = 2_000
const PAUSE_MS = 50

/** Finds out whether a server can answer reads for the primary. Rejects when one of them cannot be reached. */
export async function tryReplica({ directUrl }: Pick<DatabaseAccess, 'directUrl'>, url: string): Promise<TriedReplica> {
  const [primary, replica] = [openDatabase({ url: directUrl, ...LIMITS }), openDatabase({ url, ...LIMITS })]
  try {
    const [row] = await replica<Pick<TriedReplica, 'hasFeedback' | 'room'>[]>`
      select current_setting('hot_standby_feedback')::boolean as "hasFeedback",
        current_setting('max_connections')::integer - current_setting('superuser_reserved_connections')::integer as room`
    const facts = row as Pick<TriedReplica, 'hasFeedback' | 'room'>
    return { ...facts, ...(await compare(primary, replica)) }
  } finally {
    await Promise.all([primary.end({ timeout: 1 }), replica.end({ timeout: 1 })])
  }
}

async function compare(primary: Sql, replica: Sql): Promise<Pick<TriedReplica, 'verdict' | 'lagMs'>> {
  const wanted = await readCurrent(primary).catch(noneIfWrong)
  if (wanted === undefined) return { verdict: undefined, lagMs: 0 }
  const endsAt = performance.now() + PATIENCE_MS
  for (;;) {
    const found = await readReplayed(replica).catch(noneIfWrong)
    if (found === undefined) return { verdict: 'other-database', lagMs: 0 }
    const verdict = judgePosition(wanted, found)
    if (verdict !== 'behind') return { verdict, lagMs: 0 }
    if (performance.now() >= endsAt) return { verdict, lagMs: await lagOf(primary, found) }
    await delay(PAUSE_MS)
  }
}

/** Undefined: the database has no deployment in it. */
function noneIfWrong(error: unknown): undefined {
  if (isStatementFault(error)) return undefined
  throw error
}

async function lagOf(primary: Sql, { committedMs }: ReplayedPosition): Promise<number> {
  const [row] = await primary<{ now: number }[]>`select extract(epoch from clock_timestamp())::float8 * 1000 as now`
  return committedMs === null ? 0 : (row as { now: number }).now - committedMs
}
