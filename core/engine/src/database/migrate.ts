import { type Clock, systemClock } from '@heliograph/contracts'
import pg from 'pg'
import { MIGRATIONS } from '../migrations-folder.ts'
import { applyMigration } from './apply-migration.ts'
import { openDatabase, type Sql } from './database.ts'
import { DatabaseClient } from './database-client.ts'
import { runMigrations } from './job-library.ts'
import { letTaskIdsGoRound } from './job-sequence.ts'
import { listMigrations, type Migration } from './migration-list.ts'
import { adoptChecksums, findPending, prepareRecord, readRecord } from './migration-record.ts'
import { closeToOlderNodes, type OlderNode } from './older-nodes.ts'
import { readConnection } from './read-connection.ts'

/** Any number will do, as long as every node uses the same. */
const MIGRATION_LOCK = 4_242_801

/** The server sets no limit; this side gives up on a server that has not answered by then. */
const LONGEST_MS = 20 * 24 * 3_600_000
const MIGRATION = { statementTimeoutMs: 0, deadlineMs: LONGEST_MS, transactionMs: LONGEST_MS } as const

export interface MigrateOptions {
  /** Whether to go on with the second step when no older node lives. Default: yes. A new database gets both steps. */
  readonly withSecondStep?: boolean | undefined
  /** Called while others are in the way, with the reason. */
  readonly onWait?: ((reason: string) => void) | undefined
  readonly clock?: Clock | undefined
  /** Where the migrations are; default: those of this release. */
  readonly folder?: URL | undefined
}

export interface MigrationOutcome {
  /** Migrations of the second step that were left out. */
  readonly waiting: readonly Migration[]
  /** The nodes for which they wait. */
  readonly olderNodes: readonly OlderNode[]
}

/**
 * Brings the database to the schema of this release: graphile-worker's own migrations, then ours in order, those of the
 * second step only when no living node belongs to a release that does not know them. Does nothing when the schema is up
 * to date; processes that start together wait for each other.
 *
 * Throws a `SchemaError` when the database needs a newer release, or was migrated with other texts.
 */
export async function migrate(url: string, options: MigrateOptions = {}): Promise<MigrationOutcome> {
  return withMigrationLock(url, async (sql) => {
    await migrateJobs(url, sql)
    await prepareRecord(sql)
    return migrateOwn(sql, options)
  })
}

/** Runs something over a connection without limits of time, once no other process is at a migration. */
export async function withMigrationLock<T>(url: string, run: (sql: Sql) => Promise<T>): Promise<T> {
  const sql = openDatabase({ url, ...MIGRATION, planner: {}, max: 1, applicationName: 'heliograph-migrate' })
  try {
    await sql`select pg_advisory_lock(${MIGRATION_LOCK}::bigint)`
    return await run(sql)
  } finally {
    await sql.end({ timeout: 5 })
  }
}

async function migrateOwn(sql: Sql, options: MigrateOptions): Promise<MigrationOutcome> {
  const { clock = systemClock, onWait = () => undefined, folder = MIGRATIONS } = options
  const known = await listMigrations(folder)
  const record = await readRecord(sql)
  await adoptChecksums(sql, known, record)
  const pending = findPending(known, record)
  const second = pending.filter(({ step }) => step === 'after')
  const last = options.withSecondStep === false && record.applied.length > 0 ? undefined : second.at(-1)?.version
  let olderNodes: readonly OlderNode[] | undefined
  for (const migration of pending) {
    if (migration.step === 'after') {
      if (last === undefined) continue
      olderNodes ??= await closeToOlderNodes(sql, last)
      if (olderNodes.length > 0) continue
    }
    await applyMigration(sql, migration, { clock, onWait })
  }
  const isDone = last !== undefined && olderNodes?.length === 0
  return { waiting: isDone ? [] : second, olderNodes: olderNodes ?? [] }
}

/** The migrations not applied yet. Throws a `SchemaError` when the database does not fit this release. */
export async function pendingMigrations(sql: Sql): Promise<readonly Migration[]> {
  return findPending(await listMigrations(), await readRecord(sql))
}

async function migrateJobs(url: string, sql: Sql): Promise<void> {
  const pool = new pg.Pool({ ...readConnection(url).pg, Client: DatabaseClient, max: 1 })
  // A connection that breaks makes the migration fail, and the error is reported there.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  try {
    await runMigrations({ pgPool: pool })
  } finally {
    await pool.end()
  }
  await letTaskIdsGoRound(sql)
}
