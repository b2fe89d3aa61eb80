import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Sql } from '../src/database/database.ts'
import { loadFacts } from '../src/notify/webhooks/load-facts.ts'
import { loadWebhooks } from '../src/notify/webhooks/load-webhooks.ts'
import { type AttemptRecord, recordOutcomes } from '../src/notify/webhooks/record-outcomes.ts'
import { resendWebhooks } from '../src/notify/webhooks/resend-webhooks.ts'
import {
  claimForEndpoints,
  claimWebhooks,
  countPausedEndpoints,
  WEBHOOK_BATCHES,
} from '../src/notify/webhooks/webhook-batches.ts'
import { findOwned, freeRows } from '../src/ownership/owned-rows.ts'
import { findPausedHosts } from '../src/read/webhook-log/paused-hosts.ts'
import { useDatabase } from './support/database-fixture.ts'
import { statementCosts } from './support/plans.ts'

const KEPT = 100_000
/** Batches that wait for one endpoint, for a later time, and for any node; each with one webhook. */
const PAUSED = 5_000
const LATER = 5_000
const WAITING = 5_000
const BUSY = '1 https://busy.example'
/** As many wait for this one, until the next probe. */
const FAILING = '2 https://failing.example'
const APPETITE = { room: 10_000, without: [], giveUpHours: 24 }

