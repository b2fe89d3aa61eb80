import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { InstanceTables, TableSql } from '@heliograph/contracts'
import { openDatabase, type Sql } from '../src/database/database.ts'
import { createOwnTables } from '../src/tables/instance-tables.ts'
import { migrateSchemas } from '../src/tables/migrate-schemas.ts'
import { useDatabase } from './support/database-fixture.ts'
import { ownSchema } from './support/own-schema-folder.ts'

const TABLE = `
  create table entry (id bigint primary key, note text, about jsonb, at timestamptz, raw bytea, amount numeric);
  create table total (only_row boolean primary key, events bigint not null);
  insert into total values (true, 0);`

describe('tables of an instance', () => {
  const database = useDatabase()
  const pools: Sql[] = []
  let tables: InstanceTables
  let other: InstanceTables

  function open(schema: string): Sql {
    const sql = openDatabase({ url: database.url, max: 2, applicationName: schema, searchPath: schema })
    pools.push(sql)
    return sql
  }

  before(() => {
    const service = createOwnTables(open)
    tables = service.of('mine')
    other = service.of('other')
  })
  after(() => Promise.all(pools.map((sql) => sql.end({ timeout: 5 }))))

  test('the schemas are there', async (t) => {
    await migrateSchemas(database.url, [await ownSchema(t, 'mine', [TABLE]), await ownSchema(t, 'other', [TABLE])])
  })

  test('values come back as they were given, whatever is in them', async () => {
    const at = new Date('2026-03-01T00:00:00Z')
    const row = {
      id: 2 ** 40,
      note: `'; drop table entry; --`,
      about: { a: [1, 'x'] },
      at,
      raw: Buffer.from([0, 255]),
      amount: '1.50',
    }
    await tables.sql`insert into entry values (${row.id}, ${row.note}, ${row.about}, ${at}, ${row.raw}, ${row.amount})`
    assert.deepEqual(await tables.sql`select * from entry where id = any(${[row.id, 3]}::bigint[])`, [row])
    assert.deepEqual(
      await tables.sql<{ id: number }>`select id from entry where note = any(${[row.note, '"']}::text[])`,
      [{ id: row.id }],
    )
    assert.deepEqual(await other.sql`select * from entry`, [], 'instances do not see each other')
  })

  test('parts of statements are no values, and texts are no statements', async () => {
    for (const bad of [new Map(), new (class Thing {})(), () => 1, undefined, [{}], Symbol('x')])
      await assert.rejects(tables.sql`select ${bad as never}::text`, TypeError)
    await assert.rejects((tables.sql as (text: unknown) => Promise<unknown>)('select 1'), TypeError)
    await assert.rejects(tables.sql`select ${tables.sql`select 1` as never}`, TypeError)
  })

  test('names without a prefix are those of the schema only', async () => {
    await assert.rejects(tables.sql`select * from client`, { code: '42P01' })
  })

  test('an error of Postgres comes with its code, one of the database as that of a service', async () => {
    await assert.rejects(tables.sql`insert into total values (true, 1)`, { code: '23505' })
    const away = openDatabase({ url: 'postgres://127.0.0.1:1/nowhere', max: 1, applicationName: 'test' })
    await assert.rejects(createOwnTables(() => away).of('mine').sql`select 1`, {
      category: 'unavailable',
      code: 'database-away',
    })
    await away.end({ timeout: 0 })
  })

  test('a transaction is done as a whole or not at all', async () => {
    const add = (sql: TableSql, id: number) => sql`insert into entry (id) values (${id})`
    assert.equal(
      await tables.transaction(async (sql) => {
        await add(sql, 10)
        await add(sql, 11)
        return 'done'
      }),
      'done',
    )
    const failing = tables.transaction(async (sql) => {
      await add(sql, 12)
      throw new Error('Not this time')
    })
    await assert.rejects(failing, /Not this time/)
    assert.deepEqual(await tables.sql`select id from entry where id in (10, 11, 12) order by id`, [
      { id: 10 },
      { id: 11 },
    ])
  })

  describe('an event is counted once', () => {
    const count = (sql: TableSql) => sql`update total set events = events + 1`
    const total = async () => (await tables.sql<{ events: number }>`select events from total`)[0]?.events
    let lastId = 0
    const event = () => {
      lastId += 1
      return { eventId: lastId }
    }

    test('however often it comes, and on whatever nodes at once', async () => {
      const [before, twin, coming] = [await total(), createOwnTables(open).of('mine'), event()]
      const handled = await Promise.all(
        [tables, twin, tables, twin].map((each) => each.eachOnce(coming, (sql) => count(sql))),
      )
      assert.deepEqual(handled.toSorted(), [0, 0, 0, 1])
      assert.equal(await total(), Number(before) + 1)
      assert.equal(await other.eachOnce(coming, async () => {}), 1, 'for another instance it is new')
    })

    test('and not at all when it could not be handled', async () => {
      const [before, coming] = [await total(), event()]
      const failing = tables.eachOnce(coming, async (sql) => {
        await count(sql)
        throw new Error('Not this time')
      })
      await assert.rejects(failing, /Not this time/)
      assert.equal(await total(), before)
      assert.equal(await tables.eachOnce(coming, count), 1)
      assert.equal(await total(), Number(before) + 1)
    })

    test('of several those that are new are given, and nothing is called when there are none', async () => {
      const [known, fresh, also] = [event(), event(), event()]
      await tables.eachOnce(known, count)
      const given: number[] = []
      const run = async (_: TableSql, events: readonly { eventId: number }[]) =>
        void given.push(...events.map((e) => e.eventId))
      assert.equal(await tables.eachOnce([also, known, fresh, also], run), 2)
      assert.equal(await tables.eachOnce([known, fresh], run), 0)
      assert.equal(await tables.eachOnce([], run), 0)
      assert.deepEqual(given, [also.eventId, fresh.eventId])
    })

    test('a connection that breaks before the commit leaves it uncounted', async () => {
      const [before, coming] = [await total(), event()]
      await assert.rejects(
        tables.eachOnce(coming, async (sql) => {
          await count(sql)
          await database.sql`
            select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'plugin_mine' and state like 'idle in%'`
          await sql`select 1`
        }),
        { code: 'database-away' },
      )
      assert.equal(await total(), before)
      assert.equal(await tables.eachOnce(coming, count), 1)
    })
  })
})
