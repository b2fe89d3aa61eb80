import { systemClock } from '@heliograph/contracts'
import { type ApplyOptions, patiently } from '../database/apply-migration.ts'
import type { Sql } from '../database/database.ts'
import { type MigrateOptions, withMigrationLock } from '../database/migrate.ts'
import type { MigrationFile } from '../database/migration-list.ts'
import { applyOwnMigration } from './apply-own-migration.ts'
import type { OwnSchema } from './own-schema.ts'
import { findOwnPending, readOwnRecord } from './schema-record.ts'

/** A migration that was applied. */
export interface AppliedOwn extends Pick<MigrationFile, 'version' | 'name'> {
  readonly instance: string
}

/**
 * Brings the schemas of instances to what their packages know, each migration in a transaction with its record.
 * Resolves with what was applied. Processes that start together wait for each other, as they do for `migrate`, which
 * has to come first.
 *
 * Throws a `SchemaError` for the first instance whose package and schema do not fit each other, or whose migration is
 * refused; what was applied before stays. A `GatewayError` `schema-busy` as `migrate`.
 */
export async function migrateSchemas(
  url: string,
  schemas: readonly OwnSchema[],
  { clock = systemClock, onWait = () => undefined }: Pick<MigrateOptions, 'clock' | 'onWait'> = {},
): Promise<readonly AppliedOwn[]> {
  if (schemas.length === 0) return []
  return withMigrationLock(url, async (sql) => {
    const applied: AppliedOwn[] = []
    for (const schema of schemas) applied.push(...(await migrateSchema(sql, schema, { clock, onWait })))
    return applied
  })
}

async function migrateSchema(sql: Sql, schema: OwnSchema, options: ApplyOptions): Promise<readonly AppliedOwn[]> {
  const { instance } = schema
  const pending = findOwnPending(schema, await readOwnRecord(sql, instance))
  for (const migration of pending) {
    const what = `Migration ${migration.version} (${migration.name}) of instance '${instance}'`
    await patiently(what, options, () => sql.begin((tx) => applyOwnMigration(tx, schema, migration)))
  }
  return pending.map(({ version, name }) => ({ instance, version, name }))
}
