import assert from 'node:assert/strict'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { openDatabase, type Sql } from '@heliograph/engine'
import type { TestDatabase } from '@heliograph/postgres/testing'
import { createEngineDatabase } from '../../../core/engine/test/support/engine-database.ts'
import { runHere, runJsonHere } from './support/cli-here.ts'

const PACKAGE = fileURLToPath(new URL('./support/with-tables/', import.meta.url))

interface Finding {
  readonly name: string
  readonly ok: boolean
  readonly message: string
}

describe('tables of instances', () => {
  let database: TestDatabase
  let sql: Sql
  let folder: string
  before(async () => {
    database = await createEngineDatabase()
    sql = openDatabase({ url: database.url, max: 1, applicationName: 'test' })
    folder = await mkdtemp(join(tmpdir(), 'heliograph-plugin-data-'))
    await cp(PACKAGE, join(folder, 'with-tables'), { recursive: true })
    await configure(['loyalty-eu'])
  })
  after(async () => {
    await sql.end({ timeout: 5 })
    await database.close()
    await rm(folder, { recursive: true })
  })

  async function configure(instances: readonly string[], use = './with-tables/index.mjs'): Promise<void> {
    const entries = Object.fromEntries(instances.map((id) => [id, { use }]))
    await writeFile(
      join(folder, 'gateway.json'),
      JSON.stringify({ database: { url: database.url }, instances: entries }),
    )
  }

  const options = () => ['--config', join(folder, 'gateway.json'), '--data-dir', join(folder, 'data')]

  async function findingsOf(): Promise<readonly Finding[]> {
    const { stdout, stderr } = await runHere(['check', ...options(), '--json'])
    const findings: readonly Finding[] = stdout ? JSON.parse(stdout).findings : JSON.parse(stderr).error.details
    return findings.filter(({ name }) => name.startsWith('tables of'))
  }

  test('check says what a start would do', async () => {
    assert.deepEqual(await findingsOf(), [
      {
        name: 'tables of loyalty-eu',
        ok: true,
        message: 'plugin_loyalty_eu: 2 to apply; the next start does it, or: heliograph migrate',
      },
    ])
  })

  test('migrate applies their migrations, and tells which', async () => {
    const { instances } = await runJsonHere<{ instances: unknown }>(['migrate', ...options()])
    assert.deepEqual(instances, [
      { instance: 'loyalty-eu', version: 1, name: 'points' },
      { instance: 'loyalty-eu', version: 2, name: 'levels' },
    ])
    assert.deepEqual((await runJsonHere<{ instances: unknown }>(['migrate', ...options()])).instances, [])
    assert.equal((await findingsOf())[0]?.message, 'plugin_loyalty_eu has all migrations of its package')
  })

  test('a package that is older than its tables is refused', async () => {
    const file = join(folder, 'with-tables/migrations/000002_levels.sql')
    await rm(file)
    const { code, stderr } = await runHere(['migrate', ...options(), '--json'])
    assert.deepEqual([code, JSON.parse(stderr).error.code], [1, 'schema-newer'])
    assert.equal((await findingsOf())[0]?.ok, false)
    await cp(join(PACKAGE, 'migrations/000002_levels.sql'), file)
  })

  test('what is left of an instance is listed, and removed only by a command that says so', async () => {
    await configure(['loyalty-us'])
    await runJsonHere(['migrate', ...options()])
    const { data } = await runJsonHere<{ data: readonly Record<string, unknown>[] }>([
      'plugin',
      'list-data',
      ...options(),
    ])
    assert.deepEqual(
      data.map(({ instance, version, tables, configured }) => [instance, version, tables, configured]),
      [
        ['loyalty-eu', 2, 1, false],
        ['loyalty-us', 2, 1, true],
      ],
    )
    const drop = ['plugin', 'drop-data', 'loyalty-eu', ...options()]
    assert.match((await runHere(drop)).stderr, /repeat it with --yes/)
    await runJsonHere([...drop, '--yes'])
    const [row] = await sql<{ there: boolean }[]>`
      select to_regnamespace('plugin_loyalty_eu') is not null as there`
    assert.equal(row?.there, false)
    assert.equal(JSON.parse((await runHere([...drop, '--yes', '--json'])).stderr).error.code, 'data-not-found')
  })

  test('tables of an instance that nodes may work with are not removed', async () => {
    await sql`
      insert into heliograph.node (node_id, name, roles, beat_at) values (gen_random_uuid(), 'a', '{}', now())`
    const drop = ['plugin', 'drop-data', 'loyalty-us', '--yes', ...options(), '--json']
    assert.match(JSON.parse((await runHere(drop)).stderr).error.message, /nodes work: a\./)
    await sql`delete from heliograph.node where name = 'a'`
    await runJsonHere(drop.slice(0, -1))
  })

  test('a package that uses tables and brings none is refused', async () => {
    const index = join(folder, 'with-tables/without.mjs')
    await writeFile(index, `import it from './index.mjs'\nexport default { ...it, tables: undefined }\n`)
    await configure(['loyalty-us'], './with-tables/without.mjs')
    const { code, stderr } = await runHere(['migrate', ...options(), '--json'])
    assert.equal(code, 1)
    assert.match(stderr, /uses OwnTables and says nothing about its tables/)
  })
})
