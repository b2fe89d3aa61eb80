import assert from 'node:assert/strict'
import { after, before, describe, it, type TestContext } from 'node:test'
import { PRIORITIES, type Priority, Schedules, Waiting } from '@heliograph/contracts'
import { createRecordIds } from '../src/database/record-ids.ts'
import { countWaiting } from '../src/outbound/batches/waiting-messages.ts'
import { forgetPauses, listCancelledPauses, listPausedBulks } from '../src/outbound/holds/paused-bulks.ts'
import { cancelUnsentStep } from '../src/outbound/lifecycle/cancelled-bulks.ts'
import { endOverdue } from '../src/outbound/lifecycle/validity.ts'
import { buryNodes } from './support/bury-nodes.ts'
import { type Harness, startEngine, systemClock } from './support/engine-harness.ts'
import { accept, carrierOf, FakeLink } from './support/fake-carrier.ts'
import { NO_SESSIONS } from './support/no-sessions.ts'
import { find } from './support/smpp-node.ts'
import { startVictim } from './support/victim.ts'

const RECIPIENTS = ['27821110001', '27821110002', '27821110003']

let base: Harness
before(async () => {
  base = await startEngine({ credit: '1000' })
})
after(() => base.close())

let bulks = 0
const newBulk = () => `bulk ${++bulks}`

/** A node with one link. */
async function startNode(t: TestContext) {
  const link = new FakeLink('a')
  const node = await startEngine({
    joinTo: base,
    carriers: new Map([['net', carrierOf(link)]]),
    roles: ['dispatch'],
    settings: { routes: { default: { links: ['net/a'] } } },
  })
  t.after(async () => {
    await node.close()
    await base.engine.sql`delete from paused_bulk`
    await base.engine.sql`delete from batch`
  })
  const { principal, engine } = node
  const schedules = find(engine.services, Schedules)
  const known = () => node.log.entries.filter(({ text }) => text === 'holds have changed').length
  const sent = () => link.submitted.map(({ smsId }) => smsId)
  return {
    node,
    link,
    sent,
    sql: engine.sql,
    schedules,
    principal,
    /** Resolves when the node knows. */
    async pause(bulkId: string) {
      const before = known()
      await schedules.pause(principal, bulkId)
      await node.until(() => known() > before, 'the node knows')
    },
    waiting: find(engine.services, Waiting),
    async send(bulkId: string, more: { readonly priority?: Priority; readonly sendAt?: Date } = {}) {
      const { priority = PRIORITIES.HIGH, sendAt } = more
      const { entries } = await node.submit({ to: RECIPIENTS, ...(sendAt && { sendAt }) }, { bulkId, priority })
      return entries.map(({ smsId }) => smsId)
    },
    untilSent: (smsIds: readonly number[]) =>
      node.until(() => smsIds.every((smsId) => sent().includes(smsId)), `${smsIds} are sent`),
    /** Resolves when the messages wait in the table, apart from others. */
    untilParked: (smsIds: readonly number[]) =>
      node.until(async () => {
        const rows = await base.engine.sql<{ sms_ids: number[] }[]>`
          select sms_ids from batch where owner is null and route like 'held:bulk-%'`
        const parked = new Set(rows.flatMap(({ sms_ids }) => sms_ids))
        return smsIds.every((smsId) => parked.has(smsId))
      }, `${smsIds} are parked`),
  }
}

/** A link that keeps everything it is given until `answer` is called. */
function keepAnswers(link: FakeLink) {
  const kept: (() => void)[] = []
  link.window = 1
  link.answer = (message) => new Promise((resolve) => void kept.push(() => resolve(accept(message))))
  return () => {
    link.answer = accept
    for (const answer of kept.splice(0)) answer()
  }
}

