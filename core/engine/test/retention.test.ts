import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openDatabase } from '../src/database/database.ts'
import { NO_ARCHIVE } from '../src/operate/archive/archive.ts'
import { maintainRanges } from '../src/operate/maintenance/id-ranges.ts'
import { type KeptRanges, MESSAGES, RANGE_DATA, type RangeData } from '../src/operate/maintenance/range-data.ts'
import { removeConversations } from '../src/operate/maintenance/remove-conversations.ts'
import { KEPT } from '../src/operate/maintenance/trim-range.ts'
import { endOverdue } from '../src/outbound/lifecycle/validity.ts'
import { useDatabase } from './support/database-fixture.ts'
import { waitUntil } from './support/engine-harness.ts'
import { NO_SESSIONS } from './support/no-sessions.ts'
import { statementCosts } from './support/plans.ts'

const SPAN = 100_000_000
const DAY = 86_400_000
const SETTINGS = { days: 30, rangeDays: 7 }

describe('retention', () => {
  const db = useDatabase()
  /** Resolves with the ranges whose messages are gone. */
  const maintain = () => dropped('messages')
  const dropped = async (data: RangeData['name'], settings: KeptRanges = SETTINGS) =>
    (await maintainRanges(db.sql, { ...SETTINGS, ...settings }, NO_ARCHIVE))
      .filter((each) => each.data === data)
      .map(({ fromId }) => fromId)
  const sweep = () => endOverdue(db.sql, { ids: db.ids, clock: db.clock, outbox: NO_SESSIONS }, 172_800)
  const partitions = async (from: number) =>
    (
      await db.sql<{ relname: string }[]>`
        select relname from pg_class where relkind = 'r' and relname like '%\\_' || ${from}::bigint order by 1`
    ).map((row) => row.relname)

  /**
   * Closes the present range and opens the next one; resolves with the first id of the closed one, which is then older
   * than the retention.
   */
  async function closeRange(): Promise<number> {
    const [open] = await db.sql<{ from_id: number }[]>`
      update id_range set opened_at = now() - interval '62 days' where opened_at is not null and closed_at is null
      returning from_id`
    await maintain()
    await db.sql`update id_range set closed_at = now() - interval '55 days' where from_id = ${open?.from_id as number}`
    // Ids are taken in blocks, and a block lives for a minute.
    db.clock.advance(60_001)
    return open?.from_id as number
  }

  /** Another session, which gives up when it has to wait long for a lock. */
  async function withImpatient<T>(run: (sql: typeof db.sql) => Promise<T>): Promise<T> {
    const other = openDatabase({ url: db.url, max: 1, applicationName: 'impatient' })
    try {
      await other`set lock_timeout = '50ms'`
      return await run(other)
    } finally {
      await other.end({ timeout: 5 })
    }
  }

  it('a message scheduled far ahead is kept alone, wherever it is, and its range goes once it is final', async () => {
    const account = await db.addAccount()
    const accepted = { accepted_at: new Date(Date.now() - 60 * DAY) }
    const smsId = await db.addMessage(account, { ...accepted, send_at: new Date(), message_id: 'ahead' })
    const other = await db.addMessage(account, { ...accepted, message_id: 'over' })
    await db.sql`
      insert into message_key (client_id, message_id, sms_id)
      values (${account.clientId}, 'ahead', ${smsId}), (${account.clientId}, 'over', ${other})`
    await db.sql`insert into message_state (sms_id, state, attempt) values (${other}, 'delivered', 1)`
    await db.sql`insert into validity_check (sms_id, due_at) values (${smsId}, now() + interval '2 days')`
    await db.sql`insert into message_content (sms_id, content) values (${smsId}, '{}'), (${other}, '{}')`
    const from = await closeRange()
    await sweep()
    const left = async () => ({
      contents: (await db.sql`select sms_id from message_content`).map((row) => row.sms_id),
      messages: (await db.sql`select sms_id from message order by 1`).map((row) => row.sms_id),
      keys: (await db.sql`select message_id from message_key order by 1`).map((row) => row.message_id),
    })
    for (const state of ['scheduled', 'submitted', 'unknown', 'retrying']) {
      await db.sql`
        insert into message_state (sms_id, state, attempt) values (${smsId}, ${state}::message_status, 1)
        on conflict (sms_id) do update set state = excluded.state`
      assert.deepEqual(await maintain(), [], state)
      assert.deepEqual(await left(), { contents: [smsId], messages: [smsId], keys: ['ahead'] }, state)
    }
    assert.deepEqual(
      [...(await db.sql`select sms_id, state from message_state`)],
      [{ sms_id: smsId, state: 'retrying' }],
    )
    await db.sql`update message_state set state = 'delivered'`
    await db.sql`update validity_check set due_at = now()`
    await sweep()
    assert.deepEqual(await maintain(), [from])
    assert.deepEqual(await partitions(from), [])
    assert.deepEqual(await left(), { contents: [], messages: [], keys: [] })
  })

  it('while another session reads, keeping what is open gives way, and the next call ends it', async () => {
    const smsId = await db.addMessage(await db.addAccount(), { accepted_at: new Date(Date.now() - 60 * DAY) })
    await db.sql`insert into validity_check (sms_id, due_at) values (${smsId}, now() + interval '2 days')`
    const from = await closeRange()
    await sweep()
    await db.sql`insert into message_state (sms_id, state, attempt) values (${smsId + 1}, 'delivered', 1)`
    await db.sql.begin(async (tx) => {
      await tx`select from message_state limit 1`
      await assert.rejects(maintain(), { code: '55P03' })
    })
    assert.deepEqual(await maintain(), [])
    assert.deepEqual([...(await db.sql`select sms_id from message`)], [{ sms_id: smsId }])
    assert.deepEqual([...(await db.sql`select sms_id from message_state`)], [])
    await db.sql`delete from validity_check`
    assert.deepEqual(await maintain(), [from])
  })

  it('every table that these ranges divide is data of one kind, and what open messages need of theirs is known', async () => {
    const parents = await db.sql<{ relname: string }[]>`
      select relname from pg_class where relkind = 'p' and pg_get_partkeydef(oid) like 'RANGE (%\\_id)' order by 1`
    assert.deepEqual(
      RANGE_DATA.flatMap(({ tables }) => tables).sort(),
      parents.map((row) => row.relname),
    )
    assert.deepEqual(Object.keys(KEPT).sort(), [...MESSAGES.tables].sort())
  })

  const kinds: readonly (readonly [what: string, kept: KeptRanges, gone: readonly string[]])[] = [
    ['all for one time', { days: 50 }, ['incoming', 'messages', 'webhooks', 'words']],
    ['messages for longer', { days: 60, incomingDays: 50, webhookDays: 8 }, ['incoming', 'webhooks']],
    ['incoming messages for longer', { days: 50, incomingDays: 60 }, ['messages', 'webhooks']],
    ['webhooks for longer', { days: 50, webhookDays: 60 }, ['incoming', 'messages', 'words']],
    ['all for longer', { days: 60 }, []],
  ]
  for (const [what, kept, gone] of kinds)
    it(`each kind goes in its own time: ${what}`, async () => {
      const account = await db.addAccount()
      const smsId = await db.addMessage(account, { accepted_at: new Date(Date.now() - 60 * DAY) })
      await db.sql`
        insert into conversation (channel_id, contact, client_id, newest_id)
        values (${account.channelId}, 'writer', ${account.clientId}, ${smsId})`
      const from = await closeRange()
      await db.sql`update deployment set validity_watermark = ${smsId}`
      const there = await partitions(from)
      const went = await maintainRanges(db.sql, { ...SETTINGS, ...kept }, NO_ARCHIVE)
      assert.deepEqual(
        went
          .filter(({ fromId }) => fromId === from)
          .map(({ data }) => data)
          .sort(),
        gone,
      )
      const tables = RANGE_DATA.filter(({ name }) => gone.includes(name)).flatMap((data) => data.tables)
      assert.deepEqual(
        await partitions(from),
        there.filter((table) => !tables.includes(table.replace(/_\d+$/, ''))),
      )
      const talks = await db.sql`select from conversation where client_id = ${account.clientId}`
      assert.equal(talks.length, gone.includes('incoming') ? 0 : 1)
      const listed = () => db.sql`select from id_range where from_id = ${from}`
      assert.equal((await listed()).length, gone.length === RANGE_DATA.length ? 0 : 1)
      await maintainRanges(db.sql, { ...SETTINGS, days: 8 }, NO_ARCHIVE)
      assert.deepEqual(await partitions(from), [])
      assert.equal((await listed()).length, 0)
    })

  it('a message that was not looked at since its validity ended keeps its range', async () => {
    await db.addMessage(await db.addAccount(), { accepted_at: new Date(Date.now() - 60 * DAY) })
    const from = await closeRange()
    assert.deepEqual(await maintain(), [])
    await sweep()
    assert.deepEqual(await maintain(), [from])
  })

  it('while another session reads, dropping waits for it and makes no other wait: look-ups and sends go on', async () => {
    const from = await closeRange()
    const account = await db.addAccount()
    let end: () => void = () => {}
    const reading = db.sql.begin(async (tx) => {
      await tx.unsafe('set local idle_in_transaction_session_timeout = 0')
      await tx`select from message limit 1`
      await new Promise<void>((resolve) => {
        end = resolve
      })
    })
    await waitUntil(async () => (await locksOn('message')) > 0, 'it reads')
    const dropping = maintain()
    await waitUntil(async () => (await detaching(from)) !== undefined, 'a partition is being detached')
    await withImpatient(async (other) => {
      await other`select from message where sms_id = 5`
      await other`select from message join message_state using (sms_id) where client_id = ${account.clientId}`
      await other`
        insert into message_state (sms_id, state, attempt)
        values (${await db.addMessage(account)}, 'submitted', 1)`
    })
    assert.equal(await detaching(from), 'message')
    end()
    await reading
    assert.deepEqual(await dropping, [from])
  })

  it('what was cut off while it waited is finished the next time', async () => {
    const from = await closeRange()
    const cut = openDatabase({ url: db.url, max: 1, applicationName: 'cut off' })
    await db.sql.begin(async (tx) => {
      await tx`select from message limit 1`
      await cut`set statement_timeout = '2s'`
      const detach = cut.unsafe(`alter table message detach partition message_${from} concurrently`)
      await assert.rejects(async () => await detach, { code: '57014' })
    })
    await cut.end({ timeout: 5 })
    assert.equal(await detaching(from), 'message')
    await db.sql.unsafe(`alter table submission detach partition submission_${from}`)
    assert.deepEqual(await maintain(), [from])
    assert.deepEqual(await partitions(from), [])
  })

  it('a million keys go in small pages, and look-ups and sends never wait for them', async () => {
    const model = await db.addMessage(await db.addAccount(), { accepted_at: new Date(Date.now() - 60 * DAY) })
    await db.sql`
      insert into message (
        sms_id, client_id, message_id, user_id, channel_id, sender, recipient, body, encoding, parts, priority, flash,
        receipt_webhook, notify_format, origin, route, price, currency, accepted_at, validity_seconds
      )
      select sms_id + g, 1001 + g % 50, 'key-' || g, user_id, channel_id, sender, recipient, body, encoding, parts, priority,
        flash, receipt_webhook, notify_format, origin, route, price, currency, accepted_at, validity_seconds
      from message cross join generate_series(5, 1000000, 5) as g where sms_id = ${model}::bigint`
    await db.sql`update deployment set validity_watermark = ${model + 1_000_000}::bigint`
    const from = await closeRange()
    await db.sql`
      insert into message_key (client_id, message_id, sms_id)
      select 1001 + g % 50, 'key-' || g, case when g % 5 = 0 then ${model}::bigint else ${from + SPAN}::bigint end + g
      from generate_series(1, 1000000) as g`
    const removed = await removedByStatement(async () => {
      const dropping = maintain()
      let isOver = false
      void dropping.then(() => {
        isOver = true
      })
      await withImpatient(async (other) => {
        for (let g = 1; !isOver; g += 1) {
          await other`select from message_key where client_id = ${1_001 + (g % 50)} and message_id = ${`key-${g}`}`
          await other`insert into message_key values (7, ${`new-${g}`}, ${from + 2 * SPAN})`
        }
      })
      assert.deepEqual(await dropping, [from])
    })
    assert.ok(Math.max(...removed) <= 5_000, `${Math.max(...removed)} by one statement`)
    const [left] = await db.sql<{ old: number; kept: number; ranges: number }[]>`
      select count(*) filter (where sms_id < ${from + SPAN}) as old, count(*) filter (where client_id > 7) as kept,
        (select count(*) from id_range where from_id = ${from}) as ranges from message_key`
    assert.deepEqual(left, { old: 0, kept: 800_000, ranges: 0 })
  })

  it('keys that are left when it is cut off are removed by the next', async () => {
    const account = await db.addAccount()
    const [done, open] = [
      await db.addMessage(account, { message_id: 'a' }),
      await db.addMessage(account, { message_id: 'b' }),
    ]
    await db.sql`truncate message_key`
    await db.sql`
      insert into message_key (client_id, message_id, sms_id)
      values (${account.clientId}, 'b', ${open}), (${account.clientId + 1}, 'b', ${open})`
    const from = await closeRange()
    await db.sql`update deployment set validity_watermark = ${open}::bigint`
    await db.sql`update id_range set keys_gone_to = ${done + 1}::bigint where from_id = ${from}`
    assert.deepEqual(await maintain(), [from])
    const keys = await db.sql`select client_id from message_key`
    assert.deepEqual(
      keys.map((row) => row.client_id),
      [account.clientId + 1],
      'only the key of that message',
    )
  })

  it('conversations go in small pages without a look at those that stay; one that goes on is waited for', async () => {
    const clients = await Promise.all([db.addAccount(), db.addAccount()])
    const from = await closeRange()
    const range = { from_id: from, to_id: from + SPAN }
    for (const { clientId, channelId } of clients) {
      await db.sql`
        insert into conversation (channel_id, contact, client_id, newest_id)
        select ${channelId}, case when g % 10 = 0 then 'old-' else 'new-' end || g, ${clientId}, case when g % 10 = 0 then 0 else ${SPAN} end + ${from} + g
        from generate_series(1, 80000) as g`
    }
    await db.sql`analyze conversation`
    const costs = await statementCosts(db.sql, (sql) => removeConversations(sql, range))
    assert.ok(costs.length > 3)
    // The page is read once to be chosen and once to be removed.
    for (const { text, byTable } of costs)
      assert.ok((byTable.conversation ?? 0) < 10_010, `${byTable.conversation} rows: ${text}`)
    await db.sql.begin(async (tx) => {
      await tx`update conversation set newest_id = newest_id + ${SPAN} where contact = 'old-70'`
      assert.deepEqual(await dropped('incoming'), [], 'its rows are locked')
    })
    assert.deepEqual(await dropped('incoming'), [from])
    const left = await db.sql<{ contact: string; count: number }[]>`
      select substr(contact, 1, 3) as contact, count(*) as count from conversation group by 1 order by 1`
    assert.deepEqual(
      [...left],
      [
        { contact: 'new', count: 144_000 },
        { contact: 'old', count: 2 },
      ],
    )
  })

  async function locksOn(table: string): Promise<number> {
    const rows = await db.sql`
      select from pg_locks
      where database = (select oid from pg_database where datname = current_database())
        and relation = ${table}::regclass and pid <> pg_backend_pid() and granted`
    return rows.length
  }

  /** The parent of the partition of a range that is being detached. */
  async function detaching(from: number): Promise<string | undefined> {
    const [row] = await db.sql<{ parent: string }[]>`
      select inhparent::regclass::text as parent from pg_inherits
      where inhdetachpending and inhrelid::regclass::text like '%\\_' || ${from}::bigint`
    return row?.parent
  }

  /** Counts the keys that each statement removed meanwhile. */
  async function removedByStatement(run: () => Promise<void>): Promise<readonly number[]> {
    await db.sql.unsafe(`
      create table removed (keys integer);
      create function note_removed() returns trigger language plpgsql as $$
      begin insert into removed select count(*) from gone; return null; end $$;
      create trigger removed after delete on message_key referencing old table as gone
      for each statement execute function note_removed()`)
    await run()
    const rows = await db.sql<{ keys: number }[]>`select keys from removed`
    await db.sql.unsafe('drop trigger removed on message_key; drop function note_removed; drop table removed')
    return rows.map((row) => row.keys)
  }
})
