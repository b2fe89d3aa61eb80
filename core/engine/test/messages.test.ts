import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { PRIORITIES, type Principal, Schedules } from '@heliograph/contracts'
import type { HarnessOptions } from './support/engine-harness.ts'
import { FakeReceiver } from './support/fake-receiver.ts'
import { find, PUSH, type SmppNode, sessionRequest, startSmppNode } from './support/smpp-node.ts'

const started: SmppNode[] = []
after(async () => {
  for (const node of started) await node.close()
})

/** A node whose link is down, so that messages wait. */
async function start(options: HarnessOptions = {}): Promise<SmppNode> {
  const node = await startSmppNode({ ...options, isDown: true })
  started.push(node)
  return node
}

const HOUR = 3_600_000
const soon = () => new Date(Date.now() + HOUR)
const NOT_FOUND = { category: 'not-found', code: 'message-not-found' }
const TOO_LATE = { category: 'conflict', code: 'too-late' }

async function batches(node: SmppNode) {
  return node.engine.sql<{ sms_ids: number[]; due_at: Date }[]>`select sms_ids, due_at from batch order by batch_id`
}

const scheduled = (node: SmppNode) => find(node.engine.services, Schedules).list(node.principal)

/** What the link got once it was up. */
async function sent(node: SmppNode, count: number): Promise<readonly (readonly [number, string])[]> {
  node.link.setUp(true)
  await node.until(() => node.link.submitted.length >= count, `${count} are sent`)
  return node.link.submitted.map((message) => [message.smsId, message.text] as const).sort(([a], [b]) => a - b)
}

test('a queued message is cancelled, credited back, reported, and not sent', async () => {
  const node = await start({ credit: '1' })
  const receiver = new FakeReceiver()
  const session = await node.sessions.open(sessionRequest(node.principal, { receiver }))
  const { entries } = await node.submit({ to: ['27821110001', '27821110002', '27821110003'], push: PUSH })
  const [first, second, third] = entries.map((entry) => entry.smsId) as [number, number, number]
  assert.equal(await node.messages.cancel(node.principal, { smsId: second }), 1)
  assert.equal(await node.stateOf(second), 'cancelled')
  assert.equal(await node.creditOf(), '0.900000')
  await node.until(() => receiver.given.length === 1, 'it is reported')
  assert.deepEqual(
    receiver.receipts.map((given) => [given.smsId, given.state]),
    [[second, 'cancelled']],
  )
  assert.deepEqual(
    (await batches(node)).map((batch) => batch.sms_ids),
    [[first, third]],
  )
  await assert.rejects(node.messages.cancel(node.principal, { smsId: second }), TOO_LATE)
  assert.deepEqual(await sent(node, 2), [
    [first, 'hello'],
    [third, 'hello'],
  ])
  await node.submitted(first)
  await assert.rejects(node.messages.cancel(node.principal, { smsId: first }), TOO_LATE)
  assert.equal(await node.creditOf(), '0.900000')
  await session.close()
})

test('a scheduled message leaves its bulk, and the bulk goes with its last', async () => {
  const node = await start()
  const { entries } = await node.submit({ to: ['27821110001', '27821110002'], sendAt: soon() }, { bulkId: 'b' })
  const [first, second] = entries.map((entry) => entry.smsId) as [number, number]
  await node.messages.cancel(node.principal, { smsId: first })
  assert.equal((await scheduled(node)).length, 1)
  await find(node.engine.services, Schedules).reschedule(node.principal, 'b', new Date(Date.now() + 2 * HOUR))
  await node.messages.cancel(node.principal, { smsId: second })
  assert.equal((await scheduled(node)).length, 0)
  assert.equal((await batches(node)).length, 0)
  assert.deepEqual(await node.states(), { cancelled: 2 })
})

test('by recipient all that wait are cancelled, and only those of the client', async () => {
  const node = await start()
  const other: Principal = await node.addClient()
  const to = '27821110009'
  await node.send({ to: '27821110008' })
  await node.send({ to })
  await node.send({ to, sendAt: soon() })
  const request = { origin: 'v2', priority: PRIORITIES.HIGH, numbers: 'international', atomic: true } as const
  await node.engine.submissions.submit(other, { ...request, messages: [{ text: 'x', destinations: [{ to }] }] })
  assert.equal(await node.messages.cancel(node.principal, { to: `+${to}` }), 2)
  await assert.rejects(node.messages.cancel(node.principal, { to }), TOO_LATE)
  assert.deepEqual(await node.states(), { cancelled: 2, queued: 1 })
  assert.equal(await node.messages.cancel(other, { to }), 1)
})

test('what fits nothing is not found', async () => {
  const node = await start()
  const other = await node.addClient()
  const smsId = await node.send()
  const rows: [Principal, object][] = [
    [other, { smsId }],
    [node.principal, { smsId, to: '27821110001' }],
    [node.principal, { smsId: 999_999_999 }],
    [node.principal, { smsId: Number.NaN }],
    [node.principal, { smsId: 2 ** 60 }],
    [node.principal, { to: '27829999999' }],
    [node.principal, { to: 'nobody' }],
    [node.principal, {}],
  ]
  for (const [principal, selection] of rows) {
    await assert.rejects(node.messages.cancel(principal, selection), NOT_FOUND, JSON.stringify(selection))
  }
  await assert.rejects(node.messages.replace(other, smsId, { text: 'x' }), NOT_FOUND)
  assert.equal(await node.messages.cancel(node.principal, { smsId, to: '27821110000' }), 1)
})

