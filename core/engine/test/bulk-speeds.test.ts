import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it, type TestContext } from 'node:test'
import { Schedules, type SpeedLimit, Waiting } from '@heliograph/contracts'
import { formatDeliveryWindow } from '@heliograph/messaging'
import { createRecordIds } from '../src/database/record-ids.ts'
import type { OwnedBatch } from '../src/outbound/batches/batch.ts'
import { returnBatches } from '../src/outbound/batches/batch-statements.ts'
import { countWaiting } from '../src/outbound/batches/waiting-messages.ts'
import { releaseParked } from '../src/outbound/holds/parked-batches.ts'
import { endOverdue } from '../src/outbound/lifecycle/validity.ts'
import { letGoDue } from '../src/outbound/speeds/slow-bulks.ts'
import { forgetSpeeds, limitSpeed } from '../src/outbound/speeds/speed-statements.ts'
import { buryNodes } from './support/bury-nodes.ts'
import { type Harness, startEngine, systemClock } from './support/engine-harness.ts'
import { carrierOf, FakeLink } from './support/fake-carrier.ts'
import { NO_SESSIONS } from './support/no-sessions.ts'
import { slowBulks } from './support/slow-bulks.ts'
import { find } from './support/smpp-node.ts'
import { startVictim } from './support/victim.ts'

const ONE_A_SECOND: SpeedLimit = { parts: 60, seconds: 60 }

let base: Harness
let schedules: Schedules
before(async () => {
  base = await startEngine({ credit: '1000' })
  schedules = find(base.engine.services, Schedules)
})
after(() => base.close())
afterEach(async () => {
  await Promise.all([...base.nodes].map((node) => node.close()))
  const { sql } = base.engine
  await sql`delete from batch`
  await sql`delete from bulk_speed`
  await sql`delete from paused_bulk`
  await sql`delete from validity_check`
})

const { look, lookAndTake, gone, takeGone, routesOf } = slowBulks(() => base)

let bulks = 0
const newBulk = () => `bulk ${++bulks}`

const numbers = (count: number) => Array.from({ length: count }, (_, n) => `2782${String(n).padStart(7, '0')}`)

/** Submits a bulk, by a node that sends nothing. Resolves with its messages, and when the first of them is due. */
async function submit(bulkId: string, count: number, speedLimit: SpeedLimit | undefined, more: object = {}) {
  const { entries } = await base.submit({ to: numbers(count), ...more }, { bulkId, speedLimit })
  const { sql } = base.engine
  // Times of tests are whole milliseconds.
  await sql`update batch set due_at = date_trunc('milliseconds', due_at)`
  const [row] = await sql<{ due: Date }[]>`select min(due_at) as due from batch`
  return { smsIds: entries.map(({ smsId }) => smsId), start: row?.due.getTime() as number }
}

/** A node with one link. */
async function startNode(t: TestContext, link = new FakeLink('a')) {
  const node = await startEngine({
    joinTo: base,
    carriers: new Map([['net', carrierOf(link)]]),
    roles: ['dispatch'],
    settings: { routes: { default: { links: ['net/a'] } } },
  })
  t.after(() => node.close())
  return { node, link, sent: () => link.submitted.map(({ smsId }) => smsId) }
}

