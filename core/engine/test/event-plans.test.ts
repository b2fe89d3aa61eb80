import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { claimEvents } from '../src/notify/events/event-statements.ts'
import { useDatabase } from './support/database-fixture.ts'
import { statementCosts } from './support/plans.ts'

const PUT_OFF = 50_000
const LIMIT = 100

describe('claiming events', () => {
  const db = useDatabase()
  let lease = 0
  before(async () => {
    const [node] = await db.sql<{ lease: number }[]>`
      insert into node (node_id, name, roles) values (gen_random_uuid(), 'test', '{}') returning lease`
    lease = node?.lease as number
    await db.sql`insert into event_subscription (name, kinds) values ('mail', '{sms-received}')`
    await db.sql`
      insert into event (subscription, kind, subject_id, starts, due_at)
      select 'mail', 'sms-received', n, 5, now() + interval '1 hour' from generate_series(1, ${PUT_OFF}::integer) as n`
    await db.sql`insert into event (subscription, kind, subject_id) select 'mail', 'sms-received', n from generate_series(1, 300) as n`
  })

  const claim = { name: 'mail', limit: LIMIT }
  for (const withStatistics of [false, true]) {
    it(`does not look at those that are put off, ${withStatistics ? 'with' : 'without'} statistics`, async () => {
      if (withStatistics) await db.sql`analyze event`
      for (const { text, rows } of await statementCosts(db.sql, (sql) => claimEvents(sql, lease, claim)))
        assert.ok(rows <= 10 * LIMIT, `${rows} rows: ${text}`)
    })
  }

  it('takes those that are due, as many as are wanted', async () => {
    const claimed = await claimEvents(db.sql, lease, claim)
    assert.equal(claimed.length, LIMIT)
    assert.ok(claimed.every(({ starts }) => starts === 1))
  })
})
