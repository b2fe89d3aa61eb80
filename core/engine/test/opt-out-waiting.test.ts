import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type PartOutcome, Subscriptions } from '@heliograph/contracts'
import { FakeReceiver } from './support/fake-receiver.ts'
import { find, PUSH, type SmppNode, sessionRequest, startSmppNode } from './support/smpp-node.ts'

/** Its link is down, so that messages wait. */
let node: SmppNode
before(async () => {
  node = await startSmppNode({ isDown: true, credit: '1000', roles: ['dispatch'] })
})
after(() => node.close())

const WEB = { kind: 'web' } as const
const optOut = (mobile: string) =>
  find(node.engine.services, Subscriptions).set(node.principal.clientId, mobile, 'opted-out', WEB)

/** Messages to a number by their state; no row yet means queued. */
async function statesTo(mobile: string): Promise<Readonly<Record<string, number>>> {
  const rows = await node.engine.sql<{ state: string; messages: number }[]>`
    select coalesce(message_state.state::text, 'queued') as state, count(*) as messages
    from message left join message_state using (sms_id) where recipient = ${mobile} group by 1 order by 1`
  return Object.fromEntries(rows.map((row) => [row.state, row.messages]))
}

test('queued and scheduled messages to the contact end as opted out, are credited back and reported once; others stay', async () => {
  const receiver = new FakeReceiver()
  const session = await node.sessions.open(sessionRequest(node.principal, { receiver }))
  const [mobile, other] = ['27831110001', '27831110002']
  const before = Number(await node.creditOf())
  await node.submit({ to: [mobile, other], push: PUSH })
  await node.submit({ to: [mobile, other], push: PUSH, sendAt: new Date(Date.now() + 3_600_000) })
  await optOut(mobile)
  assert.deepEqual(await statesTo(mobile), { 'opted-out': 2 })
  assert.deepEqual(await statesTo(other), { queued: 2 })
  assert.equal(Number(await node.creditOf()).toFixed(2), (before - 0.1).toFixed(2))
  await node.until(() => receiver.given.length >= 2, 'both are reported')
  await optOut(mobile)
  assert.deepEqual(
    receiver.receipts.map(({ to, state, errorId }) => [to, state, errorId]),
    [
      [mobile, 'opted-out', 2052],
      [mobile, 'opted-out', 2052],
    ],
  )
  session.close()
})

test('of another client to the same contact nothing ends', async () => {
  const principal = await node.addClient({ credit: '10' })
  const mobile = '27831110003'
  await node.engine.submissions.submit(principal, {
    origin: 'test',
    priority: 10,
    numbers: 'international',
    atomic: true,
    messages: [{ text: 'hello', destinations: [{ to: mobile }] }],
  })
  await optOut(mobile)
  assert.deepEqual(await statesTo(mobile), { queued: 1 })
})

test('thousands that wait end in steps, those that were sent long ago among them', async () => {
  const mobile = '27831110004'
  const { entries } = await node.submit({ to: Array.from({ length: 1_300 }, () => mobile) })
  const sent = entries.slice(700, 1_200).map(({ smsId }) => smsId)
  await node.engine.sql`
    insert into message_state (sms_id, state, attempt)
    select sms_id, 'delivered', 1 from unnest(${sent}::bigint[]) as given (sms_id)`
  await optOut(mobile)
  assert.deepEqual(await statesTo(mobile), { delivered: 500, 'opted-out': 800 })
})

test('what was cut off is ended by opting out again', async () => {
  const mobile = '27831110005'
  await node.submit({ to: mobile })
  await node.engine.sql`
    insert into contact (client_id, mobile, status, status_description)
    values (${node.principal.clientId}, ${mobile}, 0, 'OPTED OUT')`
  const { changed } = await optOut(mobile)
  assert.equal(changed, false)
  assert.deepEqual(await statesTo(mobile), { 'opted-out': 1 })
})

