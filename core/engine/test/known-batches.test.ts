import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Clock, Messages, PRIORITIES, Subscriptions } from '@heliograph/contracts'
import { createRecordIds } from '../src/database/record-ids.ts'
import { returnBatches } from '../src/outbound/batches/batch-statements.ts'
import { rerouteBatches } from '../src/outbound/batches/reroute-batches.ts'
import { type Harness, startEngine, systemClock } from './support/engine-harness.ts'
import { accept, carrierOf, FakeLink } from './support/fake-carrier.ts'
import { find } from './support/smpp-node.ts'

const [STAYS, STOPPED, CANCELLED, LAST] = ['27820000001', '27820000002', '27820000003', '27820000004']

function offBy(minutes: number): Clock {
  return { now: () => systemClock.now() + minutes * 60_000, after: systemClock.after }
}

async function reroute({ engine: { sql } }: Harness): Promise<void> {
  const ids = createRecordIds(sql, systemClock)
  await sql`update message set route = 'gone'`
  await sql`update batch set route = 'gone', due_at = due_at - interval '61 seconds'`
  const routeFor = (to: string) => (to === STAYS || to === CANCELLED ? 'default' : 'other')
  assert.equal(await rerouteBatches(sql, ids, routeFor), 1)
  await sql`update batch set route = 'default'`
}

async function giveBackInPart({ engine: { sql } }: Harness, times: number): Promise<void> {
  const ids = createRecordIds(sql, systemClock)
  for (let time = 0; time < times; time += 1) {
    const [row] = await sql<{ batch_id: number; sms_ids: number[]; due_at: Date }[]>`
      update batch set owner = 7, starts = starts + 1
      where batch_id = (select batch_id from batch order by cardinality(sms_ids) desc, batch_id desc limit 1)
      returning batch_id, sms_ids, due_at`
    assert.ok(row !== undefined)
    const [kept, ...smsIds] = row.sms_ids as [number, ...number[]]
    const batch = {
      batchId: row.batch_id,
      route: 'default',
      priority: PRIORITIES.NORMAL,
      line: null,
      dueAt: row.due_at,
      speedId: null,
      smsIds,
    }
    await returnBatches(sql, ids, 7, [{ ...batch, kept: [kept] }])
    await sql`update batch set owner = null, starts = 0 where batch_id = ${row.batch_id}::bigint`
  }
}

interface Case {
  readonly name: string
  readonly clock?: Clock
  readonly before?: (base: Harness) => Promise<void>
}

const CASES: readonly Case[] = [
  { name: 'as they were accepted' },
  { name: 'accepted by a node whose clock is 5 minutes behind', clock: offBy(-5) },
  { name: 'accepted by a node whose clock is 5 minutes ahead', clock: offBy(5) },
  { name: 'moved to two other routes', before: reroute },
  { name: 'given back in part', before: (base) => giveBackInPart(base, 1) },
  {
    name: 'given back in part, twice, and moved',
    before: async (base) => {
      await giveBackInPart(base, 2)
      await base.engine.sql`update batch set due_at = due_at - interval '1 hour', priority = 40`
    },
  },
]

describe('nothing goes out after a committed opt-out, or once it is cancelled: messages', () => {
  for (const { name, clock = systemClock, before } of CASES) {
    it(name, async (t) => {
      const base = await startEngine({ clock, credit: '10' })
      t.after(() => base.close())
      const to = [STAYS, STOPPED, CANCELLED, LAST]
      const { entries } = await base.submit({ to }, { priority: PRIORITIES.NORMAL })
      await before?.(base)
      const { services } = base.engine
      await find(services, Subscriptions).set(base.principal.clientId, STOPPED, 'opted-out', { kind: 'web' })
      const cancelled = { smsId: entries[2]?.smsId as number }
      assert.equal(await find(services, Messages).cancel(base.principal, cancelled), 1)
      assert.deepEqual(await base.states(), { cancelled: 1, 'opted-out': 1, queued: 2 })
      const link = new FakeLink()
      const node = await startEngine({
        joinTo: base,
        roles: ['dispatch'],
        carriers: new Map([['net', carrierOf(link)]]),
      })
      await node.until(async () => (await base.engine.sql`select from batch`).length === 0, 'nothing waits')
      assert.deepEqual(link.submitted.map(({ to: number }) => number).sort(), [STAYS, LAST])
    })
  }
})

describe('what has waited for a repetition, or at a node that died, does not go out either', () => {
  const optOut = ({ engine, principal }: Harness) =>
    find(engine.services, Subscriptions).set(principal.clientId, STOPPED, 'opted-out', { kind: 'web' })

  it('a message that is to be tried again', async (t) => {
    const link = new FakeLink()
    link.answer = () => [{ kind: 'try-later', status: 'ESME_RMSGQFUL' }]
    const settings = { dispatch: { retryDelaysSeconds: [3_600] } }
    const base = await startEngine({ settings, credit: '10', carriers: new Map([['net', carrierOf(link)]]) })
    t.after(() => base.close())
    await base.submit({ to: [STAYS, STOPPED] }, { priority: PRIORITIES.NORMAL })
    const { sql } = base.engine
    await base.until(async () => (await base.states()).retrying === 2, 'both wait for their repetition')
    await base.until(
      async () => (await sql`select from batch where owner is not null`).length === 0,
      'no node has them',
    )
    await optOut(base)
    assert.deepEqual(await base.states(), { 'opted-out': 1, retrying: 1 })
    assert.equal(await base.creditOf(), '9.950000')
    link.answer = accept
    link.submitted.length = 0
    await sql`update batch set due_at = now()`
    await sql`select pg_notify('heliograph', 'batches')`
    await base.until(() => link.submitted.length > 0, 'the other is tried again')
    await base.until(async () => (await sql`select from batch`).length === 0, 'nothing waits')
    assert.deepEqual(
      link.submitted.map(({ to }) => to),
      [STAYS],
    )
  })

  it('a message in a batch that a node had begun', async (t) => {
    const base = await startEngine({ credit: '10' })
    t.after(() => base.close())
    await base.submit({ to: [STAYS, STOPPED] }, { priority: PRIORITIES.HIGH })
    await base.engine.sql`update batch set starts = 1`
    await optOut(base)
    const link = new FakeLink()
    const node = await startEngine({ joinTo: base, roles: ['dispatch'], carriers: new Map([['net', carrierOf(link)]]) })
    await node.until(async () => (await base.engine.sql`select from batch`).length === 0, 'nothing waits')
    assert.deepEqual(
      link.submitted.map(({ to }) => to),
      [STAYS],
    )
    assert.deepEqual(await base.states(), { 'opted-out': 1, submitted: 1 })
  })
})
