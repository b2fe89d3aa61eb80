import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  Network,
  type NetworkIncoming,
  type Push,
  type PushReceiver,
  type PushRequest,
  Sessions,
  Submissions,
} from '@heliograph/contracts'
import { type Account, createMemoryEngine, type MemoryEngine } from '../src/memory/memory-engine.ts'
import { message, request, TO } from './fixtures/submit-requests.ts'

let engine: MemoryEngine
let account: Account

beforeEach(() => {
  engine = createMemoryEngine()
  account = engine.addAccount({ channel: { number: '27820001234' } })
})

type Answer = 'taken' | 'refused' | 'later'

/** A receiver that records what it gets and gives these answers in turn; the last one is repeated. */
function receiver(...answers: readonly Answer[]): PushReceiver & { readonly got: Push[] } {
  const got: Push[] = []
  return {
    got,
    window: 10,
    async receive(push) {
      got.push(push)
      return answers[Math.min(got.length, answers.length) - 1] ?? 'taken'
    },
  }
}

function open(takes?: PushReceiver, over: { limit?: number; principal?: Account['principal'] } = {}) {
  let revoked = 0
  const opened = engine.service(Sessions).open({
    principal: account.principal,
    origin: 'smpp',
    limit: 2,
    remote: '192.0.2.1',
    receiver: takes,
    onRevoked: () => {
      revoked += 1
    },
    ...over,
  })
  return { opened, revoked: () => revoked }
}

const push = (over: Partial<PushRequest> = {}): PushRequest => ({ on: 'every', context: 'as it was', ...over })
const submit = (over: Parameters<typeof message>[0] = {}) =>
  engine.service(Submissions).submit(account.principal, request([message({ push: push(), ...over })]))
const idsOf = (takes: { readonly got: readonly Push[] }) =>
  takes.got.map((each) => (each.kind === 'receipt' ? each.smsId : each.incomingId))

describe('receipts over connections', () => {
  test('tell what became of a message, once it is final', async () => {
    const takes = receiver()
    await open(takes).opened
    await submit()
    await submit({ push: undefined })
    engine.clock.advance(1_000)
    engine.move(1, 'submitted')
    engine.deliver(2)
    await nextTurn()
    assert.deepEqual(takes.got, [])
    engine.deliver(1)
    await nextTurn()
    assert.deepEqual(takes.got, [
      {
        kind: 'receipt',
        pushId: 1,
        smsId: 1,
        context: 'as it was',
        from: '27820001234',
        to: TO,
        text: 'Hello',
        parts: 1,
        state: 'delivered',
        networkStatus: 'DELIVRD',
        errorId: null,
        acceptedAt: engine.message(1).acceptedAt,
        doneAt: engine.message(1).doneAt,
      },
    ])
    assert.equal(engine.pushes[0]?.state, 'taken')
  })

  test('are for the final states that were asked for', async () => {
    const takes = receiver()
    await open(takes).opened
    for (const on of ['every', 'success', 'failure'] as const) await submit({ push: push({ on }), to: [TO, TO] })
    for (const smsId of [1, 3, 5]) engine.deliver(smsId)
    for (const smsId of [2, 4, 6]) engine.move(smsId, 'cancelled')
    await nextTurn()
    assert.deepEqual(idsOf(takes), [1, 3, 2, 6])
  })

  test('follow when a late report turns an expired message into a delivered one', async () => {
    const takes = receiver()
    await open(takes).opened
    await submit()
    engine.move(1, 'expired')
    engine.move(1, 'delivered')
    await nextTurn()
    assert.deepEqual(
      takes.got.map((each) => each.kind === 'receipt' && each.state),
      ['expired', 'delivered'],
    )
  })

  test('of one text to several carry the id of the first accepted when they share it', async () => {
    const takes = receiver()
    await open(takes).opened
    const numbers = {
      atomic: false,
      messages: [message({ push: push({ sharedId: true }), to: ['x', TO, '27821234568'] })],
    }
    await engine.service(Submissions).submit(account.principal, request(numbers.messages, numbers))
    engine.deliver(1)
    engine.deliver(2)
    await nextTurn()
    assert.deepEqual(
      takes.got.map((each) => each.kind === 'receipt' && [each.smsId, each.to]),
      [
        [1, TO],
        [1, '27821234568'],
      ],
    )
  })
})

