import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { createAutoReplyLimit } from '../src/inbound/auto-reply-limit.ts'
import { listIncoming } from '../src/inbound/list-incoming.ts'
import { workOnIncoming } from '../src/inbound/work-on-incoming.ts'
import { type TestAccount, useDatabase } from './support/database-fixture.ts'
import { statementCosts } from './support/plans.ts'

/** Stored incoming SMS, in two ranges of ids, each from a contact of its own that has opted out. */
const KEPT = 200_000
const HALF = KEPT / 2
const RANGE = 100_000_000
const WAITING = 20_000
const CHANNELS = 5_000
const BATCH = 100

/** The id of the nth SMS. */
const idOf = (n: number) => (n <= HALF ? n : RANGE + n)

describe('what working on incoming SMS touches does not grow with what is kept', () => {
  const db = useDatabase()
  let account: TestAccount

  before(async () => {
    account = await db.addAccount()
    const { clientId, channelId } = account
    await db.sql`
      insert into channel (client_id, kind, address, security_key)
      select ${clientId}, 'number', '2786' || lpad(n::text, 7, '0'), '' from generate_series(1, ${CHANNELS}::integer) as n`
    await db.sql`
      update channel set incoming_url = 'https://client.example/', auto_response = 'Hi' where channel_id = ${channelId}`
    const texts = db.sql`(array['JOIN', 'STOP', 'Hello', 'Hello', 'Hello'])[n % 5 + 1]`
    await db.sql`
      insert into incoming_message (
        incoming_id, carrier, link, channel_id, client_id, sender, recipient, body, encoding, status, received_at
      )
      select case when n <= ${HALF} then n else ${RANGE} + n end, 'net', 'net/main', ${channelId}, ${clientId},
        '2783' || lpad(n::text, 7, '0'), channel.address, ${texts}, 0, 1, to_timestamp(n)
      from generate_series(1, ${KEPT}::integer) as n join channel on channel.channel_id = ${channelId}`
    await db.sql`
      insert into contact (client_id, mobile, status, status_description)
      select ${clientId}, '2783' || lpad(n::text, 7, '0'), 0, '' from generate_series(1, ${KEPT}::integer) as n`
    await db.sql`
      insert into incoming_work (incoming_id)
      select case when n <= ${HALF} then n else ${RANGE} + n end
      from generate_series(1, ${KEPT}::integer, ${KEPT / WAITING}::integer) as n`
    await db.sql`
      insert into auto_reply (channel_id, mobile, incoming_ids, answered_at)
      select ${channelId}, '2783' || lpad(n::text, 7, '0'), array[n], array[now()] from generate_series(1, 20000) as n`
  })

  const batch = Array.from({ length: BATCH }, (_, index) => idOf(1 + index * (KEPT / BATCH)))
  const rows: readonly (readonly [name: string, run: Parameters<typeof statementCosts>[1], atMost: number])[] = [
    [
      'a hundred of them, two fifths of which ask for something',
      (sql) =>
        sql.begin((tx) =>
          workOnIncoming(tx, { ids: db.ids, clock: db.clock, erased: db.erased, defaultCountry: 'ZA' }, batch),
        ) as Promise<unknown>,
      1_000,
    ],
    [
      'a hundred auto-replies',
      (sql) => {
        const mayReply = createAutoReplyLimit(sql, db.clock, 5)
        const reply = (index: number) => ({
          channelId: account.channelId,
          mobile: `2783${String(index).padStart(7, '0')}`,
          incomingId: idOf(index),
        })
        return Promise.all(Array.from({ length: BATCH }, (_, index) => mayReply(reply(index + 1))))
      },
      1_000,
    ],
    ['the newest ten', (sql) => listIncoming(sql, { limit: 10 }), 100],
    ['the newest ten of a client', (sql) => listIncoming(sql, { clientId: account.clientId, limit: 10 }), 100],
    ['the newest ten of no channel', (sql) => listIncoming(sql, { isUnmatched: true, limit: 10 }), 100],
  ]
  for (const statistics of ['without statistics', 'with statistics']) {
    describe(statistics, () => {
      if (statistics === 'with statistics') before(() => db.sql`analyze`)
      for (const [name, run, atMost] of rows) {
        it(name, async () => {
          const costs = await statementCosts(db.sql, run)
          assert.ok(costs.length > 0)
          for (const { text, rows, byTable } of costs)
            assert.ok(
              rows <= atMost,
              `${rows} rows, at most ${atMost} were expected: ${JSON.stringify(byTable)} by ${text.slice(0, 300)}`,
            )
        })
      }
    })
  }
})
