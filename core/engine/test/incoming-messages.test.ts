import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { type IncomingFilter, systemClock } from '@heliograph/contracts'
import { captureLogger } from '@heliograph/testkit'
import { createSearches } from '../src/database/searches.ts'
import { returnOverdueLoans } from '../src/inbound/incoming-loans.ts'
import { createIncomingMessages } from '../src/inbound/incoming-messages.ts'
import { type TestAccount, useDatabase } from './support/database-fixture.ts'
import { searchesOn, statementCosts } from './support/plans.ts'

/** Incoming SMS of a client, in two ranges of ids. One in 2,000 is unread. */
const KEPT = 20_000
const RANGE = 100_000_000
const UNREAD = KEPT / 2_000

describe('incoming SMS among many', () => {
  const database = useDatabase()
  let account: TestAccount

  before(async () => {
    account = await database.addAccount()
    await database.sql`
      insert into incoming_message (
        incoming_id, carrier, link, channel_id, client_id, sender, recipient, body, encoding, status, received_at
      )
      select case when n <= ${KEPT / 2} then n else ${RANGE} + n end, 'net', 'net/main', ${account.channelId}, ${account.clientId},
        '27831234567', '27830000001', case when n <= 3 then repeat('x', 4194304) else 'text ' || n end, 0,
        case when n % 2000 = 0 then 1 else 0 end, to_timestamp(n)
      from generate_series(1, ${KEPT}::integer) as n`
    await database.sql`delete from id_mark`
    await database.sql`insert into id_mark (at, from_id) values (to_timestamp(0), 0), (to_timestamp(${KEPT / 2}), ${RANGE})`
  })

  function service(sql = database.sql, stepEntries = 20_000, marking = sql) {
    const { clientId, userId } = account
    const own = { clientId, userId, ownChannelId: null, quiet: null, channels: new Map(), fallback: undefined }
    return createIncomingMessages({
      searches: sql === database.sql ? createSearches(sql, systemClock) : searchesOn(sql),
      sql: marking,
      stepEntries,
      accountOf: () => own,
      clock: systemClock,
      logger: captureLogger(),
    })
  }

  async function all(filter: Omit<IncomingFilter, 'limit'>, limit: number, stepEntries?: number) {
    const pages: (readonly number[])[] = []
    let after: number | undefined
    do {
      const page = await service(database.sql, stepEntries).find(account.principal, { ...filter, after, limit })
      pages.push(page.records.map(({ incomingId }) => incomingId))
      after = page.next
    } while (after !== undefined)
    return pages
  }

  const COSTS: readonly { name: string; filter: IncomingFilter; atMost: number }[] = [
    { name: 'unread ones', filter: { isRead: false, limit: 100 }, atMost: 10 * UNREAD },
    { name: 'a page of all', filter: { limit: 100, after: 10 }, atMost: 500 },
    { name: 'a page since a moment', filter: { limit: 100, since: new Date((KEPT / 2 + 700) * 1000) }, atMost: 1_500 },
  ]
  for (const { name, filter, atMost } of COSTS)
    test(`${name}: what is touched does not grow with what is kept`, async () => {
      const costs = await statementCosts(database.sql, (sql) => service(sql).find(account.principal, filter))
      const rows = costs.reduce((sum, cost) => sum + cost.rows, 0)
      assert.ok(rows <= atMost, `${rows} rows`)
    })

  test('small steps lead to the same as large ones', async () => {
    const [unread = []] = await all({ isRead: false }, 100)
    assert.equal(unread.length, UNREAD)
    assert.deepEqual((await all({ isRead: false }, 3)).flat(), unread)
    assert.deepEqual((await all({ since: new Date((KEPT - 4) * 1000) }, 2, 1_000)).flat().length, 5)
  })

  test('read and unread ones are merged in order, whichever stretch a step leaves off in', async () => {
    const since = new Date((KEPT - 5_000) * 1000)
    const [whole = []] = await all({ since }, 10_000)
    assert.equal(whole.length, 5_001)
    for (const [limit, stepEntries] of [
      [700, 500],
      [400, 3_000],
    ] as const)
      assert.deepEqual((await all({ since }, limit, stepEntries)).flat(), whole)
  })

  test('a page of long texts ends early, and the next goes on', async () => {
    const { find } = service()
    const first = await find(account.principal, { limit: 4 })
    assert.deepEqual(
      first.records.map(({ incomingId }) => incomingId),
      [1, 2],
    )
    const second = await find(account.principal, { limit: 4, after: first.next })
    assert.deepEqual(
      second.records.map(({ incomingId }) => incomingId),
      [3, 4, 5, 6],
    )
  })

  const unread = async () => (await database.sql`select from incoming_message where status = 1`).count

  test('two calls at once share what is unread; what was never settled is unread again after a while', async () => {
    const { lend } = service()
    const loans = await Promise.all([1, 2].map(() => lend(account.principal, { limit: 100 })))
    assert.equal(loans.flatMap(({ records }) => records).length, UNREAD)
    assert.deepEqual([await unread(), await returnOverdueLoans(database.sql)], [0, 0])
    await database.sql`update incoming_loan set lent_at = now() - interval '16 minutes'`
    assert.equal(await returnOverdueLoans(database.sql), UNREAD)
    assert.equal(await unread(), UNREAD)
    // The answer took longer than that, and arrived.
    for (const { settle } of loans) await settle(true)
    assert.equal(await unread(), 0)
  })

  test('what was fetched is noted once the database is back', async () => {
    await database.sql`update incoming_message set status = 1 where incoming_id % 2000 = 0`
    let isAway = false
    const away = new Proxy(database.sql, {
      apply: (target, self, args) => {
        if (!isAway) return Reflect.apply(target, self, args)
        isAway = false
        const refused = Promise.reject(Object.assign(new Error('away'), { code: 'CONNECTION_CLOSED' }))
        // A part of a statement is not awaited.
        refused.catch(() => {})
        return refused
      },
    })
    const { settle } = await service(database.sql, 20_000, away).lend(account.principal, { limit: 1 })
    isAway = true
    await settle(true)
    assert.deepEqual([isAway, (await database.sql`select from incoming_loan`).count], [false, 0])
  })
})
