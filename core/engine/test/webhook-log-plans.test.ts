import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { MessageRecord, WebhookFilter } from '@heliograph/contracts'
import { loadHistoryFacts } from '../src/read/history/history-facts.ts'
import { findWebhooks } from '../src/read/webhook-log/find-webhooks.ts'
import { loadWebhookDetails } from '../src/read/webhook-log/webhook-details.ts'
import { type TestAccount, useDatabase } from './support/database-fixture.ts'
import { searchesOn, statementCosts } from './support/plans.ts'

/** Stored webhooks, in two ranges of ids, one per second. */
const KEPT = 20_000
const HALF = KEPT / 2
const RANGE = 100_000_000
/** Webhooks that a step looks at. */
const ENTRIES = 500

describe('what a step through the log touches does not grow with what is kept', () => {
  const db = useDatabase()
  let account: TestAccount

  before(async () => {
    account = await db.addAccount()
    await db.sql`
      insert into webhook
        (webhook_id, client_id, channel_id, kind, subject_id, url, content_type, body, created_at, state, first_at)
      select case when n <= ${HALF} then n else ${RANGE} + n end, ${account.clientId}, ${account.channelId}, 'dlr',
        n, 'https://client.example/', 'text/plain', '', to_timestamp(n), case when n = 7 then 'failed' else 'delivered' end,
        to_timestamp(n)
      from generate_series(1, ${KEPT}::integer) as n`
    await db.sql`
      insert into webhook_attempt (webhook_id, attempt, at, elapsed_ms)
      select webhook_id, attempt, now(), 1 from webhook cross join generate_series(2, 3) as attempt`
    await db.sql`update id_range set opened_at = to_timestamp(0) where from_id = 0`
    await db.sql`update id_range set opened_at = to_timestamp(${HALF}) where from_id = ${RANGE}`
  })

  const PAGES: readonly (readonly [filter: Omit<WebhookFilter, 'limit'>, found: number, statements: number])[] = [
    [{}, 10, 1],
    [{ state: 'failed' }, 1, KEPT / ENTRIES + 1],
    [{ before: RANGE }, 10, 1],
    [{ subjectId: 7 }, 1, 1],
    [{ subjectId: KEPT + 1 }, 0, 1],
    [{ since: new Date((KEPT - 5) * 1000) }, 6, 4],
  ]
  for (const statistics of ['without statistics', 'with statistics']) {
    describe(statistics, () => {
      if (statistics === 'with statistics') before(() => db.sql`analyze`)

      for (const [filter, found, statements] of PAGES) {
        test(JSON.stringify(filter), async () => {
          const { clientId } = account
          const costs = await statementCosts(db.sql, async (sql) => {
            const page = await findWebhooks(searchesOn(sql), clientId, { ...filter, limit: 10 }, {}, ENTRIES)
            assert.equal(page.records.length, found)
          })
          assert.ok(costs.length <= statements, `${costs.length} statements`)
          for (const { rows, pages } of costs) assert.ok(rows <= ENTRIES + 10 && pages <= 200, `${rows} on ${pages}`)
        })
      }

      test('the attempts at one webhook, and at those of one message', async () => {
        const costs = await statementCosts(db.sql, async (sql) => {
          const details = await loadWebhookDetails({ sql, soapNamespace: 'urn:test' }, RANGE + KEPT)
          assert.equal(details?.log.length, 3)
          const ended = { smsId: 7, doneAt: new Date() } as MessageRecord
          const facts = await loadHistoryFacts({ sql, run: async (statement) => statement }, account.clientId, ended)
          assert.equal(facts.attempts.length, 3)
        })
        for (const { rows, pages } of costs) assert.ok(rows <= 20 && pages <= 20, `${rows} on ${pages}`)
      })
    })
  }
})
