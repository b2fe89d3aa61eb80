import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { ConversationFilter, ConversationKey } from '@heliograph/contracts'
import type { Sql } from '../src/database/database.ts'
import { accessOf } from '../src/database/database-access.ts'
import { openPools, type Pools } from '../src/database/pools.ts'
import { noteConversations } from '../src/inbound/note-conversations.ts'
import { createConversations } from '../src/read/conversations/conversations-service.ts'
import { findNextWaking } from '../src/read/conversations/wakings.ts'
import { createReports } from '../src/read/history/reports.ts'
import { type TestAccount, useDatabase } from './support/database-fixture.ts'
import { testSettings } from './support/engine-harness.ts'
import { searchesOn, statementCosts } from './support/plans.ts'

/**
 * Incoming SMS and messages of the client, in two ranges of ids: a hundredth of each are with one contact, the others
 * each with one of their own.
 */
const KEPT = 200_000
const HALF = KEPT / 2
const RANGE = 100_000_000
const LIMIT = 50
/** What a page may touch. */
const PAGE_ROWS = 2_000
const PAGE_PAGES = 4_200
const NOTED = 500

const BUSY = '27821111111'
const contactOf = (n: number) => `2783${String(n).padStart(7, '0')}`

describe('what conversations touch does not grow with what is kept', () => {
  const db = useDatabase()
  let account: TestAccount
  let pools: Pools

  after(() => pools.close())
  before(async () => {
    pools = openPools({ access: accessOf(db.url, testSettings().database), nodeName: 'test', size: 6, reportSize: 4 })
    account = await db.addAccount()
    await db.addAccount()
    const { channelId, clientId, userId } = account
    for (const table of ['incoming_message', 'message', 'message_state'])
      for (const from of [0, RANGE])
        await db.sql.unsafe(`alter table ${table}_${from} set (autovacuum_enabled = false)`)
    await db.sql`alter table conversation set (autovacuum_enabled = false)`
    const id = db.sql`case when n <= ${HALF} then n else ${RANGE} + n end`
    const contact = db.sql`case when n % 100 = 0 then ${BUSY} else '2783' || lpad(n::text, 7, '0') end`
    await db.sql`
      insert into incoming_message (
        incoming_id, carrier, link, channel_id, client_id, sender, recipient, body, encoding, received_at
      )
      select ${id}, 'net', 'net/main', ${channelId}, ${clientId}, ${contact}, '27820000001', 'text ' || n, 0, to_timestamp(n)
      from generate_series(1, ${KEPT}::integer) as n`
    await db.sql`
      insert into message (
        sms_id, client_id, user_id, channel_id, sender, recipient, body, encoding, parts, priority, flash, receipt_webhook,
        notify_format, origin, route, price, currency, accepted_at, validity_seconds
      )
      select ${id}, ${clientId}, ${userId}, ${channelId}, '27820000001', ${contact}, 'answer ' || n, 0, 1, 30, false, true, 0,
        'portal', 'default', 0, 'ZAR', to_timestamp(n), 172800
      from generate_series(1, ${KEPT}::integer) as n`
    await db.sql`
      insert into conversation (channel_id, contact, client_id, mobile, newest_id, unread)
      select channel_id, sender, client_id, sender, max(incoming_id), (max(incoming_id) % 20000 = 7)::integer
      from incoming_message group by channel_id, sender, client_id`
    await db.sql`
      update conversation set assignee_id = ${userId}
      where newest_id in (select newest_id from conversation where unread = 0 order by newest_id limit 20)`
    await db.sql`update conversation set done_at = now() where newest_id % 10000 = 33`
    await db.sql`update conversation set snoozed_until = now() + interval '1 hour' where newest_id % 40000 = 51`
    await db.sql`alter table phonebook set (autovacuum_enabled = false)`
    await db.sql`
      insert into phonebook (client_id, mobile, name, name_key, added_at, changed_at)
      select ${clientId}::bigint, '2783' || lpad(n::text, 7, '0'), name, name, now(), now()
      from generate_series(1, ${KEPT}::integer) as n
      cross join lateral (select case when n % 400 = 1 then 'zoe ' || n else 'anna ' || n || ' botha' end) as named (name)`
  })

  function service(sql: Sql, stepEntries?: number) {
    const searches = searchesOn(sql)
    const reports = createReports({ searches, clock: db.clock })
    return createConversations({
      searches,
      reports,
      sql,
      visibleTo: async () => null,
      ...(stepEntries && { stepEntries }),
    })
  }

  /** The filter, and how many conversations its page has. */
  const PAGES: readonly (readonly [string, Omit<ConversationFilter, 'limit'>, number])[] = [
    ['the first', {}, LIMIT],
    ['those far behind', { before: 1_000 }, LIMIT],
    ['unread ones', { isUnread: true }, 10],
    ['by number', { number: '083019' }, LIMIT],
    ['by a name that many have', { name: 'Anna' }, LIMIT],
    ['by a name that many have, far behind', { name: 'Anna', before: 30_000 }, LIMIT],
    ['by a name that few have', { name: 'zoe' }, LIMIT],
    ['by a name that few have, far behind', { name: 'zoe', before: 10_000 }, 25],
    ['unread ones by a name that few have', { name: 'zoe', isUnread: true }, 0],
    ['by a word that many have', { name: 'botha' }, LIMIT],
    ['by words of which one is rare', { name: 'botha 19999' }, 11],
    ['by a name of nobody', { name: 'Nobody' }, 0],
    ['open ones', { folder: 'open' }, LIMIT],
    ['unassigned ones, unread', { folder: 'unassigned', isUnread: true }, 10],
    ['those of the viewer', { folder: 'mine' }, 20],
    ['done ones, far behind', { folder: 'done', before: 100_000 }, 10],
    ['snoozed ones', { folder: 'snoozed' }, 5],
  ]

  const THREADS: readonly (readonly [string, string, string | undefined, number])[] = [
    ['of a contact with thousands', BUSY, undefined, LIMIT],
    ['of the same, far behind', BUSY, '1000000-1000-1000', 18],
    ['of a contact with one each', contactOf(77), undefined, 2],
    ['of nobody', '27820000002', undefined, 0],
  ]

  for (const statistics of ['without statistics', 'with statistics']) {
    describe(statistics, () => {
      if (statistics === 'with statistics') before(() => db.sql`analyze`)

      for (const [name, filter, found] of PAGES)
        it(name, async () => {
          const costs = await statementCosts(pools.reports, async (sql) => {
            const { records } = await service(sql).find(account.principal, { ...filter, limit: LIMIT })
            assert.equal(records.length, found)
          })
          assertCheap(costs, name === 'by number' ? 30_000 : PAGE_ROWS)
        })

      for (const [name, contact, cursor, found] of THREADS)
        it(`what was said ${name}`, async () => {
          const key: ConversationKey = { channelId: account.channelId, contact }
          const costs = await statementCosts(pools.reports, async (sql) => {
            const { entries } = await service(sql).entries(account.principal, key, { limit: LIMIT, before: cursor })
            assert.equal(entries.length, found)
          })
          assertCheap(costs, PAGE_ROWS)
        })

      it(`${NOTED} SMS are noted`, async () => {
        const messages = Array.from({ length: NOTED }, (_, index) => ({
          incomingId: 2 * RANGE - 1 - index,
          clientId: account.clientId,
          channelId: account.channelId,
          from: contactOf(index * 2),
          contact: contactOf(index * 2),
        }))
        const costs = await statementCosts(pools.general, (sql) => sql.begin((tx) => noteConversations(tx, messages)))
        // Each is in up to six indexes.
        assertCheap(costs, NOTED, 28 * NOTED)
      })

      it('the next snoozed one to come back is looked for', async () => {
        const costs = await statementCosts(pools.reports, async (sql) => {
          assert.notEqual(await findNextWaking(sql, account.clientId, new Date()), undefined)
        })
        assertCheap(costs, 20)
      })

      it('unread ones are counted', async () => {
        const costs = await statementCosts(pools.reports, async (sql) => {
          assert.equal(await service(sql).countUnread(account.principal), 10)
        })
        assertCheap(costs, 20)
      })
    })
  }

  it('small steps lead to the same as large ones', async () => {
    const all = async (stepEntries: number | undefined, limit: number) => {
      const shown: string[] = []
      let cursor: string | undefined
      do {
        const key = { channelId: account.channelId, contact: BUSY }
        const page = await service(db.sql, stepEntries).entries(account.principal, key, { limit, before: cursor })
        for (const entry of page.entries)
          shown.push(entry.kind === 'incoming' ? `in ${entry.incomingId}` : `out ${entry.message.smsId}`)
        cursor = page.next
      } while (cursor !== undefined)
      return shown
    }
    const whole = await all(undefined, 200)
    assert.equal(whole.length, (2 * KEPT) / 100)
    assert.equal(new Set(whole).size, whole.length)
    assert.deepEqual(await all(33, 150), whole)
    const { find } = service(db.sql, 1_000)
    const found: string[] = []
    let before: number | undefined
    do {
      // On a busy machine a page may end before it has found any.
      const page = await find(account.principal, { number: contactOf(77), limit: 10, before })
      found.push(...page.records.map(({ contact }) => contact))
      before = page.next
    } while (before !== undefined)
    assert.deepEqual(found, [contactOf(77)])
  })
})

function assertCheap(
  costs: Awaited<ReturnType<typeof statementCosts>>,
  mostRows: number,
  mostPages = PAGE_PAGES,
): void {
  const rows = costs.reduce((sum, cost) => sum + cost.rows, 0)
  const pages = costs.reduce((sum, cost) => sum + cost.pages, 0)
  assert.ok(rows <= mostRows && pages <= Math.max(mostPages, mostRows), `${rows} rows on ${pages} pages`)
}
