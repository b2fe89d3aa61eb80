import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { PRIORITIES, type Priority, type Schedules, Schedules as SchedulesToken } from '@heliograph/contracts'
import { type Harness, startEngine } from './support/engine-harness.ts'
import { accept, carrierOf, FakeLink } from './support/fake-carrier.ts'

const recipients = (count: number) => Array.from({ length: count }, (_, n) => `2782${String(n).padStart(7, '0')}`)

function slowLink(delayMs: number, window: number): FakeLink {
  const link = new FakeLink()
  link.window = window
  link.answer = (message) => new Promise((resolve) => setTimeout(() => resolve(accept(message)), delayMs))
  return link
}

async function startBase(t: TestContext): Promise<Harness> {
  const base = await startEngine({ credit: '1000' })
  t.after(() => base.close())
  return base
}

const startNode = (base: Harness, link: FakeLink) =>
  startEngine({ joinTo: base, roles: ['dispatch', 'cron'], carriers: new Map([['net', carrierOf(link)]]) })

const batchesOf = async ({ engine }: Harness) => [
  ...(await engine.sql<{ sms_ids: number[]; owned: boolean; due_at: Date }[]>`
    select sms_ids, owner is not null as owned, due_at from batch order by priority, due_at, batch_id`),
]

describe('a node that stops in the middle of a burst', () => {
  for (const [name, priority] of [
    ['resend', PRIORITIES.HIGH],
    ['hold', PRIORITIES.BULK],
  ] as const satisfies readonly (readonly [string, Priority])[]) {
    it(`under ${name}: gives back what is left, in order, and another finishes it without a duplicate`, async (t) => {
      const base = await startBase(t)
      const accepted: number[] = []
      for (let request = 0; request < 6; request += 1) {
        const { entries } = await base.submit({ to: recipients(300) }, { priority })
        accepted.push(...entries.map(({ smsId }) => smsId))
      }
      const before = await batchesOf(base)
      const first = slowLink(20, 40)
      const node = await startNode(base, first)
      await base.until(() => first.submitted.length > 300, 'the first is in the middle of it')
      await node.close()
      assert.ok(first.submitted.length < 1_800)
      const left = await batchesOf(base)
      const sent = new Set(first.submitted.map(({ smsId }) => smsId))
      assert.deepEqual(
        left.map(({ owned }) => owned),
        left.map(() => false),
      )
      assert.deepEqual(
        left.flatMap(({ sms_ids: smsIds }) => smsIds).sort((a, b) => a - b),
        accepted.filter((smsId) => !sent.has(smsId)),
        'each message is in exactly one batch',
      )
      const places = new Set(before.map(({ due_at: dueAt }) => dueAt.getTime()))
      assert.ok(left.every(({ due_at: dueAt }) => places.has(dueAt.getTime())))
      assert.equal((await base.engine.sql`select from attempt`).length, 0)
      const second = slowLink(0, 1_000)
      const other = await startNode(base, second)
      t.after(() => other.close())
      await base.until(async () => (await batchesOf(base)).length === 0, 'the second has finished')
      assert.deepEqual(await base.states(), { submitted: 1_800 })
      assert.deepEqual(
        second.submitted.map(({ smsId }) => smsId),
        accepted.filter((smsId) => !sent.has(smsId)),
      )
    })
  }

  it('again and again: every message is sent once', async (t) => {
    const base = await startBase(t)
    const { entries } = await base.submit({ to: recipients(600) })
    const handed: number[] = []
    for (let round = 0; round < 5; round += 1) {
      const link = slowLink(5, 10)
      const node = await startNode(base, link)
      await base.until(() => link.submitted.length > 20 * round, 'it has begun')
      await node.close()
      handed.push(...link.submitted.map(({ smsId }) => smsId))
    }
    const last = new FakeLink()
    const node = await startNode(base, last)
    t.after(() => node.close())
    await base.until(async () => (await batchesOf(base)).length === 0, 'all is done')
    handed.push(...last.submitted.map(({ smsId }) => smsId))
    assert.deepEqual(
      handed,
      entries.map(({ smsId }) => smsId),
    )
  })

  it('marks of handovers that came to nothing are taken back', async (t) => {
    const base = await startBase(t)
    const link = new FakeLink()
    link.answer = () => {
      link.setUp(false)
      return [{ kind: 'not-sent' }]
    }
    const node = await startNode(base, link)
    const { entries } = await base.submit({}, { priority: PRIORITIES.NORMAL })
    await base.until(() => link.submitted.length === 1 && link.outstanding === 0, 'it came back')
    await node.close()
    const next = new FakeLink()
    const other = await startNode(base, next)
    t.after(() => other.close())
    await base.until(() => next.submitted.length === 1, 'it is sent')
    const smsId = entries[0]?.smsId as number
    await base.until(async () => (await base.stateOf(smsId)) === 'submitted', 'it is submitted')
  })
})