describe('a bulk with a speed limit', () => {
  it('goes part by part, in order and spread over the time, whichever node looks', async () => {
    const { smsIds, start } = await submit(newBulk(), 70, ONE_A_SECOND)
    const sent: number[] = []
    for (let second = 0; second < 60; second += 1) {
      const now = await lookAndTake(start + second * 1_000)
      assert.equal(now.length, 1, `in second ${second}`)
      sent.push(...now)
    }
    assert.deepEqual(sent, smsIds.slice(0, 60))
  })

  it('goes in pieces where it is many a second, over several batches', async () => {
    const { smsIds, start } = await submit(newBulk(), 700, { parts: 15_000, seconds: 60 })
    const counts: number[] = []
    const sent: number[] = []
    for (let second = 0; second < 4; second += 1) {
      const now = await lookAndTake(start + second * 1_000)
      counts.push(now.length)
      sent.push(...now)
    }
    assert.deepEqual(counts, [1, 250, 250, 199])
    assert.deepEqual([...sent].sort(), [...smsIds].sort())
  })

  it('counts parts', async () => {
    const { start } = await submit(newBulk(), 3, ONE_A_SECOND, { text: 'x'.repeat(320) })
    const counts: number[] = []
    for (let second = 0; second < 7; second += 1) {
      counts.push((await lookAndTake(start + second * 1_000)).length)
    }
    assert.deepEqual(counts, [1, 0, 0, 1, 0, 0, 1])
  })

  it('is one for all requests of the bulk; the last limit counts', async () => {
    const bulk = newBulk()
    const { start } = await submit(bulk, 5, ONE_A_SECOND)
    await submit(bulk, 5, ONE_A_SECOND)
    assert.equal((await lookAndTake(start + 1_000)).length, 2)
    assert.equal((await lookAndTake(start + 2_000)).length, 1)
    await submit(bulk, 20, ONE_A_SECOND)
    const { clientId } = base.principal
    await limitSpeed(base.engine.sql, { clientId, bulkId: bulk }, { parts: 600, seconds: 60 }, start + 2_000)
    assert.equal((await lookAndTake(start + 2_100)).length, 1)
    assert.equal((await lookAndTake(start + 3_100)).length, 10)
    await submit(bulk, 2, undefined)
    assert.equal((await lookAndTake(start + 4_100)).length, 10)
    assert.deepEqual(await routesOf(bulk), ['held:speed-#:default'])
  })

  it('does not run ahead of links that are away, and makes up for nothing', async () => {
    const { start } = await submit(newBulk(), 10, ONE_A_SECOND)
    for (const ms of [0, 1_000, 2_000, 3_000]) await look(start + ms)
    assert.equal((await takeGone()).length, 1)
    await look(start + 3_500)
    assert.equal((await gone()).length, 0)
    await look(start + 4_000)
    assert.equal((await takeGone()).length, 1)
  })

  it('lets nothing go twice or too early when a node ends in the middle of it', async () => {
    const { smsIds, start } = await submit(newBulk(), 10, ONE_A_SECOND)
    const { sql } = base.engine
    const ids = { ...createRecordIds(sql, systemClock), take: () => Promise.reject(new Error('killed')) }
    await assert.rejects(letGoDue(sql, ids, start), /killed/)
    assert.deepEqual(await gone(), [])
    assert.deepEqual(await lookAndTake(start), smsIds.slice(0, 1))
    await look(start + 10)
    assert.deepEqual(await gone(), [])
  })

  it('waits while it is paused, and goes on as fast when it is resumed, what nodes had of it as well', async () => {
    const bulk = newBulk()
    const { smsIds, start } = await submit(bulk, 10, ONE_A_SECOND)
    const { sql } = base.engine
    await look(start)
    await schedules.pause(base.principal, bulk)
    await sql`update batch set route = 'held:bulk-' || (select pause_id from paused_bulk) || ':default' where route = 'default'`
    await look(start + 60_000)
    assert.deepEqual(await gone(), [])
    assert.equal(await schedules.state(base.principal, bulk), 'paused')
    await schedules.resume(base.principal, bulk)
    assert.deepEqual(await routesOf(bulk), ['held:speed-#:default'])
    assert.deepEqual(await lookAndTake(start + 61_000), smsIds.slice(0, 3))
    assert.deepEqual(await lookAndTake(start + 62_000), smsIds.slice(3, 4))
  })

  it('can be moved and cancelled while it waits', async () => {
    const bulk = newBulk()
    const { smsIds, start } = await submit(bulk, 10, ONE_A_SECOND)
    await look(start)
    await takeGone()
    const sendAt = new Date(start + 3_600_000)
    assert.equal((await schedules.reschedule(base.principal, bulk, sendAt)).messages, 9)
    await look(start + 3_599_000)
    assert.deepEqual(await gone(), [])
    assert.equal((await lookAndTake(start + 3_600_000)).length, 1)
    assert.equal((await lookAndTake(start + 3_601_000)).length, 1)
    await schedules.cancel(base.principal, bulk)
    const states = await Promise.all(smsIds.slice(-7).map((smsId) => base.stateOf(smsId)))
    assert.deepEqual(new Set(states), new Set(['cancelled']))
  })

  it('is let go at its time when it is scheduled', async () => {
    const bulk = newBulk()
    const sendAt = new Date(Date.now() + 7_200_000)
    await submit(bulk, 5, ONE_A_SECOND, { sendAt })
    assert.deepEqual(await schedules.list(base.principal, bulk), [
      { bulkId: bulk, sendAt, messages: 5, isPaused: false },
    ])
    await look(sendAt.getTime() - 1)
    assert.deepEqual(await gone(), [])
    await look(sendAt.getTime())
    assert.equal((await gone()).length, 1)
  })

  it('says why its messages wait, which operators need not care about', async () => {
    const { smsIds } = await submit(newBulk(), 2, ONE_A_SECOND)
    const causes = await find(base.engine.services, Waiting).ofMessage(base.principal, smsIds[1] as number)
    assert.deepEqual(causes?.[0], { kind: 'bulk-speed', limit: ONE_A_SECOND })
    assert.deepEqual(await countWaiting(base.engine.sql), [])
  })

  it('is left where it is when something else is let go; without its limit, it goes', async () => {
    const bulk = newBulk()
    await submit(bulk, 2, ONE_A_SECOND)
    const { sql } = base.engine
    assert.deepEqual(await releaseParked(sql), [])
    await sql`delete from bulk_speed`
    assert.deepEqual(await releaseParked(sql), ['default'])
    assert.deepEqual(await routesOf(bulk), ['default'])
  })
})