test('what a node has in memory for a link that is busy ends as well', async () => {
  const mobile = '27831110007'
  node.link.setUp(true)
  const answer = node.link.answer
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  node.link.answer = async (message) => {
    await held
    return answer(message)
  }
  node.link.window = 1
  await node.submit({ to: '27831110008' })
  await node.until(() => node.link.outstanding === 1, 'the link is busy')
  const before = Number(await node.creditOf())
  const smsId = await node.send({ to: mobile })
  const last = await node.send({ to: '27831110009' })
  await optOut(mobile)
  await node.until(async () => (await node.stateOf(smsId)) === 'opted-out', 'it ended')
  release()
  node.link.answer = answer
  await node.submitted(last)
  assert.equal(Number(await node.creditOf()).toFixed(2), (before - 0.05).toFixed(2))
  assert.ok(!node.link.submitted.some((message) => message.smsId === smsId))
  node.link.window = 100
  node.link.setUp(false)
})

test('what a link has been given goes its way', async () => {
  const mobile = '27831110006'
  const smsId = await node.send({ to: mobile })
  node.link.setUp(true)
  await node.submitted(smsId)
  await optOut(mobile)
  assert.equal(await node.stateOf(smsId), 'submitted')
  await node.receipt(smsId)
  assert.equal(await node.stateOf(smsId), 'delivered')
})

test('opt-outs of several contacts at once end what waits for each, beyond the page they share too', async () => {
  const mobiles = ['27831110011', '27831110012', '27831110013']
  const [many, few] = mobiles as [string, string]
  node.link.setUp(false)
  await node.submit({ to: [...Array.from({ length: 70 }, () => many), few, few] })
  const before = Number(await node.creditOf())
  await Promise.all(mobiles.map(optOut))
  assert.deepEqual(await Promise.all(mobiles.map(statesTo)), [{ 'opted-out': 70 }, { 'opted-out': 2 }, {}])
  assert.equal(Number(await node.creditOf()).toFixed(2), (before + 72 * 0.05).toFixed(2))
})

/** Brings a message to a number to the link, which holds on to it, and another one into the memory of the node. */
async function hold(first: string, second: string, outcome?: PartOutcome) {
  const answer = node.link.answer
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  node.link.setUp(true)
  node.link.window = 1
  node.link.answer = async (message) => {
    await held
    node.link.answer = answer
    return outcome === undefined ? answer(message) : [outcome]
  }
  const withLink = await node.send({ to: first })
  await node.until(() => node.link.outstanding === 1, 'the link is busy')
  return { withLink, waiting: await node.send({ to: second }), release }
}

const timesSent = (smsId: number) => node.link.submitted.filter((message) => message.smsId === smsId).length

test('what a link gives back after the opt-out is not given to it again', async () => {
  const mobile = '27831110020'
  const { withLink, waiting, release } = await hold(mobile, mobile, { kind: 'throttled', status: 'ESME_RTHROTTLED' })
  await optOut(mobile)
  await node.until(async () => (await node.stateOf(waiting)) === 'opted-out', 'the node has heard of it')
  release()
  await node.until(async () => (await node.stateOf(withLink)) === 'opted-out', 'it ended')
  assert.deepEqual([timesSent(withLink), timesSent(waiting)], [1, 0])
})

test('an opt-out that a node did not hear of is read once it hears again', async () => {
  const mobile = '27831110021'
  const { withLink, waiting, release } = await hold('27831110022', mobile)
  const { sql } = node.engine
  // As an opt-out of which no announcement came.
  await sql`
    insert into contact (client_id, mobile, status, status_description)
    values (${node.principal.clientId}, ${mobile}, 0, 'left')`
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'heliograph announcements'`
  await node.until(async () => (await node.stateOf(waiting)) === 'opted-out', 'it ended')
  release()
  await node.submitted(withLink)
  assert.equal(timesSent(waiting), 0)
})
