import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type LoginAttempt, type LoginResult, PRIORITIES } from '@heliograph/contracts'
import { captureMetrics } from '@heliograph/testkit'
import { countLogins } from '../src/accounts/login-counts.ts'
import { createPoolCount, statementErrorOf } from '../src/database/pool-count.ts'
import { PoolMetrics } from '../src/database/pool-metrics.ts'
import type { Pools } from '../src/database/pools.ts'
import { Tallies } from '../src/tallies.ts'
import { type Harness, startEngine } from './support/engine-harness.ts'
import { carrierOf, FakeLink } from './support/fake-carrier.ts'

// What monitoring sees of a node.

const LINK = 'fake/main'
const ON_ROUTE = { link: LINK, route: 'default' }

describe('a node that sends', () => {
  const link = new FakeLink()
  let node: Harness
  before(async () => {
    node = await startEngine({ carriers: new Map([['fake', carrierOf(link)]]), credit: '5.00' })
  })
  after(() => node.close())

  const value = (name: string, labels: Readonly<Record<string, string>>) => node.metrics.value(name, labels)

  test('accepted, submitted and final messages count by interface, route and link', async () => {
    await node.submit({ to: ['27821110001', '27821110002'] })
    await node.submit({ to: '27821110003' }, { origin: 'other' })
    await node.until(() => value('messages_submitted', ON_ROUTE) === 3, 'the link has taken them')
    assert.equal(value('messages_accepted', { interface: 'test', route: 'default' }), 2)
    assert.equal(value('messages_accepted', { interface: 'other', route: 'default' }), 1)
    // Answers count when they come, which is before they are recorded.
    const findId = () => node.engine.sql<{ network_id: string }[]>`select network_id from submission limit 1`
    await node.until(async () => (await findId()).length > 0, 'an answer is recorded')
    const [row] = await findId()
    await node.engine.network.receipt({
      carrier: 'fake',
      link: 'main',
      networkId: row?.network_id as string,
      status: 'delivered',
      networkStatus: 'DELIVRD',
      errorId: null,
      doneAt: new Date(),
    })
    assert.equal(value('messages_final', { link: LINK, state: 'delivered' }), 1)
    assert.equal(value('receipts_matched', { link: LINK }), 1)
    assert.ok(node.metrics.value('accept_commit_seconds') >= 1)
  })

  test('what is refused counts neither as accepted nor as final', async () => {
    const messageIds = { text: 'again', destinations: [{ to: '27821110009', messageId: 'once' }] }
    await node.submit(messageIds)
    const before = value('messages_accepted', { interface: 'test', route: 'default' })
    await node.submit(messageIds)
    assert.equal(value('messages_accepted', { interface: 'test', route: 'default' }), before)
  })

  test('an answer that does not come counts as unknown, a temporary refusal as another attempt', async () => {
    link.answer = () => [{ kind: 'unknown' }]
    await node.submit({ to: '27821110004' }, { priority: PRIORITIES.BULK })
    await node.until(() => value('messages_unknown', ON_ROUTE) === 1, 'its outcome is unknown')
    link.answer = () => [{ kind: 'try-later', status: 'busy' }]
    await node.submit({ to: '27821110005' })
    await node.until(() => value('messages_retried', ON_ROUTE) === 1, 'it is tried again')
  })

  test('what the gateway ends on its own has no link', async () => {
    link.setUp(false)
    const ended = { link: 'none', state: 'expired' }
    await node.submit({ to: '27821110006', validitySeconds: 1 })
    link.answer = () => [{ kind: 'accepted', networkId: null }]
    await new Promise((resolve) => setTimeout(resolve, 1_100))
    link.setUp(true)
    await node.until(() => value('messages_final', ended) === 1, 'its time is over')
  })

  test('figures of the deployment are there as soon as they have been read', async () => {
    await node.engine.readFigures()
    const plain = (name: string) => node.metrics.value(name)
    assert.equal(plain('nodes'), 1)
    assert.equal(plain('links_unleased'), 0)
    assert.equal(plain('clients_low_credit'), 1)
    assert.ok(plain('schema_version') > 40)
    assert.ok(plain('database_size_bytes') > 1_000_000)
    assert.ok(plain('figures_age_seconds') < 5)
    assert.ok(plain('heartbeat_age_seconds') < 10)
    assert.ok(plain('lease_age_seconds') > 0)
    assert.ok(node.metrics.value('database_answers', { pool: 'accept' }) > 0)
  })
})