describe('the validity of messages in a bulk with a speed limit', () => {
  const tools = { clock: systemClock, ids: undefined as never, outbox: NO_SESSIONS }

  /** Makes everything about messages ten days older, and ends what is over. */
  async function endOld(smsIds: readonly number[]) {
    const { sql } = base.engine
    await sql`update message set accepted_at = accepted_at - interval '10 days' where sms_id = any(${[...smsIds]})`
    await sql`update message_state set send_at = send_at - interval '10 days' where sms_id = any(${[...smsIds]})`
    await sql`
      insert into validity_check (sms_id, due_at) select sms_id, now() from unnest(${[...smsIds]}::bigint[]) as g (sms_id)
      on conflict (sms_id) do update set due_at = now()`
    await endOverdue(sql, { ...tools, ids: createRecordIds(sql, systemClock) }, 172_800)
    return Promise.all(smsIds.map((smsId) => base.stateOf(smsId)))
  }

  it('begins with its turn', async () => {
    const { smsIds, start } = await submit(newBulk(), 3, ONE_A_SECOND)
    assert.deepEqual(await endOld(smsIds), ['queued', 'queued', 'queued'])
    const now = Math.max(Date.now(), start)
    await look(now)
    const [row] = await base.engine.sql<{ send_at: Date }[]>`
      select send_at from message_state where sms_id = ${smsIds[0] as number}`
    assert.deepEqual(row?.send_at, new Date(now))
    const [first, second] = await endOld(smsIds)
    assert.deepEqual([first, second], ['expired', 'queued'])
  })

  it('has begun when its bulk is paused', async () => {
    const bulk = newBulk()
    const { smsIds } = await submit(bulk, 2, ONE_A_SECOND)
    await schedules.pause(base.principal, bulk)
    assert.deepEqual(await endOld(smsIds), ['queued', 'queued'])
    await base.engine.sql`update paused_bulk set paused_at = now() - interval '9 days'`
    assert.deepEqual(await endOld(smsIds), ['expired', 'expired'])
  })
})

