import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type MessageCount, type MessageState, PRIORITIES, type Principal, Submissions } from '@heliograph/contracts'
import { countBySteps, stepOf, stepStart, sumUp } from '../src/endpoints/overview/overview-figures.ts'
import { type EngineCaller, shareEngine } from './support/engine-kit.ts'

const { withCallers } = shareEngine()

const MINUTE = 60_000

/** A number whose messages the network takes. */
const TAKEN = '27831110001'

async function send(
  { kit }: EngineCaller,
  who: Principal = kit.account.principal,
  to = '27821110001',
): Promise<number> {
  const request = { origin: 'v2', priority: PRIORITIES.HIGH, numbers: 'international', atomic: true } as const
  const messages = [{ destinations: [{ to }], text: 'hello' }]
  const { entries } = await kit.service(Submissions).submit(who, { ...request, messages })
  return entries[0]?.smsId as number
}

/** Durations are counted in buckets that each reach a fifth further. */
const assertNear = (actual: number, expected: number) =>
  assert.ok(Math.abs(actual - expected) < expected / 5, `${actual} is not near ${expected}`)

describe('the overview', () => {
  // The first of this file, while there are no other clients with messages.
  test('is of all clients and the deployment for operators that ask for it, else of one', async () => {
    await withCallers(async (caller) => {
      const { stranger, account, world } = caller.kit
      await send(caller)
      await send(caller)
      await send(caller, stranger.principal)
      await world.counted()
      const overview = async (who: 'operator' | 'admin', query: string) =>
        (await caller.ask(who, 'GET', `/overview?${query}`)).json
      const all = await overview('operator', 'everyClient=true')
      assert.deepEqual([all.accepted, all.credit], [3, null])
      const waiting = all.deployment.queue.map(({ messages }: { messages: number }) => messages)
      assert.deepEqual(waiting, [3])
      assert.equal((await overview('operator', '')).accepted, 1)
      assert.equal((await overview('operator', `client=${account.clientId}`)).accepted, 2)
      const own = await overview('admin', 'everyClient=true')
      assert.deepEqual([own.accepted, own.deployment], [2, null])
    })
  })

  test('of a client has its own figures', async () => {
    await withCallers(async (caller) => {
      const { account, report, stranger, world } = caller.kit
      const { principal } = account
      await send(caller)
      await send(caller, stranger.principal)
      const [quick, slow, lost] = [
        await send(caller, principal, TAKEN),
        await send(caller, principal, TAKEN),
        await send(caller, principal, TAKEN),
      ]
      const sentAt = Date.now()
      await report(quick, 'delivered', new Date(sentAt + 2_000))
      await report(slow, 'delivered', new Date(sentAt + 8_000))
      await report(lost, 'undeliverable')
      await world.counted()
      const { json } = await caller.ask('user', 'GET', '/overview')
      assert.deepEqual([json.accepted, json.waiting, json.stepMinutes], [4, 1, 1])
      assert.equal(json.deliveryRate, 2 / 3)
      const { messages, p50Ms, p95Ms } = json.deliveryTimes
      assert.equal(messages, 2)
      assertNear(p50Ms, 2_000)
      assertNear(p95Ms, 8_000)
      assert.equal(json.deliveryTimesByMinute.length, 1)
      assert.equal(
        json.counts.reduce((sum: number, { messages }: MessageCount) => sum + messages, 0),
        4,
      )
      assert.equal(json.deployment, null)
      const credit = await world.creditOf(account.clientId)
      assert.deepEqual(json.credit, credit === null ? null : { amount: credit, currency: principal.currency })
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