test('a tally is one object for the same labels, and the counter reads it', () => {
  const metrics = captureMetrics()
  const labels = ['link', 'route'] as const
  const tallies = new Tallies(metrics.counter('sent', 'Sent', labels), labels)
  tallies.of('a', 'x').count += 2
  tallies.of('b', 'x').count += 1
  tallies.of('a', 'x').count += 1
  assert.equal(tallies.of('a', 'x'), tallies.of('a', 'x'))
  assert.equal(metrics.value('sent', { link: 'a', route: 'x' }), 3)
  assert.equal(metrics.value('sent', { link: 'b', route: 'x' }), 1)
})

test('logins count by their results', async () => {
  const metrics = captureMetrics()
  const results = ['ok', 'unknown', 'ok', 'locked'] as const
  let at = 0
  const next = async (_attempt: LoginAttempt) => ({ kind: results[at++] }) as LoginResult
  const logins = countLogins({ byPassword: next, bySystemId: next, newestKey: async () => 'kept' }, metrics)
  const attempt = { origin: 'test', account: 'a', password: 'b', address: '127.0.0.1' }
  await logins.byPassword(attempt)
  await logins.bySystemId(attempt)
  await logins.bySystemId(attempt)
  await logins.byPassword(attempt)
  const counted = ['ok', 'unknown', 'locked', 'disabled'].map((result) => metrics.value('log_ins', { result }))
  assert.deepEqual(counted, [2, 1, 1, 0])
  assert.equal(await logins.newestKey(), 'kept')
})

for (const [sqlState, kind] of [
  ['57014', 'timeout'],
  ['55P03', 'lock'],
  ['40001', 'rolled-back'],
  ['40P01', 'rolled-back'],
  ['42P01', 'statement'],
  ['23505', 'data'],
  ['22021', 'data'],
  ['25006', 'server'],
  ['57P01', 'server'],
  ['53300', 'server'],
] as const)
  test(`SQLSTATE ${sqlState} counts as ${kind}`, () => assert.equal(statementErrorOf(sqlState), kind))

test('only pools in use are asked, once at a time, and one that does not answer shows how long it has waited', async () => {
  const metrics = captureMetrics()
  let now = 0
  const asked: string[] = []
  const answers: (() => void)[] = []
  const names = ['vital', 'burial', 'accept', 'work', 'changes', 'general', 'reports', 'chores'] as const
  const counts = new Map(names.map((name) => [name, createPoolCount()]))
  const ask = (name: string) => () => {
    asked.push(name)
    return new Promise<void>((resolve) => answers.push(resolve))
  }
  const pools = { counts, ...Object.fromEntries(names.map((name) => [name, ask(name)])) } as unknown as Pools
  const probes = new PoolMetrics(pools, () => now, metrics)
  probes.ask()
  assert.deepEqual(asked, [])
  for (const name of ['accept', 'burial'] as const) (counts.get(name) as { answers: number }).answers = 7
  probes.ask()
  probes.ask()
  assert.deepEqual(asked, ['accept'])
  const seconds = () => metrics.value('database_answer_seconds', { pool: 'accept' })
  now = 1_500
  assert.equal(seconds(), 1.5)
  for (const answer of answers) answer()
  await new Promise((resolve) => setImmediate(resolve))
  now = 9_000
  assert.equal(seconds(), 1.5)
  assert.equal(metrics.value('database_answers', { pool: 'accept' }), 7)
})
