import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { type ReceiptPush, Schedules, type Session } from '@heliograph/contracts'
import { createRecordIds } from '../src/database/record-ids.ts'
import { endOverdue } from '../src/outbound/lifecycle/validity.ts'
import { type HarnessOptions, systemClock } from './support/engine-harness.ts'
import { accept } from './support/fake-carrier.ts'
import { FakeReceiver } from './support/fake-receiver.ts'
import { NO_SESSIONS } from './support/no-sessions.ts'
import { find, PUSH, type SmppNode, sessionRequest, startSmppNode } from './support/smpp-node.ts'

const started: SmppNode[] = []
after(async () => {
  for (const node of started) await node.close()
})

async function start(options: HarnessOptions = {}): Promise<SmppNode> {
  const node = await startSmppNode(options)
  started.push(node)
  return node
}

const emptied = (node: SmppNode) => node.until(async () => (await node.pushes()).length === 0, 'nothing waits any more')

test('a receipt goes to the open session with all there is to tell, once', async () => {
  const node = await start()
  const receiver = new FakeReceiver()
  const session = await node.sessions.open(sessionRequest(node.principal, { receiver }))
  const smsId = await node.send({ text: 'hello you' })
  await node.submitted(smsId)
  await node.receipt(smsId)
  await node.receipt(smsId)
  await node.until(() => receiver.given.length > 0, 'it is delivered')
  await emptied(node)
  const [given] = receiver.receipts
  assert.equal(receiver.given.length, 1)
  const { pushId, acceptedAt, from, ...rest } = given as ReceiptPush
  assert.ok(pushId > 0)
  assert.ok(acceptedAt instanceof Date && Math.abs(acceptedAt.getTime() - Date.now()) < 60_000)
  assert.match(from, /^2782/)
  assert.deepEqual(rest, {
    kind: 'receipt',
    smsId,
    context: 'ctx',
    to: '27821110000',
    text: 'hello you',
    parts: 1,
    state: 'delivered',
    networkStatus: 'DELIVRD',
    errorId: null,
    doneAt: new Date('2026-01-05T08:30:00Z'),
  })
  await session.close()
  await session.close()
})

test('what nobody is there to take waits, and comes when a session opens', async () => {
  const node = await start()
  const ids = [await node.send(), await node.send()]
  for (const smsId of ids) {
    await node.submitted(smsId)
    await node.receipt(smsId)
  }
  assert.deepEqual(
    (await node.pushes()).map((row) => row.owner),
    [null, null],
  )
  const sender = await node.sessions.open(sessionRequest(node.principal))
  const receiver = new FakeReceiver()
  const session = await node.sessions.open(sessionRequest(node.principal, { receiver }))
  await node.until(() => receiver.given.length === 2, 'both are delivered')
  assert.deepEqual(
    receiver.receipts.map((given) => given.smsId),
    ids,
  )
  assert.ok(receiver.receipts[0]?.doneAt instanceof Date)
  await emptied(node)
  await Promise.all([sender.close(), session.close()])
})

const ENDINGS = [
  { on: 'every', status: 'delivered', reported: true },
  { on: 'success', status: 'delivered', reported: true },
  { on: 'failure', status: 'delivered', reported: false },
  { on: 'every', status: 'undeliverable', reported: true },
  { on: 'success', status: 'undeliverable', reported: false },
  { on: 'failure', status: 'undeliverable', reported: true },
] as const

test('each asks for success, failure or both', async () => {
  const node = await start()
  for (const { on, status, reported } of ENDINGS) {
    const smsId = await node.send({ push: { on, context: '' } })
    await node.submitted(smsId)
    await node.receipt(smsId, { status: 'enroute', networkStatus: 'ENROUTE' })
    await node.receipt(smsId, { status, networkStatus: 'X' })
    assert.equal((await node.pushes()).length, reported ? 1 : 0, `${on} ${status}`)
    await node.engine.sql`delete from push`
  }
  const plain = await node.send({ push: undefined })
  await node.submitted(plain)
  await node.receipt(plain)
  assert.equal((await node.pushes()).length, 0, 'not asked for')
})