describe('a paused bulk', () => {
  it('waits apart, in the way of no other, and goes in its order when it is resumed', async (t) => {
    const { node, pause, principal, schedules, send, sent, sql, untilParked, untilSent } = await startNode(t)
    const [paused, other] = [newBulk(), newBulk()]
    await pause(await scheduledIn(paused, send))
    const normal = await send(paused, { priority: PRIORITIES.NORMAL })
    const critical = await send(paused, { priority: PRIORITIES.CRITICAL })
    const free = await send(other)
    await untilSent(free)
    await untilParked([...normal, ...critical])
    assert.deepEqual(sent(), free)
    assert.equal(await schedules.state(principal, paused), 'paused')
    await node.until(async () => (await countWaiting(sql)).length === 0, 'nothing waits that operators need care about')
    await schedules.resume(principal, paused)
    await untilSent([...normal, ...critical])
    assert.deepEqual(sent(), [...free, ...critical, ...normal])
  })

  it('stays where it is that waits in the memory of a node; a link finishes what it has', async (t) => {
    const { link, pause, principal, schedules, send, sent, untilParked, untilSent } = await startNode(t)
    const answer = keepAnswers(link)
    const bulk = newBulk()
    const [first = 0, ...others] = await send(bulk)
    await untilSent([first])
    await pause(bulk)
    await untilParked(others)
    answer()
    assert.deepEqual(sent(), [first])
    await schedules.resume(principal, bulk)
    await untilSent(others)
  })

  it('says why its messages wait, and goes on counting their validity', async (t) => {
    const { node, pause, principal, schedules, send, sent, sql, untilParked, waiting } = await startNode(t)
    const bulk = newBulk()
    await pause(await scheduledIn(bulk, send))
    const messages = await send(bulk)
    await untilParked(messages)
    const [smsId = 0, expiring = 0] = messages
    const [cause] = (await waiting.ofMessage(principal, smsId)) ?? []
    assert.equal(cause?.kind, 'bulk-paused')
    await sql`update message set accepted_at = now() - interval '9 days' where sms_id = ${expiring}::bigint`
    await sql`
      insert into validity_check (sms_id, due_at) values (${expiring}::bigint, now())
      on conflict (sms_id) do update set due_at = now()`
    await endOverdue(sql, finishTools(node), 3_600)
    assert.equal(await node.stateOf(expiring), 'expired')
    await schedules.resume(principal, bulk)
    await node.until(() => sent().includes(smsId), 'the rest goes')
    assert.ok(!sent().includes(expiring))
  })

  it('stays paused for a node that starts later, and when the node that had it is killed', async (t) => {
    const bulk = newBulk()
    const accepted: number[] = []
    for (let request = 0; request < 4; request += 1) {
      const to = Array.from({ length: 250 }, (_, n) => `2782${String(n).padStart(7, '0')}`)
      const { entries } = await base.submit({ to }, { bulkId: bulk, priority: PRIORITIES.HIGH })
      accepted.push(...entries.map(({ smsId }) => smsId))
    }
    const victim = startVictim(t, base.url, 20, 5)
    await base.until(() => victim.handed.length > 20, 'the victim is in the middle of it')
    await base.engine.sql`
      insert into paused_bulk (client_id, bulk_id) values (${base.principal.clientId}, ${bulk})`
    await victim.kill()
    await buryNodes(base.engine.sql, 'victim')
    const before = new Set(victim.handed)
    const { link, principal, schedules, sent, untilParked, untilSent } = await startNode(t)
    link.window = 1_000
    const left = accepted.filter((smsId) => !before.has(smsId))
    await untilParked(left)
    assert.deepEqual(sent(), [])
    await schedules.resume(principal, bulk)
    await untilSent(left)
    assert.equal(new Set(sent()).size, sent().length, 'nothing twice')
  })

  it('is cancelled as a whole, with what a node gives back only then', async (t) => {
    const { link, node, pause, principal, schedules, send, sent, sql, untilSent } = await startNode(t)
    const answer = keepAnswers(link)
    const bulk = newBulk()
    const [first = 0, ...others] = await send(bulk)
    await untilSent([first])
    await pause(bulk)
    await schedules.cancel(principal, bulk)
    answer()
    await node.until(async () => {
      for (const name of await listCancelledPauses(sql)) await cancelUnsentStep(sql, finishTools(node), name, 0)
      const states = await Promise.all(others.map((smsId) => node.stateOf(smsId)))
      return states.every((state) => state === 'cancelled')
    }, 'all that no link had has ended')
    assert.deepEqual(sent(), [first])
    await node.until(async () => (await schedules.state(principal, bulk)) === 'finished', 'the first is out')
  })

  it('can be moved to another time, which it waits for when it is resumed', async (t) => {
    const { pause, principal, schedules, send, sql, untilParked } = await startNode(t)
    const bulk = await scheduledIn(newBulk(), send)
    await pause(bulk)
    const messages = await send(bulk)
    await untilParked(messages)
    const sendAt = new Date(Date.now() + 3_600_000)
    assert.equal((await schedules.reschedule(principal, bulk, sendAt)).messages, 6)
    await schedules.resume(principal, bulk)
    assert.equal(await schedules.state(principal, bulk), 'pending')
    const rows = await sql<{ route: string; due_at: Date }[]>`select route, due_at from batch where bulk_id = ${bulk}`
    for (const { route, due_at } of rows) assert.deepEqual([route, due_at], ['default', sendAt])
  })
})

describe('pauses that hold nothing any more', () => {
  const rows: readonly (readonly [string, paused: string, cancelled: string | null, due: string | null, boolean])[] = [
    ['a new one', '1 hour', null, null, true],
    ['an old one without messages', '31 days', null, null, false],
    ['an old one whose messages were due long ago', '40 days', null, '-35 days', false],
    ['an old one with a message that may still go', '40 days', null, '20 days', true],
    ['one that has just been cancelled', '1 hour', '1 second', null, true],
    ['one that was cancelled a while ago', '1 hour', '2 minutes', null, false],
  ]
  for (const [what, paused, cancelled, due, stays] of rows)
    it(`${what}: ${stays ? 'stays' : 'is forgotten'}`, async (t) => {
      const { sql } = base.engine
      t.after(async () => {
        await sql`delete from paused_bulk`
        await sql`delete from batch`
      })
      const { clientId } = base.principal
      await sql`
        insert into paused_bulk (client_id, bulk_id, paused_at, cancelled_at)
        values (${clientId}, 'b', now() - ${paused}::interval, now() - ${cancelled}::interval)`
      if (due !== null)
        await sql`
          insert into batch (batch_id, route, priority, due_at, sms_ids, client_id, bulk_id)
          values (1, 'held:bulk-1:default', 10, now() + ${due}::interval, '{1}', ${clientId}, 'b')`
      await forgetPauses(sql)
      assert.equal((await listPausedBulks(sql)).length, stays ? 1 : 0)
    })
})

/** Schedules messages of a bulk for later, so that it can be paused before others are submitted to it. */
async function scheduledIn(bulk: string, send: (bulk: string, more: { sendAt: Date }) => Promise<unknown>) {
  await send(bulk, { sendAt: new Date(Date.now() + 7_200_000) })
  return bulk
}

function finishTools({ engine }: Harness) {
  return { clock: systemClock, ids: createRecordIds(engine.sql, systemClock), outbox: NO_SESSIONS }
}
