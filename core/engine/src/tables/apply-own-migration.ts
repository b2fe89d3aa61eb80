import { isBusy, limitLocks } from '../database/apply-migration.ts'
import type { Transaction } from '../database/database.ts'
import type { MigrationFile } from '../database/migration-list.ts'
import { SchemaError } from '../database/schema-error.ts'
import { type OwnSchema, schemaNameOf } from './own-schema.ts'
import { findTouched, noteBefore } from './touched.ts'

/**
 * Applies a migration of an instance and records it. Throws a `SchemaError` when the database refuses it, or when it
 * has touched what is not its own; the transaction is then to be undone.
 */
export async function applyOwnMigration(tx: Transaction, schema: OwnSchema, migration: MigrationFile): Promise<void> {
  const { instance } = schema
  const { version, name, checksum } = migration
  const own = schemaNameOf(instance)
  await limitLocks(tx)
  await tx.unsafe(`create schema if not exists ${own}`)
  await tx.unsafe(`set local search_path to ${own}`)
  const before = await noteBefore(tx, own)
  await execute(tx, migration).catch((error: Error) => {
    if (isBusy(error)) throw error
    throw refused(schema, migration, error.message, error)
  })
  const touched = await findTouched(tx, own, before)
  if (touched.length > 0)
    throw refused(schema, migration, `it touches what is not in the schema ${own}: ${touched.join(', ')}`)
  await tx`
    insert into heliograph.own_schema (instance, package) values (${instance}, ${schema.package})
    on conflict do nothing`
  await tx`
    insert into heliograph.own_migration (instance, version, name, checksum)
    values (${instance}, ${version}::integer, ${name}, ${checksum})`
}

/** As one command, within which Postgres lets nothing end the transaction. No text has its own checksum in it. */
async function execute(tx: Transaction, { sql, checksum }: MigrationFile): Promise<void> {
  const [outer, inner] = [`$do_${checksum}$`, `$text_${checksum}$`]
  await tx.unsafe(`do ${outer} begin execute ${inner}${sql}${inner}; end ${outer}`)
}

function refused(schema: OwnSchema, { version, name }: MigrationFile, reason: string, cause?: unknown): SchemaError {
  return new SchemaError(
    'schema-unusable',
    `Migration ${version} (${name}) of instance '${schema.instance}' was undone: ${reason}.`,
    `Nothing of it was done. Report this to the author of ${schema.package}.`,
    cause === undefined ? {} : { cause },
  )
}