describe('nodes that send a bulk with a speed limit', () => {
  it('keep to it together and lose nothing, also when one of them is killed', async (t) => {
    const each = 25
    const limit = { parts: 1_000 / each, seconds: 1 }
    const bulk = newBulk()
    const { smsIds, start } = await submit(bulk, 120, limit)
    const victim = startVictim(t, base.url, 20, 5)
    await base.until(() => victim.handed.length > 20, 'the victim is in the middle of it')
    await victim.kill()
    await buryNodes(base.engine.sql, 'victim')
    const { sent } = await startNode(t)
    await base.until(() => new Set([...victim.handed, ...sent()]).size === smsIds.length, 'all have been sent')
    const rows = await base.engine.sql<{ at: Date }[]>`
      select send_at as at from message_state where sms_id = any(${smsIds}) order by send_at`
    assert.equal(rows.length, smsIds.length)
    rows.forEach(({ at }, n) => {
      assert.ok(at.getTime() >= start + n * each, `number ${n} went after ${at.getTime() - start} ms`)
    })
  })

  it('keep to it for what they give back of a batch of which a link has some', async () => {
    const { sql } = base.engine
    const bulk = newBulk()
    const { smsIds } = await submit(bulk, 3, ONE_A_SECOND)
    const [row] = await sql<OwnedBatch[]>`
      update batch set route = 'default', owner = 7, starts = 1
      returning batch_id as "batchId", route, priority, line, due_at as "dueAt", speed_id as "speedId", sms_ids as "smsIds"`
    const batch = { ...(row as OwnedBatch), smsIds: smsIds.slice(1), kept: smsIds.slice(0, 1) }
    await returnBatches(sql, createRecordIds(sql, systemClock), 7, [batch])
    const rows = await sql<{ sms_ids: number[]; speed_id: number }[]>`
      select sms_ids, speed_id from batch order by sms_ids[1]`
    assert.deepEqual(
      rows.map(({ sms_ids, speed_id }) => [sms_ids, speed_id]),
      [
        [batch.kept, batch.speedId],
        [batch.smsIds, batch.speedId],
      ],
    )
  })

  it('put what they cannot send now in its place again', async (t) => {
    const link = new FakeLink('a')
    link.answer = () => [{ kind: 'try-later', status: 'ESME_RX_T_APPN' }]
    const { node, sent } = await startNode(t, link)
    const bulk = newBulk()
    const { smsIds } = await submit(bulk, 1, ONE_A_SECOND)
    await node.until(() => sent().length > 0, 'it was tried')
    await node.until(async () => (await node.stateOf(smsIds[0] as number)) === 'retrying', 'it is tried again')
    await node.until(async () => (await routesOf(bulk)).join() === 'held:speed-#:default', 'it waits for its turn')
  })

  it('give back what its delivery window does not let go, however short its validity is', async (t) => {
    const link = new FakeLink('a')
    link.setUp(false)
    const bulk = newBulk()
    const timeOf = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(11, 16)
    const windowFrom = (from: number, to: number) =>
      ({ days: [1, 2, 3, 4, 5, 6, 7], from: timeOf(from), to: timeOf(to), zone: 'UTC' }) as const
    const { smsIds } = await submit(bulk, 1, ONE_A_SECOND, { deliveryWindow: windowFrom(-2, 2), validitySeconds: 600 })
    const { node } = await startNode(t, link)
    await node.until(async () => (await gone()).length === 1, 'its turn has come')
    await base.engine.sql`
      update message set delivery_window = ${formatDeliveryWindow(windowFrom(3, 4))} where bulk_id = ${bulk}`
    link.setUp(true)
    await node.until(async () => (await gone()).length === 0, 'it was given back')
    assert.deepEqual(await routesOf(bulk), ['held:speed-#:default'])
    assert.ok(['queued', 'scheduled'].includes((await node.stateOf(smsIds[0] as number)) as string))
    const [listed] = await schedules.list(base.principal, bulk)
    assert.ok((listed?.sendAt.getTime() ?? 0) > Date.now() + 2 * 3_600_000)
  })
})

describe('limits of bulks that nothing is left of', () => {
  it('hold for a later request of the bulk, and are kept for it, however old they are', async () => {
    const bulk = newBulk()
    await submit(bulk, 1, ONE_A_SECOND)
    const { sql } = base.engine
    await sql`delete from batch`
    await sql`update bulk_speed set named_at = now() - interval '2 days', next_at = now() - interval '2 days'`
    await submit(bulk, 1, undefined)
    assert.deepEqual(await routesOf(bulk), ['held:speed-#:default'])
    const [row] =
      await sql`select named_at > now() - interval '1 minute' as "isRenewed" from bulk_speed where bulk_id = ${bulk}`
    assert.equal(row?.isRenewed, true)
    await submit(newBulk(), 1, undefined)
    const [{ count = 0 } = {}] = await sql<{ count: number }[]>`
      select count(*)::integer as count from batch where speed_id is null`
    assert.equal(count, 1)
  })

  const rows: readonly (readonly [what: string, named: string, next: string, waits: boolean, stays: boolean])[] = [
    ['a new one', '1 hour', '1 hour', false, true],
    ['an old one', '2 days', '2 days', false, false],
    ['an old one by which the next may not go yet', '2 days', '-1 hour', false, true],
    ['an old one with messages', '2 days', '2 days', true, true],
  ]
  for (const [what, named, next, waits, stays] of rows)
    it(`${what}: ${stays ? 'stays' : 'is forgotten'}`, async () => {
      const { sql } = base.engine
      const { clientId } = base.principal
      if (waits) await submit('b', 1, ONE_A_SECOND)
      await sql`
        insert into bulk_speed (client_id, bulk_id, parts, seconds, next_at, look_at)
        values (${clientId}, 'b', 1, 1, now(), now()) on conflict do nothing`
      await sql`update bulk_speed set named_at = now() - ${named}::interval, next_at = now() - ${next}::interval`
      await forgetSpeeds(sql)
      const [{ count = 0 } = {}] = await sql<{ count: number }[]>`select count(*)::integer as count from bulk_speed`
      assert.equal(count, stays ? 1 : 0)
    })
})