describe('what statements of webhooks touch does not grow with what is kept or waits', () => {
  const db = useDatabase()
  let lease = 0
  /** Batches that the node owns, each with one webhook of the same number. */
  let owned: readonly number[] = []

  before(async () => {
    const [node] = await db.sql<{ lease: number }[]>`
      insert into node (node_id, name, roles) values (gen_random_uuid(), 'test', '{webhooks}') returning lease`
    lease = node?.lease as number
    await db.sql`
      insert into webhook (webhook_id, client_id, channel_id, kind, subject_id, url, content_type, body)
      select n, 1, 1, 'dlr', n, 'https://client.example/', 'application/json', '{}'
      from generate_series(1, ${KEPT}::integer) as n`
    await db.sql`
      insert into incoming_message (incoming_id, carrier, link, sender, recipient, body, encoding, received_at)
      select n, 'net', 'net/main', '27831234567', '27820000001', 'hello', 0, now()
      from generate_series(1, ${KEPT}::integer) as n`
    await db.sql`
      insert into webhook_batch (webhook_ids, attempts, endpoint, due_at)
      select array[n], 0, case when n <= ${PAUSED} then ${BUSY} end,
        now() + case when n > ${PAUSED} and n <= ${PAUSED + LATER} then interval '1 hour' else interval '-1 hour' end
      from generate_series(1, ${PAUSED + LATER + WAITING}::integer) as n order by n`
    await db.sql`
      insert into webhook_batch (webhook_ids, attempts, endpoint, due_at)
      select array[n], 0, ${FAILING}, now() + interval '1 hour' from generate_series(1, ${PAUSED}::integer) as n`
    const rows = await db.sql<{ batch_id: number }[]>`
      insert into webhook_batch (webhook_ids, attempts, owner)
      select array[n], 0, ${lease}::bigint from generate_series(50001, 50010) as n returning batch_id`
    owned = rows.map((row) => row.batch_id)
  })

  const attempts = (state: AttemptRecord['state'], attempt = 1): readonly AttemptRecord[] =>
    owned.map((batchId, index) => ({
      batchId,
      webhookId: 50_001 + index,
      attempt,
      at: new Date(),
      elapsedMs: 5,
      status: 200,
      failure: null,
      reply: 'ok',
      request: null,
      state,
      tries: 1,
      signedAt: 1,
      step: null,
      answer: null,
    }))
  const next = { webhookIds: [50_001, 50_002], attempts: 1, endpoint: null, since: new Date(), delayMs: 5_000 }
  const ids = Array.from({ length: 10 }, (_, index) => 50_001 + index)

  const ROWS: readonly (readonly [name: string, run: (sql: Sql) => Promise<unknown>, atMost: number])[] = [
    ['a look', (sql) => claimWebhooks(sql, lease, 10_000), 200],
    ['a look at all endpoints', (sql) => claimForEndpoints(sql, lease, { ...APPETITE, endpoints: null }), 200],
    [
      'one while it is busy',
      (sql) => claimForEndpoints(sql, lease, { ...APPETITE, without: [BUSY], endpoints: null }),
      200,
    ],
    ['a look at one endpoint', (sql) => claimForEndpoints(sql, lease, { ...APPETITE, endpoints: [BUSY] }), 100],
    ['counting those that are paused', (sql) => countPausedEndpoints(sql), 50],
    ['hosts of a client that are paused', (sql) => findPausedHosts(sql, 2), 220],
    ['those of another client', (sql) => findPausedHosts(sql, 1), 20],
    ['those of all clients', (sql) => findPausedHosts(sql, undefined), 220],
    ['what was lost', (sql) => findOwned(sql, WEBHOOK_BATCHES, lease, 0), 50],
    ['loading ten', (sql) => loadWebhooks(sql, ids), 50],
    ['what ten tell of', (sql) => loadFacts(sql, ids), 50],
    [
      'recording ten that were delivered',
      (sql) => recordOutcomes(sql, lease, { attempts: attempts('delivered'), putOff: [], next: [], finished: owned }),
      200,
    ],
    [
      'recording ten that were delivered at the second attempt',
      (sql) =>
        recordOutcomes(sql, lease, { attempts: attempts('delivered', 2), putOff: [], next: [], finished: owned }),
      200,
    ],
    [
      'recording ten of which some failed',
      (sql) => {
        const mixed = [...attempts('delivered').slice(0, 5), ...attempts('failed').slice(5)]
        return recordOutcomes(sql, lease, { attempts: mixed, putOff: [], next: [], finished: owned })
      },
      200,
    ],
    [
      'recording ten that failed',
      (sql) => recordOutcomes(sql, lease, { attempts: attempts('pending'), putOff: [], next: [next], finished: owned }),
      300,
    ],
    [
      'putting ten off',
      (sql) => {
        const putOff = attempts('pending').map(({ batchId, webhookId }) => ({ batchId, webhookId, step: null }))
        return recordOutcomes(sql, lease, { attempts: [], putOff, next: [next], finished: owned })
      },
      300,
    ],
    ['sending ten again', (sql) => resendWebhooks(sql, ids), 200],
    ['freeing what a node has', (sql) => freeRows(sql, WEBHOOK_BATCHES, lease), 100],
  ]
  test('what is put off leaves its batch, so that recording it again after a lost answer makes no second one', async () => {
    const [batch] = await db.sql<{ batch_id: number }[]>`
      insert into webhook_batch (webhook_ids, attempts, owner) values ('{60003,60001,60002}', 0, ${lease}::bigint)
      returning batch_id`
    const batchId = batch?.batch_id as number
    const putOff = [60_001, 60_002].map((webhookId) => ({ batchId, webhookId, step: null }))
    const outcomes = { attempts: [], putOff, next: [{ ...next, webhookIds: [60_001, 60_002] }], finished: [] }
    for (let time = 0; time < 2; time += 1) await recordOutcomes(db.sql, lease, outcomes)
    const batches = db.sql<{ webhook_ids: number[]; owner: number | null }[]>`
      select webhook_ids, owner from webhook_batch where webhook_ids && '{60001,60002,60003}' order by owner nulls last`
    assert.deepEqual(
      (await batches).map(({ webhook_ids: ids, owner }) => [ids, owner]),
      [
        [[60_003], lease],
        [[60_001, 60_002], null],
      ],
    )
    await db.sql`delete from webhook_batch where webhook_ids && '{60001,60002,60003}'`
  })

  for (const statistics of ['without statistics', 'with statistics']) {
    describe(statistics, () => {
      if (statistics === 'with statistics') before(() => db.sql`analyze`)
      for (const [name, run, atMost] of ROWS) {
        test(`${name}: at most ${atMost} rows`, async () => {
          const costs = await statementCosts(db.sql, run)
          assert.ok(costs.length > 0)
          const touched = costs.map(({ byTable }) =>
            Object.entries(byTable).filter(([table]) => !table.startsWith('_private')),
          )
          const rows = touched.flat().reduce((sum, [, count]) => sum + count, 0)
          assert.ok(rows <= atMost, `${rows}: ${JSON.stringify(touched)}`)
        })
      }
    })
  }
})