test('what a node has taken is too late, whatever its state', async () => {
  const node = await start()
  const smsId = await node.send()
  await node.engine.sql`update batch set owner = 999, starts = 1`
  await assert.rejects(node.messages.cancel(node.principal, { smsId }), TOO_LATE)
  await assert.rejects(node.messages.replace(node.principal, smsId, { text: 'x' }), TOO_LATE)
  await node.engine.sql`update batch set owner = null`
  await assert.rejects(
    node.messages.cancel(node.principal, { smsId }),
    TOO_LATE,
    'it may have been sent before a crash',
  )
})

test('cancelling at the moment of sending: each is either cancelled or sent', async () => {
  const node = await start()
  const { entries } = await node.submit({ to: Array.from({ length: 200 }, (_, i) => `2782400${1000 + i}`) })
  node.link.setUp(true)
  const results = await Promise.allSettled(entries.map(({ smsId }) => node.messages.cancel(node.principal, { smsId })))
  const cancelled = entries.filter((_, index) => results[index]?.status === 'fulfilled').map(({ smsId }) => smsId)
  await node.until(() => node.link.submitted.length + cancelled.length === 200, 'all are settled')
  const wrong = node.link.submitted.filter((message) => cancelled.includes(message.smsId))
  assert.deepEqual(wrong, [])
  await node.until(async () => {
    const states = await node.states()
    return (states.cancelled ?? 0) + (states.submitted ?? 0) === 200
  }, 'all are recorded')
})

test('twice at once it is cancelled and credited back once', async () => {
  const node = await start({ credit: '1' })
  const smsId = await node.send()
  const results = await Promise.allSettled([1, 2, 3].map(() => node.messages.cancel(node.principal, { smsId })))
  assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1)
  assert.equal(await node.creditOf(), '1.000000')
})

test('a text is replaced and paid for', async () => {
  const node = await start({ credit: '0.15' })
  const smsId = await node.send()
  await node.messages.replace(node.principal, smsId, { text: 'x'.repeat(300) })
  assert.equal(await node.creditOf(), '0.050000')
  const {
    records: [record],
  } = await node.reports.find(node.principal, { smsId, limit: 1 })
  assert.deepEqual([record?.parts, record?.price.amount, record?.state], [2, '0.100000', 'queued'])
  await assert.rejects(node.messages.replace(node.principal, smsId, { text: 'x'.repeat(700) }), { code: 'no-credit' })
  await assert.rejects(node.messages.replace(node.principal, smsId, { text: 'x'.repeat(153 * 256) }), {
    category: 'invalid',
    code: 'message-too-long',
  })
  await node.messages.replace(node.principal, smsId, { text: 'grüße ж' })
  assert.equal(await node.creditOf(), '0.100000')
  assert.deepEqual(await sent(node, 1), [[smsId, 'grüße ж']])
  assert.equal(node.link.submitted[0]?.encoding, 'ucs2')
})

test('times are replaced: later, to another time, and to at once', async () => {
  const node = await start()
  const smsId = await node.send()
  const [one, two] = [new Date(Date.now() + HOUR), new Date(Date.now() + 2 * HOUR)]
  await node.messages.replace(node.principal, smsId, { sendAt: one, validitySeconds: 600 })
  assert.equal(await node.stateOf(smsId), 'scheduled')
  assert.deepEqual(
    (await scheduled(node)).map((bulk) => bulk.sendAt),
    [one],
  )
  await node.messages.replace(node.principal, smsId, { sendAt: two })
  assert.deepEqual(
    (await scheduled(node)).map((bulk) => bulk.sendAt),
    [two],
  )
  assert.deepEqual(
    (await batches(node)).map((batch) => batch.due_at),
    [two],
  )
  await node.messages.replace(node.principal, smsId, { text: 'new' })
  assert.deepEqual(
    (await scheduled(node)).map((bulk) => bulk.sendAt),
    [two],
  )
  const [check] = await node.engine.sql<{ due_at: Date }[]>`select due_at from validity_check where sms_id = ${smsId}`
  assert.equal(check?.due_at.getTime(), two.getTime() + 600_000)
  await node.messages.replace(node.principal, smsId, { sendAt: new Date(0) })
  assert.deepEqual(await scheduled(node), [])
  assert.deepEqual(await sent(node, 1), [[smsId, 'new']])
})

test('segments: a joined message by the id of any, waiting ones with all that have come', async () => {
  const node = await start({ credit: '1' })
  const receiver = new FakeReceiver()
  const session = await node.sessions.open(sessionRequest(node.principal, { receiver }))
  const segment = (part: number, total: number, reference: number) =>
    node.segments.add(node.principal, {
      origin: 'smpp',
      priority: PRIORITIES.NORMAL,
      to: '27821110000',
      reference,
      total,
      part,
      text: `${part}`,
      encoding: 'gsm',
      userDataHeader: '00',
      flash: false,
      push: PUSH,
    })
  const joined = [(await segment(1, 2, 1)).smsId, (await segment(2, 2, 1)).smsId]
  const waiting = [(await segment(1, 3, 2)).smsId, (await segment(2, 3, 2)).smsId]
  const other = await segment(1, 3, 3)
  assert.equal(await node.messages.cancel(node.principal, { smsId: joined[1] }), 1)
  assert.equal(await node.messages.cancel(node.principal, { smsId: waiting[1] }), 2)
  await node.until(() => receiver.given.length === 4, 'all are reported')
  assert.deepEqual(
    receiver.receipts.map((given) => [given.smsId, given.state]).sort(),
    [...joined, ...waiting].map((smsId) => [smsId, 'cancelled']).sort(),
  )
  assert.equal(await node.creditOf(), '0.950000')
  assert.equal(await node.stateOf(other.smsId), 'queued')
  await session.close()
})
