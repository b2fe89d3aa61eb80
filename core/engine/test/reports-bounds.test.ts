import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type ReportFilter, type ReportPage, systemClock } from '@heliograph/contracts'
import { openDatabase, type Sql } from '../src/database/database.ts'
import { accessOf } from '../src/database/database-access.ts'
import { openPools, type Pools } from '../src/database/pools.ts'
import { createSearches } from '../src/database/searches.ts'
import { createReports, type ReportsOptions } from '../src/read/history/reports.ts'
import { type TestAccount, useDatabase } from './support/database-fixture.ts'
import { testSettings, waitUntil } from './support/engine-harness.ts'

const MESSAGES = 200_000
const database = useDatabase()

describe('a search among very many messages', () => {
  /** Has nearly all messages. */
  let large: TestAccount
  /** Has a hundred, older than all others. */
  let small: TestAccount
  let pools: Pools
  let sql: Sql

  before(async () => {
    large = await database.addAccount()
    small = await database.addAccount()
    pools = openPools({
      access: accessOf(database.url, testSettings().database),
      nodeName: 'test',
      size: 6,
      reportSize: 4,
    })
    sql = pools.reports
    for (const table of ['message', 'message_state'])
      for (const range of [0, 100_000_000])
        await database.sql.unsafe(`alter table ${table}_${range} set (autovacuum_enabled = false)`)
    await add(small, 1, 100)
    // Plans are made while there is little data, and kept.
    await database.sql.unsafe('analyze')
    await find(small, {})
    await add(large, 1_001, MESSAGES)
    await database.sql`
      insert into message_state (sms_id, state, attempt)
      select sms_id, 'delivered', 1 from message where client_id = ${large.clientId} and sms_id % 2 = 0`
    // An idle connection reports what it did up to ten seconds later, which would be taken for the work of a search.
    await waitUntil(async () => (await countInserted()) === 100 + MESSAGES * 1.5, 'the inserts are counted')
  })
  after(() => pools.close())

  const add = ({ clientId, userId, channelId }: TestAccount, from: number, count: number) => database.sql`
    insert into message (
      sms_id, client_id, user_id, channel_id, sender, recipient, body, encoding, parts, priority, flash, receipt_webhook,
      notify_format, origin, route, bulk_id, price, currency, accepted_at, validity_seconds
    )
    select n, ${clientId}, ${userId}, ${channelId}, 'ACME', '2783' || lpad((n % 10000)::text, 7, '0'), 'Hello', 0, 1, 10, false,
      true, 0, 'v2', 'default', 'bulk-' || n % 2, 0, 'ZAR', to_timestamp(${database.clock.now()}::float8 / 1000) + n * interval '1 second', 1
    from generate_series(${from}::bigint, ${from + count - 1}::bigint) as n`

  function find(
    account: TestAccount,
    filter: Partial<ReportFilter>,
    options: Partial<ReportsOptions> = {},
  ): Promise<ReportPage> {
    const reports = createReports({ searches: createSearches(sql, systemClock), clock: database.clock, ...options })
    return reports.find(account.principal, { limit: 50, ...filter })
  }

  /** What a search reads: blocks of tables and indexes, and rows of `message` by any access path. */
  async function costOf(
    search: () => Promise<ReportPage>,
  ): Promise<{ page: ReportPage; blocks: number; rows: number }> {
    const before = await readCounters()
    const page = await search()
    const now = await readCounters()
    return { page, blocks: now.blocks - before.blocks, rows: now.rows - before.rows }
  }

  async function readCounters() {
    // Each connection keeps back its counts for up to a second.
    await Promise.all(Array.from({ length: 4 }, () => sql`select pg_stat_force_next_flush(), pg_sleep(0.01)`))
    const [row] = await database.sql<{ blocks: number; rows: number }[]>`
      select (
        select sum(heap_blks_hit + heap_blks_read + coalesce(idx_blks_hit + idx_blks_read, 0))::bigint
        from pg_statio_user_tables where schemaname = 'heliograph'
      ) as blocks, (
        select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::bigint
        from pg_stat_user_tables where relname like 'message\\_%'
      ) as rows`
    return row as { blocks: number; rows: number }
  }

  async function countInserted(): Promise<number> {
    await Promise.all(Array.from({ length: 4 }, () => database.sql`select pg_stat_force_next_flush(), pg_sleep(0.01)`))
    const [row] = await database.sql<{ inserted: number }[]>`
      select sum(n_tup_ins)::integer as inserted from pg_stat_user_tables where relname like 'message\\_%'`
    return (row as { inserted: number }).inserted
  }

  const CHEAP: readonly [string, 'large' | 'small', Partial<ReportFilter>, number][] = [
    ['without a filter', 'large', {}, 50],
    ['of a client that has few messages', 'small', {}, 50],
    ['of a client that has few messages, by sender', 'small', { from: 'SHOP' }, 0],
    ['by recipient', 'large', { to: '27830000007' }, 20],
    ['by a recipient that has no messages', 'large', { to: '27840000000' }, 0],
    ['by a recipient to whom others sent', 'small', { to: '27830000007', from: 'ACME' }, 1],
    ['by bulk', 'large', { bulkId: 'bulk-1' }, 50],
    ['by a bulk that does not exist', 'large', { bulkId: 'none' }, 0],
    ['by state', 'large', { states: ['queued'] }, 50],
    ['by number', 'large', { smsId: 150_000 }, 1],
    ['from the middle on', 'large', { before: 100_000 }, 50],
  ]
  for (const [what, whose, filter, found] of CHEAP) {
    test(`${what} reads little`, async () => {
      const { page, blocks, rows } = await costOf(() => find(whose === 'large' ? large : small, filter))
      assert.equal(page.records.length, found)
      assert.ok(blocks < 1_500, `${blocks} blocks`)
      assert.ok(rows < 600, `${rows} rows`)
    })
  }

  test('within a period reads little', async () => {
    const start = database.clock.now()
    const since = new Date(start + 150_000_000)
    const until = new Date(start + 150_010_000)
    const { page, blocks } = await costOf(() => find(large, { since, until }))
    assert.equal(page.records.length, 10)
    assert.ok(blocks < 10_000, `${blocks} blocks`)
  })

  for (const [what, filter] of [
    ['sender', { from: 'SHOP' }],
    ['state', { states: ['expired'] }],
  ] as const) {
    test(`for a ${what} that none has reads a limited stretch and says where to go on`, async () => {
      const { page, rows } = await costOf(() => find(large, filter, { searchMs: 0 }))
      assert.deepEqual(page, { records: [], next: 1_001 + MESSAGES - 20_000 })
      assert.ok(rows <= 3 * 20_000, `${rows} rows`)
    })
  }

  test('for what is rare finds it in the end, stretch by stretch, whether in one answer or in several', async () => {
    const wanted = [1_500, 77_777, 77_779, 150_001]
    await database.sql`update message set sender = 'RARE' where sms_id = any(${wanted}::bigint[])`
    const whole = await find(large, { from: 'RARE' }, { stepEntries: 7_000, searchMs: 600_000 })
    const ids = [...wanted].reverse()
    assert.deepEqual([whole.records.map(({ smsId }) => smsId), whole.next], [ids, undefined])
    const some: number[] = []
    let answers = 0
    let next: number | undefined
    do {
      const page = await find(large, { from: 'RARE', limit: 1, before: next }, { searchMs: 0 })
      some.push(...page.records.map(({ smsId }) => smsId))
      next = page.next
      answers += 1
    } while (next !== undefined)
    assert.deepEqual(some, ids)
    assert.ok(answers > MESSAGES / 20_000)
  })

  test('is cancelled in the database when its client goes away', async () => {
    const blocker = openDatabase({ url: database.url, max: 1, applicationName: 'blocker' })
    const waiting = async () => {
      const [row] = await database.sql<{ waiting: number }[]>`
        select count(*) as waiting from pg_stat_activity
        where datname = current_database() and application_name = 'heliograph test reports' and wait_event_type = 'Lock'`
      return row?.waiting ?? 0
    }
    await blocker.begin(async (tx) => {
      await tx`lock table message in access exclusive mode`
      const gone = new AbortController()
      const reports = createReports({ searches: createSearches(sql, systemClock), clock: database.clock })
      const search = reports.find(large.principal, { limit: 1 }, { signal: gone.signal })
      await waitUntil(async () => (await waiting()) === 1, 'the search waits')
      gone.abort()
      await assert.rejects(search, { category: 'unavailable', code: 'client-gone' })
      await waitUntil(async () => (await waiting()) === 0, 'nothing waits')
    })
    await blocker.end({ timeout: 5 })
    assert.equal((await find(large, { limit: 1 })).records.length, 1)
  })

  test('that runs into the time-out says what to do', async () => {
    const impatient = openDatabase({ url: database.url, max: 1, applicationName: 'impatient', statementTimeoutMs: 50 })
    await database.sql.begin(async (tx) => {
      await tx`lock table message in access exclusive mode`
      await assert.rejects(find(large, {}, { searches: createSearches(impatient, systemClock) }), {
        category: 'unavailable',
        code: 'query-too-slow',
        message: /narrow the filter/,
      })
    })
    await impatient.end({ timeout: 5 })
  })
})