test('that a network has taken a message is told to who asks for it, once', async () => {
  const node = await start()
  const reported = async () => {
    const rows = await node.engine.sql<{ content: string }[]>`select content from push order by push_id`
    await node.engine.sql`delete from push`
    return rows.map(({ content }) => (JSON.parse(content) as unknown[])[7])
  }
  for (const [on, after] of [
    ['none', []],
    ['every', ['delivered']],
  ] as const) {
    const smsId = await node.send({ push: { on, sent: true, context: '' } })
    await node.submitted(smsId)
    assert.deepEqual(await reported(), ['submitted'])
    await node.receipt(smsId, { status: 'enroute', networkStatus: 'ENROUTE' })
    await node.receipt(smsId)
    assert.deepEqual(await reported(), after)
  }
})

test('every way to an end is reported: refused, expired, cancelled, given up, delivered after all', async () => {
  const node = await start()
  const receiver = new FakeReceiver()
  const session = await node.sessions.open(sessionRequest(node.principal, { receiver }))
  const stateOf = (smsId: number) =>
    receiver.receipts.filter((given) => given.smsId === smsId).map((given) => given.state)
  const reported = (smsId: number, ...states: string[]) =>
    node.until(() => JSON.stringify(stateOf(smsId)) === JSON.stringify(states), `${smsId} is reported as ${states}`)

  node.link.answer = () => [{ kind: 'refused', fault: 'destination', status: 'ESME_RINVDSTADR', errorId: 1 }]
  const refused = await node.send()
  await reported(refused, 'refused-by-network')
  assert.equal(receiver.receipts[0]?.networkStatus, 'ESME_RINVDSTADR')
  assert.equal(receiver.receipts[0]?.errorId, 1)

  node.link.answer = (message) => accept(message)
  const late = await node.send()
  await node.submitted(late)
  await node.receipt(late, { status: 'expired', networkStatus: 'EXPIRED' })
  await reported(late, 'expired')
  await node.receipt(late, { doneAt: new Date() })
  await reported(late, 'expired', 'delivered')
  assert.equal(receiver.receipts.at(-1)?.errorId, null)

  const { entries } = await node.submit({ push: PUSH, sendAt: new Date(Date.now() + 3_600_000) }, { bulkId: 'b' })
  const scheduled = entries[0]?.smsId as number
  const schedules = find(node.engine.services, Schedules)
  await schedules.cancel(node.principal, 'b')
  await reported(scheduled, 'cancelled')
  assert.equal(receiver.receipts.at(-1)?.networkStatus, null)

  node.link.setUp(false)
  const expired = await node.send()
  await node.engine
    .sql`update message set validity_seconds = 1, accepted_at = now() - interval '2 minutes' where sms_id = ${expired}`
  // After that, because the node checks what is due as well, and would put off one that is still valid.
  await node.engine.sql`
    insert into validity_check (sms_id, due_at) values (${expired}, now())`
  const ids = createRecordIds(node.engine.sql, systemClock)
  await endOverdue(node.engine.sql, { ids, clock: systemClock, outbox: NO_SESSIONS }, 172_800)
  await reported(expired, 'expired')
  await session.close()
})

test('the receipts of a shared id carry the id of the first that was accepted', async () => {
  const node = await start()
  const receiver = new FakeReceiver()
  await node.engine.sql`
    insert into contact (client_id, mobile, status, status_description)
    values (${node.principal.clientId}, '27821110001', 0, '')`
  const { entries } = await node.submit(
    { to: ['27821110001', '27821110002', '27821110003'], push: { ...PUSH, sharedId: true } },
    { atomic: false },
  )
  const other = await node.send()
  const [, second, third] = entries.map((entry) => entry.smsId) as [number, number, number]
  const session = await node.sessions.open(sessionRequest(node.principal, { receiver }))
  for (const smsId of [second, third, other]) {
    await node.submitted(smsId)
    await node.receipt(smsId)
  }
  await node.until(() => receiver.given.length === 3, 'all are reported')
  assert.deepEqual(
    receiver.receipts.map((given) => [given.smsId, given.to]).sort(),
    [
      [second, '27821110002'],
      [second, '27821110003'],
      [other, '27821110000'],
    ].sort(),
  )
  await session.close()
})

