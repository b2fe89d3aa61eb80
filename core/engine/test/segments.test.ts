import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { isGatewayError, PRIORITIES, type SubmitSegment } from '@heliograph/contracts'
import type { EngineSegments } from '../src/intake/segments/segments.ts'
import type { HarnessOptions } from './support/engine-harness.ts'
import { FakeReceiver } from './support/fake-receiver.ts'
import { PUSH, type SmppNode, sessionRequest, startSmppNode } from './support/smpp-node.ts'

const started: SmppNode[] = []
after(async () => {
  for (const node of started) await node.close()
})

async function start(options: HarnessOptions = {}): Promise<SmppNode> {
  const node = await startSmppNode(options)
  started.push(node)
  return node
}

function segment(part: number, total: number, changes: Partial<SubmitSegment> = {}): SubmitSegment {
  const reference = changes.reference ?? 7
  return {
    origin: 'smpp',
    priority: PRIORITIES.NORMAL,
    to: '27821110000',
    reference,
    total,
    part,
    text: `part ${part} `,
    encoding: 'gsm',
    userDataHeader: Buffer.from([0, 3, reference, total, part]).toString('hex').toUpperCase(),
    flash: false,
    push: { ...PUSH, context: `c${part}` },
    ...changes,
  }
}

async function add(node: SmppNode, ...segments: SubmitSegment[]): Promise<number[]> {
  const ids: number[] = []
  for (const one of segments) ids.push((await node.segments.add(node.principal, one)).smsId)
  return ids
}

/** Adds a segment, again while another node holds up its credit for too long: the machine may be busy. */
async function addInTime(node: SmppNode, of: SmppNode, given: SubmitSegment): Promise<void> {
  for (;;) {
    try {
      await node.segments.add(of.principal, given)
      return
    } catch (error) {
      if (!isGatewayError(error) || error.code !== 'credit-busy') throw error
    }
  }
}

const waiting = async (node: SmppNode) =>
  (await node.engine.sql<{ waiting: number }[]>`select count(*) as waiting from segment`)[0]?.waiting

/** Sweeps as if everything that waits had waited for more than a minute. */
async function sweep(node: SmppNode): Promise<number> {
  await node.engine.sql`update segment set accepted_at = accepted_at - interval '61 seconds'`
  return (node.segments as EngineSegments).sweep()
}

const ORDERS = [
  [1, 2, 3],
  [3, 2, 1],
  [2, 3, 1],
]

for (const order of ORDERS) {
  test(`segments ${order} are sent as one message, and each has its receipt`, async () => {
    const node = await start()
    const receiver = new FakeReceiver()
    const session = await node.sessions.open(sessionRequest(node.principal, { receiver }))
    const ids = await add(node, ...order.map((part) => segment(part, 3)))
    assert.equal(await waiting(node), 0)
    const [first] = ids as [number, number, number]
    await node.submitted(first)
    assert.equal(node.link.submitted.length, 1)
    const [sent] = node.link.submitted
    assert.deepEqual(
      [sent?.smsId, sent?.text, sent?.parts, sent?.userDataHeader],
      [first, 'part 1 part 2 part 3 ', 1, null],
    )
    for (const smsId of ids) {
      const {
        records: [record],
      } = await node.reports.find(node.principal, { smsId, limit: 1 })
      assert.deepEqual([record?.smsId, record?.state, record?.text], [first, 'submitted', 'part 1 part 2 part 3 '])
    }
    await node.receipt(first)
    await node.until(() => receiver.given.length === 3, 'all three were reported')
    assert.deepEqual(
      receiver.receipts.map((given) => [given.smsId, given.context, given.state]).sort(),
      order.map((part, index) => [ids[index], `c${part}`, 'delivered']).sort(),
    )
    await session.close()
  })
}

test('only those that asked are told, for what they asked', async () => {
  const node = await start()
  const receiver = new FakeReceiver()
  const session = await node.sessions.open(sessionRequest(node.principal, { receiver }))
  const ids = await add(
    node,
    segment(1, 3, { push: { on: 'failure', context: 'f' } }),
    segment(2, 3, { push: undefined }),
    segment(3, 3, { push: { on: 'success', context: 's' } }),
  )
  await node.submitted(ids[0] as number)
  await node.receipt(ids[0] as number)
  await node.until(() => receiver.given.length === 1, 'one is reported')
  assert.deepEqual(
    receiver.receipts.map((given) => given.smsId),
    [ids[2]],
  )
  await session.close()
})

