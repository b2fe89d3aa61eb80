import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { EventLog, type MessageEnded } from '@heliograph/contracts'
import { dropUnheard } from '../src/notify/events/event-statements.ts'
import {
  dropOldEvents,
  dropUnheardCursors,
  readLog,
  replayFrom,
  writeLog,
} from '../src/notify/events/log-statements.ts'
import { type Harness, startEngine } from './support/engine-harness.ts'
import { carrierOf, FakeLink } from './support/fake-carrier.ts'
import { statementCosts } from './support/plans.ts'
import { find } from './support/smpp-node.ts'

describe('the log of events', () => {
  let node: Harness
  before(async () => {
    const link = new FakeLink('main')
    link.receipts = 'none'
    node = await startEngine({ carriers: new Map([['net', carrierOf(link)]]) })
  })
  after(() => node.close())

  const log = () => find(node.engine.services, EventLog)

  interface Reported {
    readonly smsIds: number[]
    readonly eventIds: number[]
  }

  async function follow(name: string, take: (reported: Reported) => void = () => {}, of = node) {
    const batches: Reported[] = []
    const { stop } = await find(of.engine.services, EventLog).follow({
      name,
      kinds: ['message-ended'],
      async handler(events) {
        const reported = {
          smsIds: events.map((event) => (event as MessageEnded).smsId),
          eventIds: events.map(({ eventId }) => eventId),
        }
        batches.push(reported)
        take(reported)
      },
    })
    return { batches, stop, smsIds: () => batches.flatMap((each) => each.smsIds) }
  }

  async function end(count = 1): Promise<readonly number[]> {
    const to = Array.from({ length: count }, (_, n) => `2784${String(n).padStart(7, '0')}`)
    const smsIds = (await node.submit({ to })).entries.map(({ smsId }) => smsId)
    await node.until(async () => {
      const states = await Promise.all(smsIds.map((smsId) => node.stateOf(smsId)))
      return states.every((state) => state === 'delivered')
    }, 'they have ended')
    return smsIds
  }

  const rowsOf = async (table: string) => {
    const [row] = await node.engine.sql<{ rows: number }[]>`select count(*) as rows from ${node.engine.sql(table)}`
    return row?.rows
  }

  async function triggers(): Promise<number | undefined> {
    const [row] = await node.engine.sql<{ triggers: number }[]>`
      select count(*) as triggers from pg_trigger
      where not tgisinternal and tgrelid in ('message_state'::regclass, 'incoming_message'::regclass)`
    return row?.triggers
  }

  test('costs nothing while nobody follows, and leaves nothing behind the last one', async () => {
    assert.equal(await triggers(), 0)
    const { stop, smsIds } = await follow('comes and goes')
    assert.equal(await triggers(), 2, 'only what is wanted is noted')
    await end()
    await node.until(() => smsIds().length === 1, 'it is told')
    await stop()
    await end()
    await log().forget('comes and goes')
    assert.deepEqual([await triggers(), await rowsOf('event'), await rowsOf('event_log')], [0, 0, 0])
  })

  test('what was not taken comes again with the same ids, and those after it wait', async () => {
    let failures = 2
    const { batches, smsIds, stop } = await follow('fails first', () => {
      failures -= 1
      if (failures >= 0) throw new Error('Not now')
    })
    const [first] = await end()
    await node.until(() => batches.length > 0, 'it is offered')
    const [second] = await end()
    await node.until(() => smsIds().includes(second as number), 'the second one is offered')
    await node.until(async () => (await triesOf('fails first')) === 0, 'both are taken')
    await stop()
    await log().forget('fails first')
    for (const batch of batches.slice(0, 3)) assert.equal(batch.smsIds[0], first)
    assert.equal(new Set(batches.map((batch) => batch.eventIds[0])).size, batches.length === 3 ? 1 : 2)
  })

  async function triesOf(name: string): Promise<number | undefined> {
    const [row] = await node.engine.sql<{ tries: number }[]>`select tries from event_cursor where name = ${name}`
    return row?.tries
  }

  test('two followers each get everything, at a place of their own', async () => {
    const [one, other] = [await follow('one'), await follow('other')]
    const smsIds = await end(5)
    await node.until(() => one.smsIds().length === 5 && other.smsIds().length === 5, 'both are told')
    await one.stop()
    const [late] = await end()
    await node.until(() => other.smsIds().length === 6, 'the one that goes on is told')
    const again = await follow('one')
    await node.until(() => again.smsIds().length === 1, 'the other one goes on where it was')
    await Promise.all([again.stop(), other.stop()])
    for (const name of ['one', 'other']) await log().forget(name)
    assert.deepEqual([one.smsIds(), again.smsIds()], [other.smsIds().slice(0, 5), [late]])
    assert.deepEqual(
      one.smsIds().toSorted((a, b) => a - b),
      smsIds,
    )
  })

  test('when a node that reads is gone another one goes on', async () => {
    const { sql } = node.engine
    const { stop } = await follow('taken over')
    await stop()
    const [dead] = await sql<{ lease: number }[]>`
      insert into node (node_id, name, roles) values (gen_random_uuid(), 'dead', '{}') returning lease`
    await sql`update event_cursor set owner = ${dead?.lease as number} where name = 'taken over'`
    const followed = await follow('taken over')
    await end()
    await node.until(async () => (await rowsOf('event_log')) === 1, 'it is in the log')
    assert.equal(followed.batches.length, 0, 'while that node lives no other has the place')
    await sql`delete from node where lease = ${dead?.lease as number}`
    await node.until(() => followed.batches.length === 1, 'it is told')
    await followed.stop()
    await log().forget('taken over')
  })

  test('its order is that of the ids, whoever committed first, and no place is left out or given twice', async () => {
    const { sql } = node.engine
    const { stop } = await follow('in order')
    await stop()
    await sql`
      insert into event (subscription, kind, subject_id, state, due_at)
      select 'heliograph.event-log', 'message-ended', n, 'delivered', now() - n * interval '1 second' from generate_series(1, 2500) as n`
    await Promise.all([1, 2, 3].map(() => writeLog(sql)))
    while ((await writeLog(sql)) > 0);
    const [row] = await sql<{ rows: number; places: number; ordered: boolean }[]>`
      select count(*) as rows, max(position) - min(position) + 1 as places, bool_and(ordered) as ordered
      from (select position, event_id > lag(event_id, 1, 0::bigint) over (order by position) as ordered from event_log) as logged`
    assert.deepEqual(row, { rows: 2_500, places: 2_500, ordered: true })
    await log().forget('in order')
  })

  test('what is older than its days is removed, with what was noted of handled events', async () => {
    const { sql } = node.engine
    const { stop } = await follow('kept')
    await stop()
    await sql`
      insert into event_log (position, event_id, kind, subject_id, state, noted_at)
      select 1000000 + n, 1000000 + n, 'message-ended', n, 'delivered', now() - n * interval '1 day' from generate_series(1, 6) as n`
    await sql`
      insert into handled_event (instance, event_id, handled_at)
      select 'any', 1000000 + n, now() - n * interval '1 day' from generate_series(1, 6) as n`
    const [waits] = await sql<{ event_id: number }[]>`
      insert into event (subscription, kind, subject_id) values ('late', 'message-ended', 1) returning event_id`
    await sql`
      insert into handled_event (instance, event_id, handled_at) values ('any', ${waits?.event_id as number}, now() - interval '9 days')`
    await dropOldEvents(sql, 3)
    const logged = await sql<{ event_id: number }[]>`select event_id from event_log order by event_id`
    assert.deepEqual(
      logged.map((row) => row.event_id - 1_000_000),
      [1, 2],
    )
    const handled = await sql<{ event_id: number }[]>`select event_id from handled_event order by event_id`
    assert.deepEqual(
      handled.map((row) => row.event_id),
      [waits?.event_id, 1_000_001, 1_000_002, 1_000_003],
      'longer than the log, and while it may still come',
    )
    await sql`delete from event where subscription = 'late'`
    await sql`truncate handled_event`
    await log().forget('kept')
  })

  test('who has not been there for the days of the log is forgotten, and not before', async () => {
    const { sql } = node.engine
    const { stop } = await follow('left')
    await stop()
    await sql`update event_subscription set heard_at = now() - interval '80 hours'`
    await sql`update event_cursor set heard_at = now() - interval '80 hours'`
    assert.deepEqual(await dropUnheard(sql, 72), [])
    assert.deepEqual(await dropUnheardCursors(sql, 4), [])
    assert.deepEqual(await dropUnheardCursors(sql, 3), ['left'])
    assert.equal(await triggers(), 0)
  })

  test('reading, writing and going back look at nothing but what they are for', async () => {
    const { sql } = node.engine
    const { stop } = await follow('long')
    await stop()
    await sql`
      insert into event_log (position, event_id, kind, subject_id, state, noted_at)
      select 2000000 + n, 2000000 + n, 'message-ended', n, 'delivered', now() - (20000 - n) * interval '1 second' from generate_series(1, 20000) as n`
    await sql`
      insert into event (subscription, kind, subject_id)
      select 'another', 'message-ended', n from generate_series(1, 20000) as n`
    const costs = await statementCosts(sql, async (pool) => {
      await readLog(pool, 2_010_000, 100)
      await replayFrom(pool, 'long', new Date(Date.now() - 3_600_000))
      await writeLog(pool)
    })
    for (const { text, rows } of costs) assert.ok(rows <= 110, `${rows} rows: ${text}`)
    await sql`delete from event where subscription = 'another'`
    await log().forget('long')
  })
})