describe('scheduled messages', () => {
  const schedulesOf = ({ engine }: Harness) =>
    engine.services.find(({ token }) => token.id === SchedulesToken.id)?.service as Schedules

  // spec: Outgoing message request (v2) | rule | messages[].sendAt schedules the message
  it('go out at their time, and are no longer listed as scheduled', async (t) => {
    const base = await startBase(t)
    const link = new FakeLink()
    const node = await startNode(base, link)
    t.after(() => node.close())
    const sendAt = new Date(Date.now() + 4_000)
    const soon = new Date(Date.now() + 300)
    const { bulkId } = await base.submit({ to: recipients(3), sendAt })
    await base.submit({ to: recipients(2), sendAt: soon })
    assert.equal((await schedulesOf(base).list(base.principal, bulkId)).length, 1)
    await base.until(() => link.submitted.length >= 3, 'the later ones are handed over')
    await base.until(() => link.submitted.length === 5, 'all are handed over')
    assert.ok(Date.now() >= sendAt.getTime())
    await base.until(
      async () => (await base.engine.sql`select from batch where bulk_id is not null`).length === 0,
      'nothing is scheduled',
    )
    assert.deepEqual(await schedulesOf(base).list(base.principal), [])
  })

  // spec: v2 scheduled messages | rule | PUT gives the messages another time
  it('moved to the past go out at once and leave nothing behind', async (t) => {
    const base = await startBase(t)
    const link = new FakeLink()
    const node = await startNode(base, link)
    t.after(() => node.close())
    const { bulkId } = await base.submit({ to: recipients(3), sendAt: new Date(Date.now() + 3_600_000) })
    await schedulesOf(base).reschedule(base.principal, bulkId as string, new Date(Date.now() - 60_000))
    await base.until(() => link.submitted.length === 3, 'all are handed over')
    await base.until(
      async () => (await base.engine.sql`select from batch where bulk_id is not null`).length === 0,
      'nothing is scheduled',
    )
  })

  it('cancelled as they fall due are either sent or cancelled and credited back, never both', async (t) => {
    const base = await startBase(t)
    const link = new FakeLink()
    const node = await startNode(base, link)
    t.after(() => node.close())
    const schedules = schedulesOf(base)
    const bulks: string[] = []
    const ids: number[] = []
    for (let bulk = 0; bulk < 12; bulk += 1) {
      const sendAt = new Date(Date.now() + 400 + bulk * 100)
      const { bulkId, entries } = await base.submit({ to: recipients(5), sendAt })
      bulks.push(bulkId as string)
      ids.push(...entries.map(({ smsId }) => smsId))
    }
    let cancelled = 0
    for (const bulkId of bulks) {
      // Moved to now, so that the node tries to claim the same batch.
      await schedules.reschedule(base.principal, bulkId, new Date()).catch(() => {})
      await base.engine.sql`select pg_notify('heliograph', 'batches default')`
      const done = await schedules.cancel(base.principal, bulkId).then(
        () => true,
        () => false,
      )
      if (done) cancelled += 5
    }
    await base.until(async () => (await batchesOf(base)).length === 0, 'all is done')
    const states = await base.states()
    assert.deepEqual([states.cancelled ?? 0, states.submitted ?? 0], [cancelled, 60 - cancelled])
    const handed = new Set(link.submitted.map(({ smsId }) => smsId))
    for (const smsId of ids) {
      assert.equal(handed.has(smsId), (await base.stateOf(smsId)) === 'submitted', `${smsId}`)
    }
    assert.equal(Number(await base.creditOf()).toFixed(2), (1_000 - (60 - cancelled) * 0.05).toFixed(2))
  })
})