test('the window of a receiver is respected, and several receivers share the work', async () => {
  const node = await start()
  const [narrow, wide] = [new FakeReceiver(), new FakeReceiver()]
  narrow.window = 2
  wide.window = 5
  const release: (() => void)[] = []
  for (const receiver of [narrow, wide]) {
    receiver.answer = () => new Promise((resolve) => release.push(() => resolve('taken')))
  }
  const open = [narrow, wide].map((receiver) => node.sessions.open(sessionRequest(node.principal, { receiver })))
  const sessions = await Promise.all(open)
  const { entries } = await node.submit({ to: Array.from({ length: 30 }, (_, i) => `2782200${1000 + i}`), push: PUSH })
  for (const { smsId } of entries) await node.submitted(smsId)
  await Promise.all(entries.map(({ smsId }) => node.receipt(smsId)))
  await node.until(() => narrow.outstanding === 2 && wide.outstanding === 5, 'both windows are full')
  await node.until(async () => {
    for (const resolve of release.splice(0)) resolve()
    return narrow.given.length + wide.given.length === 30 && (await node.pushes()).length === 0
  }, 'all are taken')
  assert.equal(narrow.mostOutstanding, 2)
  assert.equal(wide.mostOutstanding, 5)
  assert.equal(new Set([...narrow.receipts, ...wide.receipts].map((given) => given.smsId)).size, 30)
  await Promise.all(sessions.map((session) => session.close()))
})

test('refused is the end, later is another try, and a throw is later', async () => {
  const node = await start()
  const receiver = new FakeReceiver()
  const answers = ['refused', 'later', 'throw', 'taken', 'taken']
  receiver.answer = async () => {
    const answer = answers.shift() ?? 'taken'
    if (answer === 'throw') throw new Error('must not happen')
    return answer as 'taken'
  }
  const ids = [await node.send(), await node.send(), await node.send()]
  const session = await node.sessions.open(sessionRequest(node.principal, { receiver }))
  for (const smsId of ids) {
    await node.submitted(smsId)
    await node.receipt(smsId)
  }
  await emptied(node)
  assert.deepEqual(
    receiver.receipts.map((given) => given.smsId).sort(),
    [ids[0], ids[1], ids[1], ids[2], ids[2]].sort(),
  )
  await session.close()
})

test('what a session had not been given when it closed goes to another one, on another node too', async () => {
  const first = await start()
  const second = await start({ joinTo: first })
  const stuck = new FakeReceiver()
  stuck.window = 1
  stuck.answer = () => new Promise(() => {})
  const session = await first.sessions.open(sessionRequest(first.principal, { receiver: stuck }))
  const ids = [await first.send(), await first.send(), await first.send()]
  for (const smsId of ids) {
    await first.until(async () => (await first.stateOf(smsId)) === 'submitted', 'with the network')
    await first.receipt(smsId)
  }
  await first.until(() => stuck.given.length === 1, 'one is under way')
  assert.equal((await first.pushes()).filter((row) => row.owner === null).length, 0)
  const receiver = new FakeReceiver()
  const other = await second.sessions.open(sessionRequest(first.principal, { receiver }))
  await session.close()
  await first.until(() => receiver.given.length === 2, 'the rest came to the other node')
  assert.deepEqual((await first.pushes()).length >= 1, true, 'the one under way is still claimed')
  await other.close()
})