describe('pushes', () => {
  test('wait for a session of their user that takes some, for 72 hours', async () => {
    await submit()
    engine.deliver(1)
    await open().opened
    const stranger = receiver()
    await open(stranger, { principal: engine.addAccount().principal }).opened
    engine.clock.advance(72 * 3_600_000 - 1)
    const takes = receiver()
    const { opened } = open(takes)
    await nextTurn()
    assert.deepEqual([idsOf(takes), idsOf(stranger)], [[1], []])
    await (await opened).close()

    await submit()
    engine.deliver(2)
    engine.clock.advance(72 * 3_600_000)
    await open(takes).opened
    await nextTurn()
    assert.deepEqual([idsOf(takes), engine.pushes[1]?.state], [[1], 'expired'])
  })

  test('go to one session each, no more at once than it takes', async () => {
    const answers: (() => void)[] = []
    const slow = (): PushReceiver => ({
      window: 2,
      receive: () => new Promise((resolve) => answers.push(() => resolve('taken'))),
    })
    await open(slow()).opened
    await open(slow()).opened
    for (let count = 0; count < 5; count += 1) await submit()
    for (const { smsId } of engine.messages) engine.deliver(smsId)
    await nextTurn()
    assert.equal(answers.length, 4)
    answers[0]?.()
    await nextTurn()
    assert.deepEqual([answers.length, new Set(engine.pushes.map(({ attempts }) => attempts))], [5, new Set([1])])
  })

  test('that are for later go to another session at once, or to the same after a while', async () => {
    const first = receiver('later', 'taken')
    await open(first).opened
    await submit()
    engine.deliver(1)
    await nextTurn()
    assert.deepEqual([idsOf(first), engine.clock.pending], [[1], 1])
    engine.clock.advance(1_000)
    await nextTurn()
    assert.deepEqual([idsOf(first), engine.clock.pending], [[1, 1], 0])

    await submit()
    const reluctant = receiver('later')
    engine = createMemoryEngine({ clock: engine.clock })
    account = engine.addAccount()
    await open(reluctant).opened
    await submit()
    engine.deliver(1)
    await nextTurn()
    const willing = receiver()
    await open(willing).opened
    await nextTurn()
    assert.deepEqual([idsOf(reluctant), idsOf(willing), engine.pushes[0]?.attempts], [[1], [1], 2])
  })

  test('that are refused end', async () => {
    const takes = receiver('refused')
    await open(takes).opened
    await submit()
    engine.deliver(1)
    await nextTurn()
    engine.clock.advance(3_600_000)
    await nextTurn()
    assert.deepEqual([idsOf(takes), engine.pushes[0]?.state], [[1], 'refused'])
  })

  test('of incoming messages go to the users of the channel that could take them lately', async () => {
    const takes = receiver()
    const colleague = engine.addUser(account.clientId)
    engine.addUser(account.clientId)
    const elsewhere = engine.addChannel(account.clientId, { number: '27820005678' })
    engine.addUser(account.clientId, { channelId: elsewhere.channelId })
    await open(takes).opened
    const principal = engine.principal(engine.addKey(colleague))
    await (await open(receiver(), { principal }).opened).close()
    const incoming: NetworkIncoming = {
      carrier: 'smsc',
      link: 'main',
      from: TO,
      to: '27820001234',
      text: 'Hello back',
      encoding: 'gsm',
      mayBeRepeated: false,
      receivedAt: new Date(engine.clock.now()),
    }
    await engine.service(Network).incoming(incoming)
    await nextTurn()
    const { from, to, text, encoding, receivedAt } = incoming
    assert.deepEqual(takes.got, [{ kind: 'incoming', pushId: 1, incomingId: 1, from, to, text, encoding, receivedAt }])
    assert.deepEqual(
      engine.pushes.map(({ userId, state }) => [userId, state]),
      [
        [account.userId, 'taken'],
        [colleague, 'waiting'],
      ],
    )
  })
})

describe('sessions', () => {
  test('are limited for each user and interface, until one is closed', async () => {
    const session = await open().opened
    await open().opened
    await assert.rejects(open().opened, { category: 'forbidden', code: 'too-many-sessions' })
    await open(undefined, { principal: engine.addAccount().principal }).opened
    await session.close()
    await session.close()
    await open().opened
    assert.equal(engine.sessions.length, 3)
    await assert.rejects(open().opened, { code: 'too-many-sessions' })
  })

  test('get nothing more once they are closed, and leave no timer', async () => {
    const takes = receiver('later')
    const session = await open(takes).opened
    await submit()
    engine.deliver(1)
    await nextTurn()
    await session.close()
    assert.equal(engine.clock.pending, 0)
    engine.clock.advance(10_000)
    await nextTurn()
    assert.deepEqual(idsOf(takes), [1])
  })

  const disablings: readonly [string, () => void][] = [
    ['the user', () => engine.setUserEnabled(account.userId, false)],
    ['the client', () => engine.setClientEnabled(account.clientId, false)],
    ['the key', () => engine.setKeyEnabled(account.apiKey, false)],
  ]
  for (const [what, disable] of disablings) {
    test(`are told once that ${what} is disabled`, async () => {
      const own = open()
      const other = open(undefined, { principal: engine.addAccount().principal })
      const closed = open()
      await Promise.all([own.opened, other.opened])
      await (await closed.opened).close()
      disable()
      disable()
      assert.deepEqual([own.revoked(), other.revoked(), closed.revoked()], [1, 0, 0])
    })
  }
})
