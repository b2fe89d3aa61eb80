import { appendFile, cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { fileOf, MIGRATION_LIST, type MigrationStep, readMigrations } from '../../src/database/migration-list.ts'
import { MIGRATIONS } from '../../src/migrations-folder.ts'

/** A migration that a test adds to those there are. */
export interface AddedMigration {
  readonly version: number
  readonly step: MigrationStep
  readonly sql: string
}

/** The migrations of a later release: a copy of those there are, and these. */
export async function createMigrationFolder(added: readonly AddedMigration[]) {
  const path = await mkdtemp(join(tmpdir(), 'heliograph-migrations-'))
  const url = pathToFileURL(`${path}/`)
  await cp(MIGRATIONS, path, { recursive: true })
  for (const { version, sql } of added) await writeFile(join(path, fileOf({ version, name: 'added' })), sql)
  const files = new Map((await readMigrations(url)).map((file) => [file.version, file]))
  for (const { version, step } of added) {
    const checksum = files.get(version)?.checksum
    await appendFile(join(path, MIGRATION_LIST), `${fileOf({ version, name: 'added' })} ${step} ${checksum}\n`)
  }
  return { path, url, remove: () => rm(path, { recursive: true }) }
}
