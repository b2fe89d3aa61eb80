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

/** What a database says of its schema. */
export interface SchemaRecord {
  readonly applied: readonly AppliedMigration[]
  /** Only releases that know this migration run with the schema; 0: all of them. */
  readonly needed: number
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

/** Reads the record, also that of an earlier release. */
export async function readRecord(sql: Queryable): Promise<SchemaRecord> {
  const applied = await sql<AppliedMigration[]>`
    select version, name, to_jsonb(applied) ->> 'checksum' as checksum from heliograph.schema_migration as applied
    order by version`
  if (applied.length === 0) return { applied, needed: 0 }
  const [row] = await sql<{ needed: number }[]>`
    select coalesce((to_jsonb(deployment) ->> 'needed_migration')::integer, 0) as needed from heliograph.deployment`
  return { applied, needed: row?.needed ?? 0 }
}

/** Takes what was applied before there were checksums for what the files say now. Happens once for each migration. */
export async function adoptChecksums(
  sql: Sql,
  known: readonly Migration[],
  { applied }: Pick<SchemaRecord, 'applied'>,
): Promise<void> {
  const without = new Set(applied.filter(({ checksum }) => checksum === null).map(({ version }) => version))
  for (const { version, checksum } of known.filter((migration) => without.has(migration.version)))
    await sql`
      update heliograph.schema_migration set checksum = ${checksum}
      where version = ${version}::integer and checksum is null`
}

/**
 * The migrations that a database lacks. Throws a `SchemaError` when the database needs a newer release than this one,
 * or has another migration under the same number. What it has beyond this release and does not need is no hindrance.
 */
export function findPending(known: readonly Migration[], { applied, needed }: SchemaRecord): readonly Migration[] {
  const newest = known.at(-1)?.version ?? 0
  if (needed > newest) throw newerSchema(needed, newest)
  const record = new Map(applied.map((migration) => [migration.version, migration]))
  const changed = known.filter(({ version, checksum }) => {
    const was = record.get(version)?.checksum ?? null
    return was !== null && was !== checksum
  })
  if (changed.length > 0) throw otherText(changed)
  return known.filter(({ version }) => !record.has(version))
}

/** The database needs a release that knows a migration which this one does not know. */
export function newerSchema(needed: number, newest: number): SchemaError {
  return new SchemaError(
    'schema-newer',
    `The database needs a release that knows migration ${needed}; this one knows up to ${newest}.`,
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