test('receipts that one node matches reach a session on another', async () => {
  const first = await start()
  const second = await start({ joinTo: first })
  const receiver = new FakeReceiver()
  const session: Session = await second.sessions.open(sessionRequest(first.principal, { receiver }))
  const { entries } = await first.submit({ to: Array.from({ length: 50 }, (_, i) => `2782300${1000 + i}`), push: PUSH })
  for (const { smsId } of entries) {
    await first.until(async () => (await first.stateOf(smsId)) === 'submitted', 'with the network')
  }
  await Promise.all(entries.map(({ smsId }) => first.receipt(smsId)))
  await first.until(() => receiver.given.length === 50, 'all came')
  assert.equal(new Set(receiver.receipts.map((given) => given.smsId)).size, 50)
  await emptied(first)
  await session.close()
})

test('limits hold over all nodes, for each user and interface', async () => {
  const first = await start()
  const second = await start({ joinTo: first })
  const open = (node: SmppNode, origin = 'smpp') =>
    node.sessions.open(sessionRequest(first.principal, { origin, limit: 20 }))
  const results = await Promise.allSettled(
    Array.from({ length: 40 }, (_, index) => open(index % 2 === 0 ? first : second)),
  )
  const opened = results.filter((result) => result.status === 'fulfilled').map((result) => result.value)
  assert.equal(opened.length, 20)
  for (const result of results) {
    if (result.status === 'rejected') {
      assert.deepEqual([result.reason.category, result.reason.code], ['forbidden', 'too-many-sessions'])
    }
  }
  await open(second, 'other')
  await second.sessions.open(sessionRequest(await first.addClient()))
  await opened[0]?.close()
  await open(second)
  await assert.rejects(open(first), { code: 'too-many-sessions' })
})

test('a node that stops gives back what it has at once', async () => {
  const first = await start()
  const second = await start({ joinTo: first })
  const stuck = new FakeReceiver()
  stuck.answer = () => new Promise(() => {})
  await second.sessions.open(sessionRequest(first.principal, { receiver: stuck, limit: 1 }))
  const smsId = await first.send()
  await first.submitted(smsId)
  await first.receipt(smsId)
  await first.until(() => stuck.given.length === 1, 'it was claimed by the other node')
  await second.close()
  assert.deepEqual(
    (await first.pushes()).map((row) => row.owner),
    [null],
  )
  const receiver = new FakeReceiver()
  const session = await first.sessions.open(sessionRequest(first.principal, { receiver, limit: 1 }))
  await first.until(() => receiver.given.length === 1, 'it is delivered here')
  await session.close()
})

const REVOCATIONS = [
  ['the user', (node: SmppNode) => node.engine.provisioning.setUser({ userId: node.principal.userId, enabled: false })],
  [
    'the client',
    (node: SmppNode) => node.engine.sql`update client set enabled = false where client_id = ${node.principal.clientId}`,
  ],
  ['the key', (node: SmppNode) => node.engine.sql`delete from api_key where key_id = ${node.principal.keyId}`],
] as const

for (const [what, disable] of REVOCATIONS) {
  test(`when ${what} is disabled sessions are revoked on every node within a second, others are not`, async () => {
    const first = await start()
    const second = await start({ joinTo: first })
    const revoked: string[] = []
    const on = (name: string) => ({ onRevoked: () => void revoked.push(name) })
    await first.sessions.open(sessionRequest(first.principal, on('here')))
    await second.sessions.open(sessionRequest(first.principal, on('there')))
    await first.sessions.open(sessionRequest(await first.addClient(), on('other')))
    const before = Date.now()
    await disable(first)
    await first.until(() => revoked.length >= 2, 'both are revoked')
    // One second, plus some patience for a loaded machine.
    assert.ok(Date.now() - before < 5_000)
    await first.engine.provisioning.addClient({ name: 'another change' })
    await first.engine.sql`update client set name = name`
    assert.deepEqual(revoked.sort(), ['here', 'there'])
    const late = first.sessions.open(sessionRequest(first.principal))
    await assert.rejects(late, { category: 'unauthenticated' })
  })
}