test('a character cut in two is whole again', async () => {
  const node = await start()
  const [high, low] = ['😀'.slice(0, 1), '😀'.slice(1)]
  const [first] = await add(
    node,
    segment(1, 2, { text: `ü${high}`, encoding: 'ucs2' }),
    segment(2, 2, { text: `${low}!\0`, encoding: 'ucs2' }),
  )
  await node.submitted(first as number)
  assert.equal(node.link.submitted[0]?.text, 'ü😀!\uFFFD')
})

test('segments of other users, numbers, references and totals are others', async () => {
  const node = await start()
  await add(node, segment(1, 2))
  await add(node, segment(2, 2, { to: '27821110001' }), segment(2, 2, { reference: 8 }), segment(2, 3))
  const other = await node.addClient()
  await node.segments.add(other, segment(2, 2))
  assert.equal(await waiting(node), 5)
  const [last] = await add(node, segment(2, 2))
  assert.equal(await waiting(node), 4)
  const record = (await node.reports.find(node.principal, { smsId: last as number, limit: 1 })).records[0]
  assert.equal(record?.text, 'part 1 part 2 ')
})

test('twenty messages at once from two nodes: each is joined once', async () => {
  const first = await start()
  const second = await start({ joinTo: first })
  const adds: Promise<unknown>[] = []
  const total = 5
  for (let part = 1; part <= total; part += 1) {
    for (let reference = 0; reference < 20; reference += 1) {
      const node = (part + reference) % 2 === 0 ? first : second
      adds.push(addInTime(node, first, segment(part, total, { reference })))
    }
  }
  await Promise.all(adds)
  assert.equal(await waiting(first), 0)
  const rows = await first.engine.sql<{ body: string }[]>`select body from message`
  assert.equal(rows.length, 20)
  for (const { body } of rows) assert.equal(body, 'part 1 part 2 part 3 part 4 part 5 ')
  const [aliases] = await first.engine.sql<{ aliases: number }[]>`select count(*) as aliases from message_alias`
  assert.equal(aliases?.aliases, 100)
})

test('the two last segments of a message at the same moment on two nodes', async () => {
  const first = await start()
  const second = await start({ joinTo: first })
  for (let reference = 0; reference < 30; reference += 1) {
    await Promise.all([
      addInTime(first, first, segment(1, 2, { reference })),
      addInTime(second, first, segment(2, 2, { reference })),
    ])
  }
  assert.equal(await waiting(first), 0)
  const [row] = await first.engine.sql<{ messages: number }[]>`select count(*) as messages from message`
  assert.equal(row?.messages, 30)
})

test('what stays incomplete goes out as it came, and is reported by itself', async () => {
  const node = await start({ credit: '10' })
  const receiver = new FakeReceiver()
  const session = await node.sessions.open(sessionRequest(node.principal, { receiver }))
  const ids = await add(node, segment(1, 3), segment(3, 3))
  const {
    records: [record],
  } = await node.reports.find(node.principal, { smsId: ids[1] as number, limit: 1 })
  assert.deepEqual([record?.smsId, record?.state, record?.text], [ids[1], 'queued', 'part 3 '])
  assert.equal(await (node.segments as EngineSegments).sweep(), 0, 'not yet')
  assert.equal(await sweep(node), 2)
  for (const smsId of ids) {
    await node.submitted(smsId)
    await node.receipt(smsId)
  }
  assert.deepEqual(
    node.link.submitted.map((sent) => [sent.smsId, sent.text, sent.userDataHeader]).sort(),
    [
      [ids[0], 'part 1 ', '0003070301'],
      [ids[1], 'part 3 ', '0003070303'],
    ].sort(),
  )
  await node.until(() => receiver.given.length === 2, 'both are reported')
  assert.deepEqual(receiver.receipts.map((given) => given.context).sort(), ['c1', 'c3'])
  assert.equal(await node.creditOf(), '9.900000')
  assert.equal(await sweep(node), 0)
  await session.close()
})

test('a part sent again because its answer was lost is the same part', async () => {
  const node = await start()
  const receiver = new FakeReceiver()
  const session = await node.sessions.open(sessionRequest(node.principal, { receiver }))
  const ids = await add(node, segment(1, 2), segment(1, 2), segment(2, 2))
  await node.submitted(ids[0] as number)
  await node.receipt(ids[0] as number)
  await node.until(() => receiver.given.length === 3, 'each id is reported')
  const again = await add(node, segment(1, 2), segment(1, 2))
  assert.equal(await sweep(node), 1)
  await node.submitted(again[0] as number)
  await node.receipt(again[0] as number)
  await node.until(() => receiver.given.length === 5, 'both ids of the one that went out are reported')
  await session.close()
})

