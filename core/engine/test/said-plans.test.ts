import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { accessOf } from '../src/database/database-access.ts'
import { openPools, type Pools } from '../src/database/pools.ts'
import { indexWords } from '../src/operate/maintenance/index-words.ts'
import { searchSaid } from '../src/read/conversations/search-said.ts'
import { type TestAccount, useDatabase } from './support/database-fixture.ts'
import { systemClock, testSettings } from './support/engine-harness.ts'
import { searchesOn, statementCosts } from './support/plans.ts'

/** Messages of the client, each to a contact of its own; every other contact has written, and so has a conversation. */
const KEPT = 100_000
const LIMIT = 20

describe('what a search for words touches does not grow with what is kept', () => {
  const db = useDatabase()
  let account: TestAccount
  let pools: Pools

  after(() => pools.close())
  before(async () => {
    pools = openPools({ access: accessOf(db.url, testSettings().database), nodeName: 'test', size: 6, reportSize: 4 })
    account = await db.addAccount()
    const { channelId, clientId, userId } = account
    for (const table of ['incoming_message_0', 'message_0', 'word_block_0', 'conversation'])
      await db.sql.unsafe(`alter table ${table} set (autovacuum_enabled = false)`)
    await db.sql`
      insert into message (
        sms_id, client_id, user_id, channel_id, sender, recipient, body, encoding, parts, priority, flash, receipt_webhook,
        notify_format, origin, route, price, currency, accepted_at, validity_seconds
      )
      select n, ${clientId}, ${userId}, ${channelId}, '27820000001', '2783' || lpad(n::text, 7, '0'),
        'Dear customer, your order ' || n || ' is ready for collection', 0, 1, 30, false, true, 0,
        'portal', 'default', 0, 'ZAR', to_timestamp(n), 172800
      from generate_series(1, ${KEPT}::integer) as n`
    await db.sql`
      insert into conversation (channel_id, contact, client_id, mobile, newest_id)
      select ${channelId}, '2783' || lpad(n::text, 7, '0'), ${clientId}, '2783' || lpad(n::text, 7, '0'), n + ${KEPT}::integer
      from generate_series(2, ${KEPT}::integer, 2) as n`
    await db.sql`
      insert into incoming_message (
        incoming_id, carrier, link, channel_id, client_id, sender, recipient, body, encoding, received_at
      )
      select newest_id, 'net', 'net/main', channel_id, client_id, contact, '27820000001', 'Thanks, ' || newest_id, 0, now()
      from conversation`
    await db.sql`delete from id_mark`
    await db.sql`insert into id_mark (at, from_id) values (now() - interval '1 hour', ${2 * KEPT + 1_000}::bigint)`
    await indexWords(db.sql, systemClock, undefined)
    const [mark] = await db.sql<{ read_to: number }[]>`select read_to from word_mark`
    assert.equal(mark?.read_to, 2 * KEPT + 1_000)
  })

  /** The words, how many conversations a page has, and the most rows that it may touch. */
  const PAGES: readonly (readonly [string, readonly string[], number, number])[] = [
    ['that one text has', ['77700'], 1, 1_400],
    ['that no text has', ['nothing'], 0, 300],
    ['that all have', ['customer'], LIMIT, 5_600],
    ['of which one is rare', ['order', '77700'], 1, 1_400],
  ]

  it('a page looks at something however long it waited for the database, so that the next one goes on', async (t) => {
    const { clientId, userId } = account
    let skippedMs = 0
    const now = performance.now.bind(performance)
    t.mock.method(performance, 'now', () => now() + skippedMs)
    const question = { clientId, userId, channelId: null, before: Number.MAX_SAFE_INTEGER }
    const page = await searchesOn(pools.reports).run(clientId, undefined, ({ take }) =>
      searchSaid(
        { ...question, beginnings: ['customer'], limit: LIMIT },
        {
          take: async (step) => {
            const taken = await take(step)
            skippedMs += 60_000
            return taken
          },
        },
      ),
    )
    assert.ok((page.next ?? 0) < question.before, `${page.next}`)
  })

  for (const statistics of ['without statistics', 'with statistics'])
    describe(statistics, () => {
      if (statistics === 'with statistics') before(() => db.sql`analyze`)

      for (const [name, beginnings, found, most] of PAGES)
        it(`words ${name}`, async () => {
          const costs = await statementCosts(pools.reports, async (sql) => {
            const { clientId, userId } = account
            const question = { clientId, userId, channelId: null, before: Number.MAX_SAFE_INTEGER }
            const page = await searchesOn(sql).run(account.clientId, undefined, (tools) =>
              searchSaid({ ...question, beginnings, limit: LIMIT }, tools),
            )
            assert.equal(page.records.length, found)
          })
          const rows = costs.reduce((sum, cost) => sum + cost.rows, 0)
          assert.ok(rows <= most, `${rows} rows`)
          const pages = costs
            .filter(({ text }) => text.includes('word_block'))
            .reduce((sum, cost) => sum + cost.pages, 0)
          assert.ok(pages <= 150, `${pages} pages to find the blocks`)
        })
    })
})
