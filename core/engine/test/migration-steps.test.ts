import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { after, afterEach, before, beforeEach, describe, it } from 'node:test'
import { isGatewayError } from '@heliograph/contracts'
import type { TestDatabase } from '@heliograph/postgres/testing'
import { applyMigration } from '../src/database/apply-migration.ts'
import { openDatabase, type Sql } from '../src/database/database.ts'
import { migrate, pendingMigrations } from '../src/database/migrate.ts'
import { type Migration, newestMigration } from '../src/database/migration-list.ts'
import { closeToOlderNodes } from '../src/database/older-nodes.ts'
import { SchemaError } from '../src/database/schema-error.ts'
import { createEngineDatabase } from './support/engine-database.ts'
import { waitUntil } from './support/engine-harness.ts'
import { createMigrationFolder } from './support/migration-folder.ts'
import { startTestNode } from './support/test-node.ts'

// What the next release has: each leaves its number in a table, in the order in which it was applied.

const NEXT = [
  { version: 901, step: 'before', sql: 'create table added (number integer); insert into added values (901);' },
  { version: 902, step: 'after', sql: 'insert into added values (902);' },
  { version: 903, step: 'before', sql: 'insert into added values (903);' },
] as const

describe('migrations of two steps', () => {
  let folder: Awaited<ReturnType<typeof createMigrationFolder>>
  let database: TestDatabase
  let sql: Sql
  let known: number
  before(async () => {
    folder = await createMigrationFolder(NEXT)
    known = await newestMigration()
  })
  beforeEach(async () => {
    database = await createEngineDatabase()
    sql = openDatabase({ url: database.url, max: 4, applicationName: 'test' })
  })
  afterEach(async () => {
    await sql.end({ timeout: 5 })
    await database.close()
  })
  after(() => folder.remove())

  const next = (withSecondStep?: boolean) => migrate(database.url, { folder: folder.url, withSecondStep })
  const applied = async () => {
    const rows = await sql<{ version: number }[]>`
      select version from schema_migration where version > 900 order by applied_at, version`
    return rows.map(({ version }) => version)
  }
  const needed = async () => {
    const [row] = await sql<{ needed: number }[]>`select needed_migration as needed from deployment`
    return row?.needed
  }
  const addNode = (knows: number | null, silentSeconds = 0, release: string | null = null) => sql`
    insert into node (node_id, name, roles, release, known_migration, beat_at)
    values (
      gen_random_uuid(), 'b', '{}', ${release}, ${knows}::integer, now() - ${silentSeconds}::integer * interval '1 second'
    )`

  interface Row {
    readonly what: string
    readonly node?: readonly [knows: number | null, silentSeconds: number, release: string | null]
    readonly withSecondStep?: boolean
    readonly olderNodes?: readonly { readonly name: string; readonly release: string | null }[]
    readonly waits: boolean
  }
  const rows: readonly Row[] = [
    { what: 'no node lives', waits: false },
    { what: 'a node of this release lives', node: [903, 0, '2.0.0'], waits: false },
    { what: 'a node that knows the second step lives', node: [902, 0, '2.0.0'], waits: false },
    { what: 'a node of an earlier release is dead', node: [900, 60, '1.0.0'], waits: false },
    {
      what: 'a node of an earlier release lives',
      node: [900, 0, '1.0.0'],
      waits: true,
      olderNodes: [{ name: 'b', release: '1.0.0' }],
    },
    {
      what: 'a node lives that does not say what it is',
      node: [null, 0, null],
      waits: true,
      olderNodes: [{ name: 'b', release: null }],
    },
    { what: 'only the first is wanted', withSecondStep: false, waits: true },
  ]
  for (const { what, node, withSecondStep, olderNodes = [], waits } of rows)
    it(`the second ${waits ? 'waits' : 'is done'} when ${what}`, async () => {
      if (node !== undefined) await addNode(...node)
      const outcome = await next(withSecondStep)
      const versions = outcome.waiting.map(({ version }) => version)
      assert.deepEqual([versions, outcome.olderNodes], [waits ? [902] : [], olderNodes])
      assert.deepEqual(await applied(), waits ? [901, 903] : [901, 902, 903])
      assert.equal(await needed(), waits ? 0 : 902)
      await sql`delete from node`
      assert.deepEqual(await next(), { waiting: [], olderNodes: [] })
      assert.equal(await needed(), 902)
    })

  it('an earlier release starts again after the first, and not after the second', async () => {
    await next(false)
    assert.deepEqual(await pendingMigrations(sql), [])
    const earlier = await startTestNode(sql, { knownMigration: known, release: '1.0.0' })
    const { olderNodes } = await next()
    assert.deepEqual(olderNodes, [{ name: 'node', release: '1.0.0' }])
    await earlier.node.stop()
    assert.deepEqual((await next()).waiting, [])
    const isRefused = (error: unknown) => error instanceof SchemaError && error.code === 'schema-newer'
    await assert.rejects(pendingMigrations(sql), isRefused)
    await assert.rejects(migrate(database.url), isRefused)
    await assert.rejects(startTestNode(sql, { knownMigration: known }), isRefused)
    const later = await startTestNode(sql, { knownMigration: 902 })
    await later.node.stop()
  })

  it('the second waits for a node that joins at the same time', async () => {
    let join: (() => void) | undefined
    const joined = sql.begin(async (tx) => {
      await tx`select from deployment where needed_migration <= ${known}::integer for share`
      await new Promise<void>((resolve) => {
        join = resolve
      })
      await tx`
        insert into node (node_id, name, roles, known_migration) values (gen_random_uuid(), 'b', '{}', ${known}::integer)`
    })
    await waitUntil(() => join !== undefined, 'the node is joining')
    const closing = closeToOlderNodes(sql, 902)
    await waitUntil(async () => {
      const waiting = await sql`select from pg_locks where not granted and pid <> pg_backend_pid()`
      return waiting.length > 0
    }, 'the other one waits for it')
    join?.()
    await joined
    assert.deepEqual(await closing, [{ name: 'b', release: null }])
    assert.equal(await needed(), 0)
  })

  it('a process that is killed in the middle leaves nothing half done, and the next one goes on', async () => {
    const added = [
      { version: 901, step: 'before', sql: 'create table added (number integer);' },
      { version: 902, step: 'before', sql: 'insert into added values (902); select pg_advisory_xact_lock(77);' },
      { version: 903, step: 'after', sql: 'insert into added values (903);' },
    ] as const
    const stuck = await createMigrationFolder(added)
    const blocker = await sql.reserve()
    await blocker`select pg_advisory_lock(77)`
    const script = new URL('./support/migrate-process.ts', import.meta.url).pathname
    const child = spawn(process.execPath, [...process.execArgv, script, database.url, stuck.url.href])
    const waits = () => sql`select from pg_locks where locktype = 'advisory' and objid = 77 and not granted`
    await waitUntil(async () => (await waits()).length > 0, 'the migration is in the middle')
    child.kill('SIGKILL')
    await once(child, 'exit')
    assert.deepEqual(await applied(), [901])
    await blocker`select pg_advisory_unlock(77)`
    blocker.release()
    assert.deepEqual((await migrate(database.url, { folder: stuck.url })).waiting, [])
    assert.deepEqual(await applied(), [901, 902, 903])
    assert.deepEqual([...(await sql`select number from added order by 1`)], [{ number: 902 }, { number: 903 }])
    await stuck.remove()
  })

  it('processes that migrate at once apply each of them once', async () => {
    await Promise.all([next(), next(), next()])
    assert.deepEqual([...(await sql`select number from added`)], [{ number: 901 }, { number: 902 }, { number: 903 }])
  })

  it('of two that are at the same migration, without any other lock, one waits and does nothing', async () => {
    const migration = { version: 901, name: 'added', step: 'before', sql: NEXT[0].sql, checksum: 'a' } as const
    const options = { clock: { now: () => 0, after: () => () => {} }, onWait: () => {} }
    await Promise.all([applyMigration(sql, migration, options), applyMigration(sql, migration, options)])
    assert.deepEqual(await applied(), [901])
  })
})

