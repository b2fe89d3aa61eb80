import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Clock } from '@heliograph/contracts'
import { createErasure } from '../src/operate/erase/erasure.ts'
import { type TestAccount, useDatabase } from './support/database-fixture.ts'
import { statementCosts } from './support/plans.ts'

const KEPT = 40_000
const NUMBER = '27830000007'
/** What is to be done later is done at once. */
const HASTY: Clock = {
  now: () => 0,
  after: (_delayMs, callback) => {
    callback()
    return () => {}
  },
}
const NO_LINKS = { forget: async () => {} }
/** Rows of its own, and of the uploads and entries of its client. */
const AT_MOST = 200

describe('what erasing a number looks at, among the data of others', () => {
  const db = useDatabase()
  let account: TestAccount

  before(async () => {
    account = await db.addAccount()
    const { clientId, userId, channelId } = account
    const { sql } = db
    const mobile = sql`'2783' || lpad((n % 8000)::text, 7, '0')`
    await sql`
      insert into message (sms_id, client_id, user_id, channel_id, sender, recipient, body, encoding, parts, priority, flash,
        receipt_webhook, notify_format, origin, route, message_id, price, currency, accepted_at, validity_seconds)
      select n, ${clientId}, ${userId}, ${channelId}, 'A', ${mobile}, 'text', 0, 1, 10, false, false, 0, 'v2', 'r', 'id ' || n, 0,
        'ZAR', now(), 60
      from generate_series(1, ${KEPT}::integer) as n`
    await sql`insert into message_key (client_id, message_id, sms_id) select client_id, message_id, sms_id from message`
    await sql`insert into message_state (sms_id, state, attempt) select sms_id, 'delivered', 1 from message`
    await sql`
      insert into submission (sms_id, attempt, part, series, carrier, link, state, submitted_at)
      select sms_id, 1, 1, 1, 'c', 'c/a', 'delivered', now() from message`
    await sql`
      insert into incoming_message (
        incoming_id, carrier, link, channel_id, client_id, sender, recipient, body, encoding, received_at
      )
      select ${KEPT}::integer + n, 'c', 'c/a', ${channelId}, ${clientId}, ${mobile}, '1', 'text', 0, now()
      from generate_series(1, ${KEPT}::integer) as n`
    await sql`
      insert into webhook (webhook_id, client_id, channel_id, kind, subject_id, url, content_type, body, state)
      select ${2 * KEPT}::integer + n, ${clientId}, ${channelId}, 'dlr', n, '', '', '', 'delivered'
      from generate_series(1, ${2 * KEPT}::integer) as n`
    await sql`
      insert into contact (client_id, mobile, status, status_description)
      select distinct ${clientId}::bigint, ${mobile}, 0, '' from generate_series(1, ${KEPT}::integer) as n`
    await sql`
      insert into contact_audit (client_id, mobile, status, status_description)
      select ${clientId}::bigint, ${mobile}, 0, '' from generate_series(1, ${KEPT}::integer) as n`
    await sql`
      insert into conversation (channel_id, contact, client_id, mobile, newest_id)
      select ${channelId}, contact.mobile, ${clientId}, contact.mobile, 1 from contact`
    await sql`analyze`
  })

  for (const [what, isOne] of [
    ['of one client', true],
    ['of all', false],
  ] as const)
    it(`${what}: its own rows`, async () => {
      const costs = await statementCosts(db.sql, (sql) =>
        createErasure({ sql, clock: HASTY, erased: db.erased, links: NO_LINKS, defaultCountry: 'ZA' }).erase(
          isOne ? account.clientId : null,
          NUMBER,
        ),
      )
      assert.ok(costs.length > 20)
      for (const { rows, text } of costs) assert.ok(rows <= AT_MOST, `${rows} rows: ${text}`)
    })
})
