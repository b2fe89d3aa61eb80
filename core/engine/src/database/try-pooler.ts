import { type DatabaseOptions, openDatabase, type Queryable, type Sql } from './database.ts'
import type { DatabaseAccess } from './database-access.ts'
import { lackingSettings, POOLED_SETTINGS, type PooledSetting } from './pooled-settings.ts'

/** What a pooler that shares sessions, and the Postgres behind it, have for a node. */
export interface TriedPooler {
  /** Settings that the role lacks. */
  readonly lacking: readonly PooledSetting[]
  /** Whether a statement that is prepared once can be used in every session; undefined when it is not wanted. */
  readonly preparesStatements: boolean | undefined
  /** Whether the direct way leads to the same database. */
  readonly isSameDatabase: boolean
}

/** A pooler with too few sessions must not keep this waiting. */
const LIMITS = { statementTimeoutMs: 4_000, deadlineMs: 4_500, max: 1, applicationName: 'heliograph check' }

/** Finds out whether a node can use a database through a pooler. Rejects when it cannot be reached. */
export async function tryPooler({ url, directUrl, isPreparing }: DatabaseAccess): Promise<TriedPooler> {
  const pooled: DatabaseOptions = { url, ...LIMITS, isPooled: true }
  const pools = [openDatabase({ url: directUrl, ...LIMITS }), ...Array.from({ length: 3 }, () => openDatabase(pooled))]
  const [direct, first, second, third] = pools as [Sql, Sql, Sql, Sql]
  try {
    return {
      lacking: lackingSettings(await readSettings(first)),
      preparesStatements: isPreparing ? await canPrepare(first, second, third) : undefined,
      isSameDatabase: (await identify(first)) === (await identify(direct)),
    }
  } finally {
    await Promise.all(pools.map((sql) => sql.end({ timeout: 1 })))
  }
}

/** As text without parameters, which is sent unprepared. */
async function readSettings(sql: Sql): Promise<Readonly<Record<PooledSetting, string>>> {
  const columns = Object.keys(POOLED_SETTINGS).map((name) => `current_setting('${name}') as ${name}`)
  const [row] = await sql.unsafe<Record<PooledSetting, string>[]>(`select ${columns.join(', ')}`)
  return row as Record<PooledSetting, string>
}

/** A database, and the start of its server. */
async function identify(sql: Sql): Promise<string> {
  const [row] = await sql.unsafe<{ identity: string }[]>(
    `select current_database() || ' ' || extract(epoch from pg_postmaster_start_time()) as identity`,
  )
  return row?.identity as string
}

/**
 * SQLSTATEs of a statement that this session does not know, and of the transaction in which the driver then prepares it
 * again.
 */
const UNKNOWN_STATEMENT: ReadonlySet<unknown> = new Set(['26000', '25P02'])

/**
 * Runs a prepared statement in another session than the one in which it was prepared. The other connections hold that
 * one meanwhile, whichever session the pooler gives out next.
 */
async function canPrepare(own: Sql, second: Sql, third: Sql): Promise<boolean> {
  const prepared = (on: Queryable) => on<{ pid: number }[]>`select pg_backend_pid() as pid where ${1}::integer = 1`
  const ask = () => own.begin(async (tx) => (await prepared(tx))[0]?.pid)
  const hold = (sql: Sql, work: () => Promise<void>) =>
    sql.begin(async (tx) => {
      await tx.unsafe('select 1')
      await work()
    })
  try {
    const at = await ask()
    await hold(second, async () => {
      if ((await ask()) === at) await hold(third, async () => void (await ask()))
    })
    return true
  } catch (error) {
    if (UNKNOWN_STATEMENT.has((error as { readonly code?: unknown }).code)) return false
    throw error
  }
}
