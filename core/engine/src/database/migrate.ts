import { runMigrations } from 'graphile-worker'
import pg from 'pg'
import { openDatabase, type Sql, type Transaction } from './database.ts'
import { DatabaseClient } from './database-client.ts'
import { letTaskIdsGoRound } from './job-sequence.ts'
import { listMigrations, type Migration } from './migration-list.ts'
import { adoptChecksums, findPending, prepareRecord, readRecord } from './migration-record.ts'
import { readConnection } from './read-connection.ts'

/** Any number will do, as long as every node uses the same. */
const MIGRATION_LOCK = 4_242_801

/** A migration takes as long as its tables are large, and waits for another process's as long as that takes. */
const LONGEST_MS = 24 * 3_600_000
const MIGRATION = { statementTimeoutMs: LONGEST_MS, deadlineMs: LONGEST_MS, transactionMs: LONGEST_MS } as const

/**
 * Brings the database to the schema of this release: graphile-worker's own migrations, then ours. Does nothing when the
 * schema is up to date; processes that start together wait for each other. Throws a `SchemaError` when the database was
 * migrated by a newer release, or with other texts.
 */
export async function migrate(url: string): Promise<void> {
  const sql = openDatabase({ url, ...MIGRATION, planner: {}, max: 1, applicationName: 'heliograph-migrate' })
  try {
    await sql`select pg_advisory_lock(${MIGRATION_LOCK}::bigint)`
    await migrateJobs(url, sql)
    await prepareRecord(sql)
    await adoptChecksums(sql, await listMigrations())
    for (const migration of await pendingMigrations(sql)) await sql.begin((tx) => apply(tx, migration))
  } finally {
    await sql.end({ timeout: 5 })
  }
}

/** The migrations not applied yet. Throws a `SchemaError` when the database does not fit this release. */
export async function pendingMigrations(sql: Sql): Promise<readonly Migration[]> {
  return findPending(await listMigrations(), await readRecord(sql))
}

async function apply(tx: Transaction, { version, name, checksum, sql }: Migration): Promise<void> {
  await tx`insert into heliograph.schema_migration (version, name, checksum) values (${version}, ${name}, ${checksum})`
  await tx.unsafe('set local search_path to heliograph, public')
  await tx.unsafe(sql)
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
