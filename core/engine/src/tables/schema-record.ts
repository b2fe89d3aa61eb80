import type { Queryable, Sql } from '../database/database.ts'
import type { MigrationFile } from '../database/migration-list.ts'
import { SchemaError } from '../database/schema-error.ts'
import type { OwnSchema } from './own-schema.ts'

/** What the database has on record of the schema of an instance. */
export interface OwnRecord {
  readonly package: string
  readonly applied: readonly Pick<MigrationFile, 'version' | 'name' | 'checksum'>[]
}

/** Undefined: the instance has no schema yet. */
export async function readOwnRecord(sql: Queryable, instance: string): Promise<OwnRecord | undefined> {
  const [schema] = await sql<{ package: string }[]>`
    select package from heliograph.own_schema where instance = ${instance}`
  if (schema === undefined) return undefined
  const applied = await sql<Pick<MigrationFile, 'version' | 'name' | 'checksum'>[]>`
    select version, name, checksum from heliograph.own_migration where instance = ${instance} order by version`
  return { package: schema.package, applied }
}

/**
 * The migrations that the schema of an instance lacks. Throws a `SchemaError` when it is of another package or of a
 * newer release of this one, or was migrated with other texts.
 */
export function findOwnPending(schema: OwnSchema, record: OwnRecord | undefined): readonly MigrationFile[] {
  if (record === undefined) return schema.migrations
  const what = `instance '${schema.instance}'`
  if (record.package !== schema.package)
    throw new SchemaError(
      'schema-changed',
      `The tables of ${what} were made by ${record.package}, not by ${schema.package}.`,
      `Give the instance of ${schema.package} another name, or remove the tables: heliograph plugin drop-data.`,
    )
  const known = new Map(schema.migrations.map((migration) => [migration.version, migration]))
  const newest = schema.migrations.at(-1)?.version ?? 0
  const newer = record.applied.find(({ version }) => version > newest)
  if (newer !== undefined)
    throw new SchemaError(
      'schema-newer',
      `The tables of ${what} have migration ${newer.version} (${newer.name}); this ${schema.package} knows up to ${newest}.`,
      'Install the newer release of the package again, or restore a backup made before its upgrade.',
    )
  const changed = record.applied.filter(({ version, checksum }) => known.get(version)?.checksum !== checksum)
  if (changed.length > 0)
    throw new SchemaError(
      'schema-changed',
      `The tables of ${what} were migrated with other texts than those of this ${schema.package}: ${nameAll(changed)}.`,
      'Install the release that migrated them. A change to a migration that was applied becomes a new migration.',
    )
  const done = new Set(record.applied.map(({ version }) => version))
  return schema.migrations.filter(({ version }) => !done.has(version))
}

function nameAll(migrations: OwnRecord['applied']): string {
  return migrations.map(({ version, name }) => `${version} (${name})`).join(', ')
}

/** What instances lack, or the `SchemaError` that keeps them from starting. Changes nothing. */
export async function judgeOwnSchemas(
  sql: Sql,
  schemas: readonly OwnSchema[],
): Promise<readonly { readonly instance: string; readonly verdict: readonly MigrationFile[] | SchemaError }[]> {
  return Promise.all(
    schemas.map(async (schema) => {
      const record = await readOwnRecord(sql, schema.instance)
      return { instance: schema.instance, verdict: pendingOrError(schema, record) }
    }),
  )
}

function pendingOrError(schema: OwnSchema, record: OwnRecord | undefined): readonly MigrationFile[] | SchemaError {
  try {
    return findOwnPending(schema, record)
  } catch (error) {
    if (error instanceof SchemaError) return error
    throw error
  }
}