describe('a migration that waits for a lock', () => {
  let database: TestDatabase
  let sql: Sql
  before(async () => {
    database = await createEngineDatabase()
    sql = openDatabase({ url: database.url, max: 4, applicationName: 'test' })
  })
  after(async () => {
    await sql.end({ timeout: 5 })
    await database.close()
  })
  const migration: Migration = {
    version: 901,
    name: 'added',
    step: 'before',
    checksum: 'a',
    sql: 'alter table outgoing_number add column added integer',
  }

  it('lets everybody pass again and again, and is applied once it has the lock', async () => {
    const reader = await sql.reserve()
    await reader.unsafe('begin; select from outgoing_number')
    const waits: string[] = []
    const retry: (() => void)[] = []
    const clock = {
      now: () => 0,
      after(_: number, callback: () => void) {
        retry.push(callback)
        return () => {}
      },
    }
    const applying = applyMigration(sql, migration, { clock, onWait: (reason) => waits.push(reason) })
    for (let times = 1; times <= 2; times += 1) {
      await waitUntil(() => retry.length === times, 'it gives way')
      await sql`select from outgoing_number`
      if (times === 2) await reader.unsafe('commit')
      retry.at(-1)?.()
    }
    await applying
    reader.release()
    const reason = 'Migration 901 (added) waits for a lock that others have.'
    assert.deepEqual(waits, [reason, reason])
    await sql`select added from outgoing_number`
  })

  it('is given up after a while, with a remedy', async () => {
    let tries = 0
    const busy = async () => {
      tries += 1
      throw Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' })
    }
    const pauses: number[] = []
    const clock = {
      now: () => 0,
      after(ms: number, callback: () => void) {
        pauses.push(ms)
        queueMicrotask(callback)
        return () => {}
      },
    }
    const given = applyMigration({ begin: busy } as unknown as Sql, migration, { clock, onWait: () => {} })
    await assert.rejects(
      given,
      (error) => isGatewayError(error) && error.code === 'schema-busy' && /End them/.test(error.message),
    )
    assert.equal(tries, 60)
    assert.deepEqual([pauses[0], pauses.at(-1)], [500, 10_000])
  })
})
