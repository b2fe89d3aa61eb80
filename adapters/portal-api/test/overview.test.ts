import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type MessageCount, type MessageState, PRIORITIES, type Principal, Submissions } from '@heliograph/contracts'
import { countBySteps, stepOf, stepStart, sumUp } from '../src/endpoints/overview/overview-figures.ts'
import { type KeyCaller, withCallers } from './support/key-caller.ts'

const MINUTE = 60_000

async function send({ kit }: KeyCaller, who: Principal = kit.account.principal): Promise<number> {
  const request = { origin: 'v2', priority: PRIORITIES.HIGH, numbers: 'international', atomic: true } as const
  const messages = [{ destinations: [{ to: '27821110001' }], text: 'hello' }]
  const { entries } = await kit.engine.service(Submissions).submit(who, { ...request, messages })
  return entries[0]?.smsId as number
}

describe('the overview', () => {
  test('of a client has its own figures', async () => {
    await withCallers(async (caller) => {
      const { engine, clock, stranger, account } = caller.kit
      const ids = [await send(caller), await send(caller), await send(caller), await send(caller)]
      await send(caller, stranger.principal)
      engine.deliver(ids[0] as number, { at: new Date(clock.now() + 2_000) })
      engine.deliver(ids[1] as number, { at: new Date(clock.now() + 8_000) })
      engine.move(ids[2] as number, 'submitted')
      engine.move(ids[2] as number, 'undeliverable')
      const { json } = await caller.ask('user', 'GET', '/overview')
      assert.deepEqual([json.accepted, json.waiting, json.stepMinutes], [4, 1, 1])
      assert.equal(json.deliveryRate, 2 / 3)
      assert.deepEqual(json.deliveryTimes, { messages: 2, p50Ms: 2_000, p95Ms: 8_000 })
      assert.equal(json.deliveryTimesByMinute.length, 1)
      assert.equal(
        json.counts.reduce((sum: number, { messages }: MessageCount) => sum + messages, 0),
        4,
      )
      assert.equal(json.deployment, null)
      const credit = engine.credit(account.clientId)
      assert.deepEqual(json.credit, credit === null ? null : { amount: credit, currency: account.principal.currency })
    })
  })

  test('is of all clients and the deployment for operators that ask for it, else of one', async () => {
    await withCallers(async (caller) => {
      const { stranger, account } = caller.kit
      await send(caller)
      await send(caller)
      await send(caller, stranger.principal)
      const overview = async (who: 'operator' | 'admin', query: string) =>
        (await caller.ask(who, 'GET', `/overview?${query}`)).json
      const all = await overview('operator', 'everyClient=true')
      assert.deepEqual([all.accepted, all.credit], [3, null])
      assert.equal(all.deployment.queue[0].messages, 3)
      assert.equal((await overview('operator', '')).accepted, 1)
      assert.equal((await overview('operator', `client=${account.clientId}`)).accepted, 2)
      const own = await overview('admin', 'everyClient=true')
      assert.deepEqual([own.accepted, own.deployment], [2, null])
    })
  })

  test('has periods of five minutes to a day', async () => {
    await withCallers(async (caller) => {
      for (const minutes of [4, 1_441, 0.5])
        assert.equal((await caller.ask('user', 'GET', `/overview?minutes=${minutes}`)).status, 400)
      const { json } = await caller.ask('user', 'GET', '/overview?minutes=1440')
      assert.equal(json.stepMinutes, 12)
    })
  })
})

describe('figures', () => {
  const count = (minute: number, state: MessageState, messages: number, origin = 'v2'): MessageCount => ({
    minute: new Date(minute * MINUTE),
    origin,
    state,
    messages,
  })

  test('minutes are added up to steps, those of each state and interface apart', () => {
    const counts = [count(9, 'queued', 1), count(10, 'queued', 2), count(19, 'queued', 3), count(19, 'delivered', 4)]
    assert.deepEqual(countBySteps([...counts, count(19, 'queued', 5, 'smpp')], 10), [
      { at: '1970-01-01T00:00:00.000Z', origin: 'v2', state: 'queued', messages: 1 },
      { at: '1970-01-01T00:10:00.000Z', origin: 'v2', state: 'queued', messages: 5 },
      { at: '1970-01-01T00:10:00.000Z', origin: 'v2', state: 'delivered', messages: 4 },
      { at: '1970-01-01T00:10:00.000Z', origin: 'smpp', state: 'queued', messages: 5 },
    ])
  })

  for (const [minutes, step] of [
    [5, 1],
    [120, 1],
    [121, 2],
    [1_440, 12],
  ] as const)
    test(`${minutes} minutes are shown in steps of ${step}`, () => assert.equal(stepOf(minutes), step))

  test('steps begin at whole multiples', () => assert.equal(stepStart(25 * MINUTE + 1, 12), 24 * MINUTE))

  const rates: readonly (readonly [readonly MessageCount[], number | null])[] = [
    [[], null],
    [[count(1, 'queued', 5)], null],
    [[count(1, 'cancelled', 5)], null],
    [[count(1, 'delivered', 3), count(1, 'expired', 1), count(1, 'submitted', 9), count(1, 'cancelled', 9)], 0.75],
  ]
  for (const [counts, rate] of rates)
    test(`the delivery rate of ${counts.map(({ state }) => state).join(', ') || 'nothing'}`, () =>
      assert.equal(sumUp(counts).deliveryRate, rate))
})
