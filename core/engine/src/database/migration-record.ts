import type { Queryable, Sql } from './database.ts'
import type { Migration } from './migration-list.ts'
import { SchemaError } from './schema-error.ts'

/** A migration as the database has it on record. */
export interface AppliedMigration {
  readonly version: number
  readonly name: string
  /** Of the text that was applied; null in a record from before there were checksums. */
  readonly checksum: string | null
}

/** Makes the record, or brings one from before there were checksums to its present form. */
export async function prepareRecord(sql: Sql): Promise<void> {
  await sql`create schema if not exists heliograph`
  await sql`
    create table if not exists heliograph.schema_migration (
      version integer primary key, name text not null, applied_at timestamptz not null default now(), checksum text
    )`
  const [column] = await sql`
    select from pg_attribute where attrelid = 'heliograph.schema_migration'::regclass and attname = 'checksum'`
  // Only then, because even a change that changes nothing waits for everyone who reads the table.
  if (column === undefined) await sql`alter table heliograph.schema_migration add column if not exists checksum text`
}

/** Reads the record, also one that has no checksums. */
export async function readRecord(sql: Queryable): Promise<readonly AppliedMigration[]> {
  return sql<AppliedMigration[]>`
    select version, name, to_jsonb(applied) ->> 'checksum' as checksum from heliograph.schema_migration as applied
    order by version`
}

/** Takes what was applied before there were checksums for what the files say now. Happens once for each migration. */
export async function adoptChecksums(sql: Sql, known: readonly Migration[]): Promise<void> {
  const missing = (await readRecord(sql)).filter(({ checksum }) => checksum === null)
  for (const { version } of missing) {
    const checksum = known.find((migration) => migration.version === version)?.checksum ?? null
    await sql`
      update heliograph.schema_migration set checksum = ${checksum}::text
      where version = ${version}::integer and checksum is null`
  }
}

/**
 * The migrations that a database lacks. Throws a `SchemaError` when it has one that this release does not know, or
 * another one under the same number.
 */
export function findPending(known: readonly Migration[], applied: readonly AppliedMigration[]): readonly Migration[] {
  const newest = known.at(-1)?.version ?? 0
  const foreign = applied.filter(({ version }) => version > newest)
  if (foreign.length > 0) throw newer(Math.max(...foreign.map(({ version }) => version)), newest)
  const record = new Map(applied.map((migration) => [migration.version, migration]))
  const changed = known.filter(({ version, checksum }) => {
    const was = record.get(version)?.checksum ?? null
    return was !== null && was !== checksum
  })
  if (changed.length > 0) throw otherText(changed)
  return known.filter(({ version }) => !record.has(version))
}

function newer(foreign: number, newest: number): SchemaError {
  return new SchemaError(
    'schema-newer',
    `The database has migration ${foreign}, this release knows up to ${newest}.`,
    'Start the newer release, or restore a backup made before the upgrade.',
  )
}

function otherText(changed: readonly Migration[]): SchemaError {
  const names = changed.map(({ version, name }) => `${version} (${name})`).join(', ')
  return new SchemaError(
    'schema-changed',
    `The database was migrated with other texts than those of this release: ${names}.`,
    'Run the release or the build that migrated it. A change to a migration that a database has becomes a new migration.',
  )
}
