import assert from 'node:assert/strict'
import { rename } from 'node:fs/promises'
import { describe, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { dropSchema, listSchemas } from '../src/tables/kept-schemas.ts'
import { migrateSchemas } from '../src/tables/migrate-schemas.ts'
import { readOwnSchema } from '../src/tables/own-schema.ts'
import { judgeOwnSchemas } from '../src/tables/schema-record.ts'
import { useDatabase } from './support/database-fixture.ts'
import { migrationsOf, ownSchema } from './support/own-schema-folder.ts'

const POINTS = 'create table points (client_id bigint primary key, points bigint not null);'
const LEVELS = `alter table points add column level text not null default 'new';
create function level_of(points bigint) returns text language sql as $$ select case when points > 9 then 'gold' else 'new' end $$;`

const database = useDatabase()

const columnsOf = (schema: string) =>
  database.sql<{ column_name: string }[]>`
    select column_name from information_schema.columns where table_schema = ${schema} order by ordinal_position`

test('migrations are applied once each, in order, in the schema of the instance', async (t) => {
  const first = await ownSchema(t, 'loyalty-eu', [POINTS])
  assert.deepEqual(await migrateSchemas(database.url, [first]), [{ instance: 'loyalty-eu', version: 1, name: 'step' }])
  assert.deepEqual(await migrateSchemas(database.url, [first]), [])
  const second = await ownSchema(t, 'loyalty-eu', [POINTS, LEVELS])
  assert.deepEqual(
    (await migrateSchemas(database.url, [second])).map(({ version }) => version),
    [2],
  )
  assert.deepEqual(
    (await columnsOf('plugin_loyalty_eu')).map((row) => row.column_name),
    ['client_id', 'points', 'level'],
  )
})

test('nodes that start together apply each migration once', async (t) => {
  const schema = await ownSchema(t, 'together', [POINTS, LEVELS, 'insert into points values (1, 5)'])
  const applied = await Promise.all([1, 2, 3].map(() => migrateSchemas(database.url, [schema])))
  assert.deepEqual(applied.map((each) => each.length).sort(), [0, 0, 3])
  const [row] = await database.sql<
    { points: number }[]
  >`select sum(points)::bigint as points from plugin_together.points`
  assert.equal(row?.points, 5)
})

test('a role needs no more than to make schemas and to keep the record', async (t) => {
  const { sql } = database
  const url = new URL(database.url)
  const role = `${url.pathname.slice(1)}_tables`
  await sql.unsafe(`create role "${role}" login password 'of-a-test'`)
  t.after(async () => {
    await sql.unsafe(`drop owned by "${role}" cascade`)
    await sql.unsafe(`drop role "${role}"`)
  })
  await sql.unsafe(`grant create on database "${url.pathname.slice(1)}" to "${role}"`)
  await sql.unsafe(`grant usage on schema heliograph to "${role}"`)
  await sql.unsafe(`grant select, insert on heliograph.own_schema, heliograph.own_migration to "${role}"`)
  Object.assign(url, { username: role, password: 'of-a-test' })
  assert.equal((await migrateSchemas(url.href, [await ownSchema(t, 'by-role', [POINTS, LEVELS])])).length, 2)
  const beyond = await ownSchema(t, 'beyond', ['create table copy as select * from heliograph.client'])
  await assert.rejects(migrateSchemas(url.href, [beyond]), { code: 'schema-unusable', message: /permission denied/ })
})

describe('what a migration must not touch', () => {
  const ROWS: readonly (readonly [name: string, sql: string, reported: RegExp])[] = [
    ['reading a table of the gateway', 'create table copy as select * from heliograph.client', /heliograph\.client/],
    ['writing one', 'update heliograph.client set name = name', /heliograph\.client/],
    ['writing its own record', "insert into heliograph.own_schema values ('x', 'y')", /heliograph\.own_schema/],
    ['making one', 'create table public.mine (id bigint)', /public\.mine/],
    ['removing one', 'drop table heliograph.link_minute', /a table that was dropped/],
    ['a trigger on one', TRIGGER(), /heliograph\.message_state/],
    [
      'a function elsewhere',
      'create function heliograph.mine() returns int language sql as $$ select 1 $$',
      /heliograph\.mine/,
    ],
    [
      'a function elsewhere, out of sight',
      hidden('create function public.mine() returns int language sql as $f$ select 1 $f$'),
      /public\.mine/,
    ],
    ['a type elsewhere', "create type public.mood as enum ('fine')", /public\.mood/],
    ['another schema', 'create schema elsewhere', /schema elsewhere/],
    ['the schema of another instance', 'create table plugin_neighbour.mine (id bigint)', /plugin_neighbour\.mine/],
    [
      'the end of its transaction',
      'create table mine (id bigint); commit; drop table heliograph.link_minute',
      /transaction/,
    ],
    ['a statement that is wrong', 'create table mine (id bigint); select nothing', /"nothing"/],
  ]
  for (const [index, [name, sql, reported]] of ROWS.entries())
    test(name, async (t) => {
      await migrateSchemas(database.url, [await ownSchema(t, 'neighbour', [POINTS])])
      const instance = `bad-${index}`
      const schema = await ownSchema(t, instance, [POINTS, sql])
      const refused = { category: 'conflict', code: 'schema-unusable', message: reported }
      await assert.rejects(migrateSchemas(database.url, [schema]), refused)
      assert.deepEqual(
        (await columnsOf(`plugin_bad_${index}`)).map((row) => row.column_name),
        ['client_id', 'points'],
        'only the migration before is there',
      )
      const [row] = await database.sql<{ there: boolean }[]>`
        select to_regclass('heliograph.link_minute') is not null and to_regclass('public.mine') is null as there`
      assert.equal(row?.there, true)
    })

  test('what it does in its own schema, and for itself, is its own affair', async (t) => {
    const schema = await ownSchema(t, 'busy', [
      POINTS,
      `create temporary table seen on commit drop as select * from points;
       create index on points (points); drop table points; create type mood as enum ('fine');
       create table points (id bigint generated always as identity, note text, mood mood);
       do $$ begin insert into points (note) values ('a'); perform 1 / 0; exception when division_by_zero then null; end $$;`,
    ])
    assert.equal((await migrateSchemas(database.url, [schema])).length, 2)
  })
})

function TRIGGER() {
  return `create function note() returns trigger language plpgsql as $$ begin return null; end $$;
    create trigger mine after insert on heliograph.message_state execute function note()`
}

/** As a part of a transaction, which has an id of its own. */
function hidden(sql: string): string {
  return `do $$ begin ${sql}; exception when division_by_zero then null; end $$`
}

describe('a package that does not fit its tables is refused, before anything is changed', () => {
  const CASES = [
    ['an older one', [POINTS], 'loyalty', 'schema-newer', /have migration 2 \(step\); this loyalty knows up to 1/],
    ['one with another text', [`${POINTS} `, LEVELS, ''], 'loyalty', 'schema-changed', /other texts .* 1 \(step\)/],
    ['another package', [POINTS, LEVELS], 'other', 'schema-changed', /made by loyalty, not by other/],
  ] as const
  for (const [name, texts, packageId, code, message] of CASES)
    test(name, async (t) => {
      const instance = name.replaceAll(' ', '-')
      await migrateSchemas(database.url, [await ownSchema(t, instance, [POINTS, LEVELS])])
      const schema = await ownSchema(t, instance, texts, packageId)
      await assert.rejects(migrateSchemas(database.url, [schema]), { code, message })
      const [judged] = await judgeOwnSchemas(database.sql, [schema])
      assert.match(String(judged?.verdict), message)
    })
})

describe('a folder that cannot be used is reported before the database is asked', () => {
  test('there is none', async () => {
    await assert.rejects(readOwnSchema('x', 'y', pathToFileURL('/nowhere')), {
      code: 'schema-unusable',
      message: /ENOENT/,
    })
  })
  test('it has files that are no migrations', async (t) => {
    const folder = await migrationsOf(t, [POINTS])
    await rename(new URL('000001_step.sql', folder), new URL('1-points.sql', folder))
    await assert.rejects(readOwnSchema('x', 'y', folder), { code: 'schema-unusable', message: /1-points\.sql/ })
  })
  test('the name of the instance is too long', async (t) => {
    const long = 'x'.repeat(57)
    await assert.rejects(ownSchema(t, long, [POINTS]), { code: 'schema-unusable', message: /shorter name/ })
  })
})

test('schemas are listed whether anything is configured or not, and dropped with all that was noted', async (t) => {
  await migrateSchemas(database.url, [await ownSchema(t, 'to-go', [POINTS, LEVELS])])
  await database.sql`insert into handled_event (instance, event_id) values ('to-go', 7)`
  const listed = (await listSchemas(database.sql)).find(({ instance }) => instance === 'to-go')
  assert.ok(listed !== undefined && listed.octets > 0)
  assert.deepEqual(
    { ...listed, octets: 0 },
    { instance: 'to-go', schema: 'plugin_to_go', package: 'loyalty', version: 2, tables: 1, octets: 0 },
  )
  await dropSchema(database.sql, 'to-go')
  assert.equal((await columnsOf('plugin_to_go')).length, 0)
  assert.equal((await database.sql`select from handled_event where instance = 'to-go'`).length, 0)
  await assert.rejects(dropSchema(database.sql, 'to-go'), { category: 'not-found', code: 'data-not-found' })
  assert.equal((await migrateSchemas(database.url, [await ownSchema(t, 'to-go', [POINTS])])).length, 1)
})
