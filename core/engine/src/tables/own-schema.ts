import { readdir } from 'node:fs/promises'
import { type MigrationFile, readMigrations } from '../database/migration-list.ts'
import { SchemaError } from '../database/schema-error.ts'

/** Names of Postgres are no longer than this. */
const LONGEST_NAME = 63

/** An instance with tables of its own, as its package describes them. */
export interface OwnSchema {
  readonly instance: string
  /** The id of the module. */
  readonly package: string
  /** In order. */
  readonly migrations: readonly MigrationFile[]
}

/** Instances have no underscore in their name, so each has a schema of its own. */
export function schemaNameOf(instance: string): string {
  return `plugin_${instance.replaceAll('-', '_')}`
}

/**
 * Reads the migrations of an instance. Throws a `SchemaError` when its folder is not there, has no migration, or has
 * other files.
 *
 * @param folder `tables.migrations` of the module
 */
export async function readOwnSchema(instance: string, packageId: string, folder: URL): Promise<OwnSchema> {
  const what = `The tables of instance '${instance}' (${packageId})`
  if (schemaNameOf(instance).length > LONGEST_NAME)
    throw unusable(`${what} need a schema whose name is too long.`, 'Give the instance a shorter name.')
  const place = new URL(folder.href.endsWith('/') ? folder : `${folder.href}/`)
  const names = await readdir(place).catch((error: Error) => {
    throw unusable(`${what} have no folder of migrations: ${error.message}`, FOR_AUTHOR)
  })
  const migrations = await readMigrations(place)
  const others = names.filter((name) => name.endsWith('.sql')).length - migrations.length
  if (migrations.length === 0 || others > 0)
    throw unusable(`${what} have files that are no migrations, or none: ${names.join(', ')}.`, NAMES)
  const twice = migrations.find(({ version }, index) => migrations[index - 1]?.version === version)
  if (twice !== undefined) throw unusable(`${what} have two migrations ${twice.version}.`, FOR_AUTHOR)
  return { instance, package: packageId, migrations }
}

const FOR_AUTHOR = 'This is a bug in the package: report it to its author.'
const NAMES = `Migrations are named like 000001_points.sql. ${FOR_AUTHOR}`

function unusable(problem: string, remedy: string): SchemaError {
  return new SchemaError('schema-unusable', problem, remedy)
}
