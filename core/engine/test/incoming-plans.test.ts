import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { type IncomingFilter, systemClock } from '@heliograph/contracts'
import { captureLogger } from '@heliograph/testkit'
import { lendIncoming, returnLoan } from '../src/inbound/incoming-loans.ts'
import { createIncomingMessages } from '../src/inbound/incoming-messages.ts'
import { type TestAccount, useDatabase } from './support/database-fixture.ts'
import { searchesOn, statementCosts } from './support/plans.ts'

/** Stored incoming SMS, in two ranges of ids, one per second. */
const KEPT = 200_000
const HALF = KEPT / 2
const RANGE = 100_000_000
const LIMIT = 100
/** What a page of `LIMIT` messages may touch, and what lending and returning `LIMIT` messages may. */
const PAGE_ROWS = 1_000
const PAGE_PAGES = 1_500
const MARKED_PAGES = 60 * LIMIT

/** The id of the nth message. */
const idOf = (n: number) => (n <= HALF ? n : RANGE + n)

/** Whose inbox is listed; for a user with a channel of its own, that channel's inbox. */
interface Inbox {
  readonly account: TestAccount
  readonly channelId: number | null
}

describe('what the inbox touches does not grow with what is kept', () => {
  const db = useDatabase()
  const inboxes: Record<string, Inbox> = {}

  before(async () => {
    // This client has nearly all, read except for the last thousand; one of its channels has ten, the last of them
    // unread, and another has none.
    const large = await db.addAccount()
    // This one has a tenth, unread except for the last.
    const behind = await db.addAccount()
    // This one has the ten oldest.
    const small = await db.addAccount()
    const none = await db.addAccount()
    const { clientId } = large
    const rare = await db.provisioning.addChannel({ clientId, number: '27831000001' })
    const empty = await db.provisioning.addChannel({ clientId, number: '27831000002' })
    for (const [name, account] of Object.entries({ large, behind, small, none })) {
      inboxes[name] = { account, channelId: null }
      inboxes[`${name}, by channel`] = { account, channelId: account.channelId }
    }
    inboxes['large, by a rare channel'] = { account: large, channelId: rare.channelId }
    inboxes['large, by an empty channel'] = { account: large, channelId: empty.channelId }
    for (const from of [0, RANGE])
      await db.sql.unsafe(`alter table incoming_message_${from} set (autovacuum_enabled = false)`)
    await db.sql`
      insert into incoming_message (
        incoming_id, carrier, link, channel_id, client_id, sender, recipient, body, encoding, status, received_at
      )
      select case when n <= ${HALF} then n else ${RANGE} + n end, 'net', 'net/main', channel.channel_id, channel.client_id,
        '2783' || lpad(n::text, 7, '0'), channel.address, 'text ' || n, 0,
        case
          when channel.client_id = ${behind.clientId}::bigint then (n <= ${KEPT}::integer - 10)::integer
          else (n <= 10 or n > ${KEPT}::integer - 1000)::integer
        end, to_timestamp(n)
      from generate_series(1, ${KEPT}::integer) as n join channel on channel.channel_id = case
        when n <= 10 then ${small.channelId}::bigint
        when n % 10 = 3 then ${behind.channelId}::bigint
        when n % 20000 = 19999 then ${rare.channelId}::bigint
        else ${large.channelId}::bigint
      end`
    await db.sql`delete from id_mark`
    await db.sql`
      insert into id_mark (at, from_id)
      select to_timestamp(n), case when n <= ${HALF} then n else ${RANGE} + n end
      from generate_series(0, ${KEPT}::integer, 60) as n`
  })

  function costsOf(name: string, run: (service: ReturnType<typeof createIncomingMessages>, inbox: Inbox) => unknown) {
    const inbox = inboxes[name] as Inbox
    const { account, channelId } = inbox
    const { clientId, userId } = account
    const own = { clientId, userId, ownChannelId: channelId, quiet: null, channels: new Map(), fallback: undefined }
    return statementCosts(db.sql, async (sql) =>
      run(
        createIncomingMessages({
          searches: searchesOn(sql),
          sql,
          accountOf: () => own,
          clock: systemClock,
          logger: captureLogger(),
        }),
        inbox,
      ),
    )
  }

  const UNREAD = { isRead: false }
  const READ = { isRead: true }
  const LATE = { after: idOf(KEPT - 2_000) }
  const SINCE = { since: new Date((KEPT - 2_000) * 1000) }
  /** Whose inbox, which messages, and how many of them a page has. */
  const PAGES: readonly (readonly [string, Omit<IncomingFilter, 'limit'>, number])[] = [
    ['large', {}, LIMIT],
    ['large', UNREAD, LIMIT],
    ['large', READ, LIMIT],
    ['large', LATE, LIMIT],
    ['large', { ...UNREAD, ...LATE }, LIMIT],
    ['large', { ...READ, ...LATE }, LIMIT],
    ['large', SINCE, LIMIT],
    ['large', { ...READ, ...SINCE }, LIMIT],
    ['large', { ...UNREAD, ...SINCE }, LIMIT],
    ['large, by channel', {}, LIMIT],
    ['large, by channel', UNREAD, LIMIT],
    ['large, by a rare channel', {}, 10],
    ['large, by a rare channel', UNREAD, 1],
    ['large, by a rare channel', READ, 9],
    ['large, by a rare channel', LATE, 1],
    ['large, by a rare channel', SINCE, 1],
    ['large, by an empty channel', {}, 0],
    ['large, by an empty channel', UNREAD, 0],
    ['large, by an empty channel', SINCE, 0],
    ['behind', {}, LIMIT],
    ['behind', UNREAD, LIMIT],
    ['behind', READ, 1],
    ['behind', SINCE, LIMIT],
    ['behind, by channel', READ, 1],
    ['small', {}, 10],
    ['small', UNREAD, 10],
    ['small', READ, 0],
    ['small', LATE, 0],
    ['small', SINCE, 0],
    ['small, by channel', {}, 10],
    ['none', {}, 0],
    ['none', UNREAD, 0],
    ['none', SINCE, 0],
    ['none, by channel', UNREAD, 0],
  ]

  /** Whose inbox, and what is marked: the first ones, ones far apart, and ones that it does not have. */
  const MARKED: readonly (readonly [string, string, readonly number[]])[] = [
    ['large', 'the first unread ones', Array.from({ length: LIMIT }, (_, index) => idOf(KEPT - 999 + index))],
    ['behind', 'some all over', Array.from({ length: LIMIT }, (_, index) => idOf(13 + index * 1_990))],
    ['behind, by channel', 'some all over', Array.from({ length: LIMIT }, (_, index) => idOf(13 + index * 1_990))],
    ['large, by a rare channel', 'the ends', [1, idOf(KEPT - 1)]],
    ['none', 'what others have', Array.from({ length: LIMIT }, (_, index) => idOf(1 + index * 2_000))],
  ]

  for (const statistics of ['without statistics', 'with statistics']) {
    describe(statistics, () => {
      if (statistics === 'with statistics') before(() => db.sql`analyze`)

      for (const [name, filter, found] of PAGES)
        it(`${name}: ${JSON.stringify(filter)}`, async () => {
          const costs = await costsOf(name, async ({ find }, { account }) => {
            const { records } = await find(account.principal, { ...filter, limit: LIMIT })
            assert.equal(records.length, found)
          })
          const rows = costs.reduce((sum, cost) => sum + cost.rows, 0)
          const pages = costs.reduce((sum, cost) => sum + cost.pages, 0)
          assert.ok(rows <= PAGE_ROWS && pages <= PAGE_PAGES, `${rows} rows on ${pages} pages`)
        })

      for (const [name, what, ids] of MARKED)
        it(`${name}: ${what} are lent, and returned`, async () => {
          const { account, channelId } = inboxes[name] as Inbox
          const own = { clientId: account.clientId, ownChannelId: channelId }
          const costs = await statementCosts(db.sql, async (sql) => {
            const loan = await lendIncoming(sql, own, ids)
            if (loan !== undefined) await returnLoan(sql, loan)
          })
          const rows = costs.reduce((sum, cost) => sum + cost.rows, 0)
          const pages = costs.reduce((sum, cost) => sum + cost.pages, 0)
          assert.ok(rows <= PAGE_ROWS && pages <= MARKED_PAGES, `${rows} rows on ${pages} pages`)
        })
    })
  }
})
