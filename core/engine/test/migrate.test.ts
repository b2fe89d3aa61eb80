import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTestDatabase, type TestDatabase } from '@heliograph/postgres/testing'
import { openDatabase, type Sql } from '../src/database/database.ts'
import { migrate, pendingMigrations } from '../src/database/migrate.ts'
import { listMigrations } from '../src/database/migration-list.ts'
import { SchemaError } from '../src/database/schema-error.ts'

describe('migrations', () => {
  let database: TestDatabase
  let sql: Sql
  before(async () => {
    database = await createTestDatabase({ template: 'empty', migrate: async () => {} })
    sql = openDatabase({ url: database.url, max: 2, applicationName: 'test' })
  })
  after(async () => {
    await sql.end({ timeout: 5 })
    await database.close()
  })

  it('have numbers of their own, in the order in which they are applied', async () => {
    const known = await listMigrations()
    const versions = known.map(({ version }) => version)
    assert.deepEqual(
      versions,
      [...new Set(versions)].sort((a, b) => a - b),
    )
    assert.ok(known.every(({ name, sql: text }) => /^[a-z0-9_]+$/.test(name) && text.length > 0))
  })

  it('bring an empty database up to date, also when processes start together', async () => {
    await Promise.all([migrate(database.url), migrate(database.url), migrate(database.url)])
    assert.deepEqual(await pendingMigrations(sql), [])
    const [row] = await sql<{ deployments: number; salts: number }[]>`
      select count(*) as deployments, count(id_salt) as salts from deployment`
    assert.deepEqual(row, { deployments: 1, salts: 1 })
  })

  it('do nothing when there is nothing to do', async () => {
    const state = async () => [
      ...(await sql`select * from schema_migration order by version`),
      ...(await sql`select * from deployment`),
    ]
    const before = await state()
    await migrate(database.url)
    assert.deepEqual(await state(), before)
  })

  it('let the numbers of the queue’s tasks go round, or they would run out', async () => {
    const [row] = await sql<{ cycle: boolean }[]>`
      select cycle from pg_sequences
      where format('%I.%I', schemaname, sequencename) = pg_get_serial_sequence('graphile_worker._private_tasks', 'id')`
    assert.equal(row?.cycle, true)
    await sql`select graphile_worker.add_job('webhook')`
    await sql`select setval(pg_get_serial_sequence('graphile_worker._private_tasks', 'id'), 2147483647)`
    for (let call = 0; call < 3; call += 1) await sql`select graphile_worker.add_job('webhook')`
    const [jobs] = await sql<{ jobs: number; tasks: number }[]>`
      select count(*) as jobs, count(distinct task_id) as tasks from graphile_worker._private_jobs`
    assert.deepEqual(jobs, { jobs: 4, tasks: 1 })
  })

  it('divide the figures of days that were counted before by one thing at a time', async () => {
    await sql`drop table figure_day, figure_hour, figure_turn, figure_opt_out_mark, figure_campaign`
    await sql`truncate report_day, report_hour, report_turn`
    await sql`delete from schema_migration where version = 86`
    await sql`
      insert into report_day values
        (1, '2026-01-01', 7, 5, 'v2', '27', 'delivered', 0, 3, 4, 0.3, 0),
        (1, '2026-01-01', 8, 5, 'v2', '44', 'cancelled', 27, 2, 2, 0.2, 0.1),
        (2, '2026-01-01', 9, 6, 'v2', '27', 'queued', 0, 1, 1, 0.1, 0),
        (0, '2026-01-01', 0, 0, 'v2', '27', 'delivered', 0, 6, 7, 0.6, 0.1)`
    await sql`
      insert into report_hour
      select day + interval '1 hour', client_id, channel_id, user_id, origin, calling_code, state, error_id, messages, parts,
        charged, refunded
      from report_day where client_id <> 0`
    await sql`insert into report_turn values ('2026-01-01 01:00Z', '2026-01-02Z', null)`
    await migrate(database.url)
    const shown = async (clientId: number, channelId: number) => {
      const rows = await sql<{ row: string }[]>`
        select division || ' ' || key || ': ' || messages || '/' || parts || ' ' || delivered || '/' || ended || ' ' || trim_scale(charged - refunded) as row
        from figure_day where client_id = ${clientId} and channel_id = ${channelId} order by division, key`
      return rows.map(({ row }) => row)
    }
    assert.deepEqual(await shown(0, 0), [
      'all : 6/7 3/3 0.5',
      'calling-code 27: 4/5 3/3 0.4',
      'calling-code 44: 2/2 0/0 0.1',
      'client 1: 5/6 3/3 0.4',
      'client 2: 1/1 0/0 0.1',
      'error 0: 4/5 3/3 0.4',
      'error 27: 2/2 0/0 0.1',
      'origin v2: 6/7 3/3 0.5',
      'state cancelled: 2/2 0/0 0.1',
      'state delivered: 3/4 3/3 0.3',
      'state queued: 1/1 0/0 0.1',
    ])
    assert.deepEqual(await shown(1, 8), [
      'all : 2/2 0/0 0.1',
      'calling-code 44: 2/2 0/0 0.1',
      'channel 8: 2/2 0/0 0.1',
      'error 27: 2/2 0/0 0.1',
      'origin v2: 2/2 0/0 0.1',
      'state cancelled: 2/2 0/0 0.1',
      'user 5: 2/2 0/0 0.1',
    ])
    assert.deepEqual((await shown(1, 0)).slice(0, 1), ['all : 5/6 3/3 0.4'])
    const [hours] = await sql`
      select (select sum(messages)::integer from figure_hour where division = 'client') as messages,
        (select count(*)::integer from figure_turn where due_at is null) as settled`
    assert.deepEqual(hours, { messages: 6, settled: 1 })
  })

  it('tell what waits which batch it is in', async () => {
    await sql`alter table message drop column batch_id`
    await sql`alter table message_state drop column batch_id`
    await sql`alter table batch drop column split_from, drop column move_to`
    await sql`alter table batch alter batch_id add generated always as identity`
    await sql`delete from schema_migration where version in (30, 31)`
    await sql`
      insert into message (
        sms_id, client_id, user_id, channel_id, sender, recipient, body, encoding, parts, priority, flash, receipt_webhook,
        notify_format, origin, route, price, currency, accepted_at, validity_seconds
      )
      select n, 1, 1, 1, 'ACME', '27820000001', 'hello', 0, 1, 10, false, true, 0, 'v2', 'default', 0, 'ZAR', now(), 60
      from generate_series(1, 5) as n`
    await sql`insert into batch (route, priority, due_at, sms_ids) values ('default', 10, now(), '{1,3}'), ('default', 10, now(), '{4}')`
    await migrate(database.url)
    const rows = await sql<{ sms_id: number; batch_id: number | null }[]>`
      select sms_id, batch.batch_id from message left join batch using (batch_id) order by sms_id`
    const [first, second] = [rows[0]?.batch_id, rows[3]?.batch_id] as [number, number]
    assert.deepEqual(
      rows.map((row) => row.batch_id),
      [first, null, first, second, null],
    )
    assert.ok(first < 0 && second < 0 && first !== second, 'none is the id of a message')
  })

  it('count outgoing numbers in use as given, unless another client receives on them', async () => {
    await sql`drop table outgoing_number`
    await sql`delete from schema_migration where version = 25`
    const add = async (name: string, number: string, outgoing: string) => {
      const [client] = await sql<{ client_id: number }[]>`
        insert into client (name, currency) values (${name}, 'ZAR') returning client_id`
      await sql`
        insert into channel (client_id, kind, address, security_key, outgoing_number)
        values (${client?.client_id as number}::bigint, 'number', ${number}, ''::bytea, ${outgoing})`
      return client?.client_id as number
    }
    const own = await add('Own', '27820000001', '27820009999')
    await add('Other', '27820000002', '27820000001')
    await migrate(database.url)
    const given = await sql`select client_id, number from outgoing_number`
    assert.deepEqual([...given], [{ client_id: own, number: '27820009999' }])
    const sending = await sql<{ outgoing_number: string }[]>`select outgoing_number from channel order by address`
    assert.deepEqual(
      sending.map((row) => row.outgoing_number),
      ['27820009999', '27820000001'],
    )
  })

  it('give the keys of users who used the portal lately its scope, and the others none', async () => {
    const scopes = (await listMigrations()).find(({ name }) => name === 'key_scopes')
    await sql`alter table api_key drop column scope`
    await sql`insert into client (name, currency) values ('Acme', 'ZAR')`
    const acts: readonly (readonly [email: string, action: string, daysAgo: number])[] = [
      ['changes@acme.example', 'user-changed', 29],
      ['changed-long-ago@acme.example', 'user-changed', 31],
      ['only-logs-in@acme.example', 'log-in', 1],
      ['is-refused@acme.example', 'log-in-refused', 1],
    ]
    for (const [email, action, daysAgo] of acts) {
      await sql`
        with added as (
          insert into app_user (client_id, email, password_hash) select client_id, ${email}, '' from client where name = 'Acme'
          returning user_id, client_id
        ), key as (
          insert into api_key (user_id, key_hash, smpp_hash, sealed)
          select user_id, convert_to(${email}, 'UTF8'), ''::bytea, 'sealed'::bytea from added
        )
        insert into audit_entry (at, client_id, user_id, email, is_by_operator, action, detail)
        select now() - make_interval(days => ${daysAgo}::integer), client_id, user_id, ${email}, false, ${action}, '{}'
        from added`
    }
    await sql.unsafe(scopes?.sql ?? '')
    const keys = await sql`
      select email, scope, sealed is not null as is_sealed from api_key join app_user using (user_id) order by key_id`
    assert.deepEqual(
      keys.map(({ email, scope, is_sealed }) => [email, scope, is_sealed]),
      acts.map(([email], index) => [email, index === 0 ? 'portal' : 'send', index !== 0]),
    )
  })

  it('leave room for updates in the partitions there are, as in those to come', async () => {
    const factors = async () => {
      const rows = await sql<{ name: string; factor: string }[]>`
        select inhparent::regclass::text as name,
          string_agg(distinct coalesce(array_to_string(reloptions, ' '), ''), ', ') as factor
        from pg_inherits join pg_class on pg_class.oid = inhrelid
        where inhparent in ('message_state'::regclass, 'submission'::regclass, 'webhook'::regclass, 'message'::regclass)
        group by 1 order by 1`
      return rows.map(({ name, factor }) => `${name} ${factor}`)
    }
    const given = ['message ', 'message_state fillfactor=45', 'submission fillfactor=45', 'webhook fillfactor=55']
    assert.deepEqual(await factors(), given)
    for (const table of ['message_state', 'submission', 'webhook'])
      await sql.unsafe(`alter table ${table}_0 set (fillfactor = 70)`)
    await sql`delete from schema_migration where version = 46`
    await migrate(database.url)
    await sql`select create_id_range(200000000, 300000000)`
    assert.deepEqual(await factors(), given)
  })

  it('are on record with the checksums of their texts', async () => {
    const known = await listMigrations()
    const rows = await sql`select version, checksum from schema_migration order by version`
    assert.deepEqual(
      [...rows],
      known.map(({ version, checksum }) => ({ version, checksum })),
    )
  })

  it('of a record without checksums get those of this release, once', async () => {
    const checksums = async () => [...(await sql`select version, checksum from schema_migration order by version`)]
    const before = await checksums()
    await sql`alter table schema_migration drop column checksum`
    assert.deepEqual(await pendingMigrations(sql), [], 'looking changes nothing')
    await migrate(database.url)
    assert.deepEqual(await checksums(), before)
    await sql`update schema_migration set checksum = 'other' where version = 49`
    const isChanged = (error: unknown) =>
      error instanceof SchemaError && /texts .*: 49 \(restores\)\. Run/.test(error.message)
    await assert.rejects(pendingMigrations(sql), isChanged)
    await assert.rejects(migrate(database.url), isChanged)
    await sql`update schema_migration set checksum = null where version = 49`
    await migrate(database.url)
    assert.deepEqual(await checksums(), before)
  })

  it('beyond this release are no hindrance until the database needs them', async () => {
    await sql`insert into schema_migration (version, name) values (999, 'from_the_future')`
    await migrate(database.url)
    assert.deepEqual(await pendingMigrations(sql), [])
    await sql`update deployment set needed_migration = 999`
    const isRefused = ({ message }: Error) =>
      /^The database needs a release that knows migration 999; this one knows up to \d+\. Start/.test(message)
    await assert.rejects(migrate(database.url), isRefused)
    await assert.rejects(pendingMigrations(sql), isRefused)
    await sql`delete from schema_migration where version = 999`
    await sql`update deployment set needed_migration = 0`
    await migrate(database.url)
  })

  it('have no limit of time, however large the tables are', async () => {
    const other = await createTestDatabase({ template: 'empty', migrate: async () => {} })
    const observer = openDatabase({ url: other.url, max: 1, applicationName: 'test' })
    await observer.unsafe(`
      create table public.seen (statement_timeout text);
      create function public.see() returns event_trigger language plpgsql as $$
        begin insert into public.seen values (current_setting('statement_timeout')); end $$;
      create event trigger see on ddl_command_end when tag in ('CREATE TABLE') execute function public.see()`)
    await migrate(other.url)
    const seen = await observer<{ limit: string }[]>`
      select distinct statement_timeout as limit from public.seen order by 1`
    assert.deepEqual([...seen], [{ limit: '0' }])
    await observer.end({ timeout: 5 })
    await other.close()
  })

  it('that fail leave nothing half done', async () => {
    const other = await createTestDatabase({ template: 'empty', migrate: async () => {} })
    const blocked = openDatabase({ url: other.url, max: 1, applicationName: 'test' })
    await blocked`create schema heliograph`
    await blocked`create table heliograph.channel (in_the_way integer)`
    await assert.rejects(migrate(other.url), /already exists/)
    const left = await blocked<{ tables: string[] }[]>`
      select array_agg(tablename::text order by tablename) as tables from pg_tables where schemaname = 'heliograph'`
    assert.deepEqual(left[0]?.tables, ['channel', 'schema_migration'])
    await blocked`drop table heliograph.channel`
    await migrate(other.url)
    assert.deepEqual(await pendingMigrations(blocked), [])
    await blocked.end({ timeout: 5 })
    await other.close()
  })
})
