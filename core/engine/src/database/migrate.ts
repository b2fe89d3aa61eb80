import { readdir, readFile } from 'node:fs/promises'
import { runMigrations } from 'graphile-worker'
import pg from 'pg'
import { openDatabase, type Sql, type Transaction } from './database.ts'
import { DatabaseClient } from './database-client.ts'
import { letTaskIdsGoRound } from './job-sequence.ts'
import { readConnection } from './read-connection.ts'

const MIGRATIONS = new URL('../../migrations/', import.meta.url)

/** Any number will do, as long as every node uses the same. */
const MIGRATION_LOCK = 4_242_801

/** A migration takes as long as its tables are large, and waits for another process's as long as that takes. */
const LONGEST_MS = 24 * 3_600_000
const MIGRATION = { statementTimeoutMs: LONGEST_MS, deadlineMs: LONGEST_MS, transactionMs: LONGEST_MS } as const

export interface Migration {
  readonly version: number
  readonly name: string
  readonly sql: string
}

/** The migrations of this release, in order. */
export async function listMigrations(): Promise<readonly Migration[]> {
  const files = (await readdir(MIGRATIONS)).filter((file) => /^\d{6}_[a-z0-9_]+\.sql$/.test(file)).sort()
  return Promise.all(
    files.map(async (file) => ({
      version: Number(file.slice(0, 6)),
      name: file.slice(7, -4),
      sql: await readFile(new URL(file, MIGRATIONS), 'utf8'),
    })),
  )
}

/**
 * Brings the database to the schema of this release: graphile-worker's own migrations, then ours. Does nothing when the
 * schema is up to date; processes that start together wait for each other. Throws when the database was migrated by a
 * newer release.
 */
export async function migrate(url: string): Promise<void> {
  const sql = openDatabase({ url, ...MIGRATION, planner: {}, max: 1, applicationName: 'heliograph-migrate' })
  try {
    await sql`select pg_advisory_lock(${MIGRATION_LOCK}::bigint)`
    await migrateJobs(url, sql)
    await sql`create schema if not exists heliograph`
    await sql`
      create table if not exists heliograph.schema_migration (
        version integer primary key, name text not null, applied_at timestamptz not null default now()
      )`
    for (const migration of await pendingMigrations(sql)) await sql.begin((tx) => apply(tx, migration))
  } finally {
    await sql.end({ timeout: 5 })
  }
}

/** The migrations not applied yet. Throws when the database has a migration that this release does not have. */
export async function pendingMigrations(sql: Sql): Promise<readonly Migration[]> {
  const known = await listMigrations()
  const applied = await sql<{ version: number }[]>`select version from heliograph.schema_migration`
  const versions = new Set(applied.map((row) => row.version))
  const newest = known.at(-1)?.version ?? 0
  const foreign = [...versions].filter((version) => version > newest)
  if (foreign.length > 0) {
    throw new Error(
      `The database has migration ${Math.max(...foreign)}, this release knows up to ${newest}. Start the newer release, or restore a backup made before the upgrade.`,
    )
  }
  return known.filter((migration) => !versions.has(migration.version))
}

async function apply(tx: Transaction, migration: Migration): Promise<void> {
  await tx`insert into heliograph.schema_migration (version, name) values (${migration.version}, ${migration.name})`
  await tx.unsafe('set local search_path to heliograph, public')
  await tx.unsafe(migration.sql)
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
