import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { SchemaError } from './schema-error.ts'

export const MIGRATIONS = new URL('../../migrations/', import.meta.url)

/** The list of the migrations that have landed, a line for each. Their files never change. */
export const MIGRATION_LIST = 'migrations.lock'

export interface Migration {
  readonly version: number
  readonly name: string
  readonly sql: string
  /** SHA-256 of the text, in hexadecimal. */
  readonly checksum: string
}

/**
 * The migrations of this release, in order. Throws a `SchemaError` when a file is not what the list says: it was edited
 * after it had landed, or is not in the list at all.
 */
export async function listMigrations(folder = MIGRATIONS): Promise<readonly Migration[]> {
  const listed = readMigrationList(await readFile(new URL(MIGRATION_LIST, folder), 'utf8'))
  const migrations = await readMigrations(folder)
  const files = new Set(migrations.map(fileOf))
  const wrong = [
    ...migrations.filter((migration) => listed.get(fileOf(migration)) !== migration.checksum).map(fileOf),
    ...[...listed.keys()].filter((file) => !files.has(file)),
  ]
  if (wrong.length === 0) return migrations
  throw new SchemaError(
    'schema-changed',
    `Migrations of this installation are not those of its release: ${wrong.join(', ')}.`,
    'Install the release again; if you work on it, see core/engine/migrations/migrations.lock.',
  )
}

/** The files as they are, whatever the list says. */
export async function readMigrations(folder: URL): Promise<readonly Migration[]> {
  const files = (await readdir(folder)).filter((file) => /^\d{6}_[a-z0-9_]+\.sql$/.test(file)).sort()
  return Promise.all(
    files.map(async (file) => {
      const sql = await readFile(new URL(file, folder), 'utf8')
      return { version: Number(file.slice(0, 6)), name: file.slice(7, -4), sql, checksum: checksumOf(sql) }
    }),
  )
}

/** The checksums by file. */
export function readMigrationList(text: string): ReadonlyMap<string, string> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(lines.map((line) => line.split(' ') as [string, string]))
}

export function fileOf({ version, name }: Pick<Migration, 'version' | 'name'>): string {
  return `${String(version).padStart(6, '0')}_${name}.sql`
}

function checksumOf(sql: string): string {
  return createHash('sha256').update(sql).digest('hex')
}
