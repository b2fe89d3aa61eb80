import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { MIGRATIONS } from '../migrations-folder.ts'
import { SchemaError } from './schema-error.ts'

/** The list of the migrations that have landed, a line for each. Their files never change. */
export const MIGRATION_LIST = 'migrations.lock'

/**
 * When a migration is applied. `before`: before the first node of the release starts; earlier releases go on running
 * with it, so it only adds. `after`: when no node of an earlier release runs any more; it takes away what only those
 * used.
 */
export type MigrationStep = 'before' | 'after'

/** A file of a migration, whatever the list says. */
export interface MigrationFile {
  readonly version: number
  readonly name: string
  readonly sql: string
  /** SHA-256 of the text, in hexadecimal. */
  readonly checksum: string
}

export interface Migration extends MigrationFile {
  readonly step: MigrationStep
}

/** What the list says about a file. */
export type Listed = Pick<Migration, 'step' | 'checksum'>

/**
 * The migrations of this release, in order. Throws a `SchemaError` when a file is not what the list says: it was edited
 * after it had landed, or is not in the list at all.
 */
export async function listMigrations(folder = MIGRATIONS): Promise<readonly Migration[]> {
  const listed = readMigrationList(await readFile(new URL(MIGRATION_LIST, folder), 'utf8'))
  const files = await readMigrations(folder)
  const names = new Set(files.map(fileOf))
  const wrong = [
    ...files.filter((file) => listed.get(fileOf(file))?.checksum !== file.checksum).map(fileOf),
    ...[...listed.keys()].filter((name) => !names.has(name)),
  ]
  if (wrong.length === 0) return files.map((file) => ({ ...file, ...(listed.get(fileOf(file)) as Listed) }))
  throw new SchemaError(
    'schema-changed',
    `Migrations of this installation are not those of its release: ${wrong.join(', ')}.`,
    'Install the release again; if you work on it, see core/engine/migrations/migrations.lock.',
  )
}

/** The files as they are, in order. */
export async function readMigrations(folder: URL): Promise<readonly MigrationFile[]> {
  const files = (await readdir(folder)).filter((file) => /^\d{6}_[a-z0-9_]+\.sql$/.test(file)).sort()
  return Promise.all(
    files.map(async (file) => {
      const sql = await readFile(new URL(file, folder), 'utf8')
      return { version: Number(file.slice(0, 6)), name: file.slice(7, -4), sql, checksum: checksumOf(sql) }
    }),
  )
}

/** What the list says, by file. */
export function readMigrationList(text: string): ReadonlyMap<string, Listed> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(
    lines.map((line) => {
      const [file = '', step, checksum = ''] = line.split(' ')
      return [file, { step: step === 'after' ? 'after' : 'before', checksum }]
    }),
  )
}

/** The number of the last migration that this release knows. */
export async function newestMigration(): Promise<number> {
  return (await listMigrations()).at(-1)?.version ?? 0
}

export function fileOf({ version, name }: Pick<MigrationFile, 'version' | 'name'>): string {
  return `${String(version).padStart(6, '0')}_${name}.sql`
}

function checksumOf(sql: string): string {
  return createHash('sha256').update(sql).digest('hex')
}
