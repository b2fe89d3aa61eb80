import assert from 'node:assert/strict'
import { appendFile, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, describe, it } from 'node:test'
import { pathToFileURL } from 'node:url'
import {
  fileOf,
  listMigrations,
  MIGRATION_LIST,
  readMigrationList,
  readMigrations,
} from '../src/database/migration-list.ts'
import { MIGRATIONS } from '../src/migrations-folder.ts'

/** This one brings what tells nodes of an earlier release. */
const FIRST_WITH_STEPS = 54

const TAKES_AWAY = /\bdrop (column|table|type)\b|\brename (column|to)\b|\bset not null\b/i

/** Adds lines for files that have none. */
async function addMissing(): Promise<void> {
  const list = new URL(MIGRATION_LIST, MIGRATIONS)
  const listed = readMigrationList(await readFile(list, 'utf8'))
  const added = (await readMigrations(MIGRATIONS)).filter((migration) => !listed.has(fileOf(migration)))
  await appendFile(list, added.map((migration) => `${fileOf(migration)} before ${migration.checksum}\n`).join(''))
}

describe('the list of migrations', () => {
  let parent: string
  let folder: string
  before(async () => {
    if (process.env.UPDATE_DOCS === '1') await addMissing()
    parent = await mkdtemp(join(tmpdir(), 'heliograph-migrations-'))
  })
  beforeEach(async () => {
    folder = join(parent, 'migrations')
    await rm(folder, { recursive: true, force: true })
    await cp(MIGRATIONS, folder, { recursive: true })
  })
  after(() => rm(parent, { recursive: true }))
  const listOfCopy = () => listMigrations(pathToFileURL(`${folder}/`))

  it('is what the files are: a migration that has landed is never edited', async () => {
    const text = await readFile(new URL(MIGRATION_LIST, MIGRATIONS), 'utf8')
    const files = (await listMigrations()).map(fileOf)
    assert.deepEqual([...readMigrationList(text).keys()], files, 'a line for each, in order')
    assert.deepEqual(await listOfCopy(), await listMigrations())
  })

  it('has what takes something away in the second step', async () => {
    const takers = (await listMigrations()).filter(
      ({ version, step, sql }) => version >= FIRST_WITH_STEPS && step === 'before' && TAKES_AWAY.test(sql),
    )
    assert.deepEqual(takers.map(fileOf), [])
    const steps = (await listMigrations()).filter(
      ({ version, step }) => version <= FIRST_WITH_STEPS && step === 'after',
    )
    assert.deepEqual(steps, [], 'the columns that the second step needs come first')
  })

  const rows: readonly (readonly [what: string, change: (folder: string) => Promise<void>, named: string])[] = [
    ['was edited', (at) => appendFile(join(at, '000007_id_marks.sql'), '-- More.\n'), '000007_id_marks.sql'],
    ['is missing', (at) => rm(join(at, '000008_channel_secrets.sql')), '000008_channel_secrets.sql'],
    ['is not in it', (at) => writeFile(join(at, '000999_new.sql'), 'select 1;\n'), '000999_new.sql'],
  ]
  for (const [what, change, named] of rows) {
    it(`refuses a file that ${what}`, async () => {
      await change(folder)
      const message = `Migrations of this installation are not those of its release: ${named}. Install`
      await assert.rejects(listOfCopy(), ({ message: text }: Error) => text.startsWith(message))
    })
  }
})