test('a joined message costs what it takes, not what its segments took', async () => {
  const node = await start({ credit: '1' })
  await add(node, segment(1, 2))
  assert.equal(await node.creditOf(), '0.950000')
  await add(node, segment(2, 2))
  assert.equal(await node.creditOf(), '0.950000', 'the text fits one part')
  await add(node, segment(1, 2, { text: 'x'.repeat(153) }), segment(2, 2, { text: 'y'.repeat(153) }))
  assert.equal(await node.creditOf(), '0.850000')
})

test('what comes in is checked', async () => {
  const node = await start({ credit: '0.05' })
  const { clientId } = node.principal
  await node.engine.sql`
    insert into contact (client_id, mobile, status, status_description) values (${clientId}, '27821119999', 0, '')`
  await assert.rejects(add(node, segment(1, 2, { to: 'x' })), { category: 'invalid', code: 'bad-number' })
  await assert.rejects(add(node, segment(3, 2)), { category: 'invalid', code: 'bad-segment' })
  await assert.rejects(add(node, segment(0, 2)), { category: 'invalid', code: 'bad-segment' })
  await assert.rejects(add(node, segment(1, 2, { to: '27821119999' })), { category: 'forbidden', code: 'opted-out' })
  await add(node, segment(1, 2))
  await assert.rejects(add(node, segment(2, 2)), { category: 'forbidden', code: 'no-credit' })
  assert.equal(await node.creditOf(), '0.000000')
  await node.engine.sql`update channel set enabled = false where client_id = ${clientId}`
  node.forgetAccounts()
  await assert.rejects(add(node, segment(2, 2)), { category: 'forbidden', code: 'no-channel' })
})

test('an opt-out while the segments wait ends the message, and all are reported', async () => {
  const node = await start({ credit: '1' })
  const receiver = new FakeReceiver()
  const session = await node.sessions.open(sessionRequest(node.principal, { receiver }))
  const ids = await add(node, segment(1, 3), segment(2, 3))
  await node.engine.sql`
    insert into contact (client_id, mobile, status, status_description)
    values (${node.principal.clientId}, '27821110000', 0, '')`
  assert.equal(await sweep(node), 2)
  await node.until(() => receiver.given.length === 2, 'both are reported')
  assert.deepEqual(
    receiver.receipts.map((given) => [given.state, given.errorId]),
    Array(2).fill(['opted-out', 2052]),
  )
  assert.deepEqual(await node.states(), { 'opted-out': 2 })
  assert.equal(await node.stateOf(ids[0] as number), 'opted-out')
  assert.equal(await node.creditOf(), '1.000000')
  assert.equal(node.link.submitted.length, 0)
  await session.close()
})

test('a joined message that costs more than there is ends, and all are reported', async () => {
  const node = await start({ credit: '0.15' })
  const receiver = new FakeReceiver()
  const session = await node.sessions.open(sessionRequest(node.principal, { receiver }))
  // Three parts as separate segments, four as one text.
  const long = (part: number) => segment(part, 3, { text: 'x'.repeat(160) })
  const [first] = await add(node, long(1), long(2), long(3))
  await node.until(() => receiver.given.length === 3, 'all are reported')
  assert.deepEqual(
    receiver.receipts.map((given) => [given.state, given.errorId]),
    Array(3).fill(['no-route', 542]),
  )
  assert.equal(await node.stateOf(first as number), 'no-route')
  assert.equal(await node.creditOf(), '0.150000')
  assert.equal(await waiting(node), 0)
  const [next] = await add(node, segment(1, 2), segment(2, 2))
  await node.submitted(next as number)
  await session.close()
})

test('octets go out at once, each with its header', async () => {
  const node = await start()
  const binary = { encoding: 'binary', text: '0A0bFF' } as const
  const [smsId] = await add(node, segment(1, 2, binary))
  await node.submitted(smsId as number)
  const [sent] = node.link.submitted
  assert.deepEqual([sent?.encoding, sent?.text, sent?.userDataHeader], ['binary', '0A0BFF', '0003070201'])
  await assert.rejects(add(node, segment(1, 2, { ...binary, text: '0' })), { category: 'invalid', code: 'bad-octets' })
  await assert.rejects(add(node, segment(1, 2, { ...binary, to: 'x' })), { category: 'invalid', code: 'bad-number' })
})
