import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  Messages,
  Network,
  type NetworkIncoming,
  PRIORITIES,
  Reports,
  Segments,
  Sessions,
  type SubmitSegment,
  Subscriptions,
} from '@heliograph/contracts'
import { type Account, createMemoryEngine, type MemoryEngine } from '../src/memory/memory-engine.ts'
import { TO } from './fixtures/submit-requests.ts'

let engine: MemoryEngine
let account: Account

beforeEach(() => {
  engine = createMemoryEngine()
  account = engine.addAccount({ channel: { number: '27820001234' }, credit: '0.20', price: '0.05' })
})

const segment = (part: number, over: Partial<SubmitSegment> = {}): SubmitSegment => ({
  origin: 'smpp',
  priority: PRIORITIES.NORMAL,
  to: TO,
  reference: 7,
  total: 3,
  part,
  text: String(part).repeat(153),
  encoding: 'gsm',
  userDataHeader: `00030703${String(part).padStart(2, '0')}`,
  flash: false,
  ...over,
})
const add = async (part: number, over: Partial<SubmitSegment> = {}, by = account.principal) =>
  (await engine.service(Segments).add(by, segment(part, over))).smsId

describe('segments of clients', () => {
  test('have an id each and are joined, in any order, under that of the first', async () => {
    const ids = [await add(2), await add(3)]
    assert.deepEqual([engine.messages.length, engine.segments.length], [0, 2])
    ids.push(await add(1))
    assert.deepEqual(ids, [1, 2, 3])
    const [joined] = engine.messages
    assert.deepEqual(
      [joined?.smsId, joined?.text, joined?.parts, joined?.userDataHeader, engine.messages.length],
      [1, '1'.repeat(153) + '2'.repeat(153) + '3'.repeat(153), 3, null, 1],
    )
    assert.equal(engine.credit(account.clientId), '0.050000')
    for (const smsId of ids) {
      const {
        records: [record],
      } = await engine.service(Reports).find(account.principal, { smsId, limit: 1 })
      assert.equal(record?.smsId, 1)
    }
  })

  test('are told apart by user, recipient, reference and total', async () => {
    await add(1)
    await add(2, { to: '27821234568' })
    await add(2, { reference: 8 })
    await add(2, { total: 4 })
    await add(2, {}, engine.addAccount().principal)
    assert.deepEqual([engine.messages.length, engine.segments.length], [0, 5])
  })

  test('that come twice have an id each and are one part, with a receipt for both', async () => {
    const push = { on: 'every', context: 'x' } as const
    const ids = [await add(1, { total: 2, push }), await add(1, { total: 2, push }), await add(2, { total: 2 })]
    assert.deepEqual(ids, [1, 2, 3])
    assert.equal(engine.messages.length, 1)
    assert.deepEqual([engine.message(2).smsId, engine.message(1).parts], [1, 2])
    assert.deepEqual(
      engine.message(1).pushWishes.map(({ smsId }) => smsId),
      [1, 2],
    )
    assert.equal(engine.credit(account.clientId), '0.100000')
  })

  test('that contradict each other belong to different messages', async () => {
    await add(1, { total: 2 })
    await add(1, { total: 2, text: 'other ' })
    await add(2, { total: 2, text: 'first' })
    await add(2, { total: 2, text: 'second' })
    assert.deepEqual(
      engine.messages.map(({ smsId, text }) => [smsId, text]),
      [
        [1, `${'1'.repeat(153)}first`],
        [2, 'other second'],
      ],
    )
  })

  test('of octets do not wait for each other', async () => {
    assert.equal(await add(1, { encoding: 'binary', text: '00FF' }), 1)
    const [message] = engine.messages
    assert.deepEqual([message?.text, message?.encoding, message?.userDataHeader], ['00FF', 'binary', '0003070301'])
  })

  test('go out as they came when some are missing after 60 s', async () => {
    await add(1)
    engine.clock.advance(59_999)
    await add(3)
    assert.equal(engine.messages.length, 0)
    engine.clock.advance(1)
    assert.deepEqual(
      engine.messages.map(({ smsId, parts, text, userDataHeader }) => [smsId, parts, text[0], userDataHeader]),
      [
        [1, 1, '1', '0003070301'],
        [2, 1, '3', '0003070303'],
      ],
    )
    assert.equal(engine.credit(account.clientId), '0.100000')
  })

  test('get a receipt each, where it was asked for', async () => {
    const got: unknown[] = []
    await engine.service(Sessions).open({
      principal: account.principal,
      origin: 'smpp',
      limit: 1,
      remote: '192.0.2.1',
      receiver: {
        window: 10,
        async receive(push) {
          got.push(push.kind === 'receipt' && [push.smsId, push.context])
          return 'taken'
        },
      },
      onRevoked: () => {},
    })
    await add(1, { push: { on: 'every', context: 'one' } })
    await add(2)
    await add(3, { push: { on: 'every', context: 'three' } })
    engine.deliver(1)
    await nextTurn()
    assert.deepEqual(got, [
      [1, 'one'],
      [3, 'three'],
    ])
  })

  const refusals: readonly [string, () => unknown, Partial<SubmitSegment>, object][] = [
    ['no number', () => {}, { to: 'nobody' }, { category: 'invalid', code: 'bad-number' }],
    [
      'no channel',
      () => engine.setChannelEnabled(account.channel.channelId, false),
      {},
      { category: 'forbidden', code: 'no-channel' },
    ],
    [
      'a contact that opted out',
      () => engine.service(Subscriptions).set(account.clientId, TO, 'opted-out', { kind: 'web' }),
      {},
      { category: 'forbidden', code: 'opted-out' },
    ],
    ['a forced fault', () => engine.failNext('unavailable', 'segments'), {}, { category: 'unavailable' }],
  ]
  for (const [what, prepare, over, error] of refusals) {
    test(`are refused: ${what}`, async () => {
      await prepare()
      await assert.rejects(add(1, over), error)
    })
  }

  test('are refused without the credit for another part', async () => {
    const numbers = [1, 2, 3, 4]
    for (const reference of numbers) await add(1, { reference })
    await assert.rejects(add(1, { reference: 5 }), { category: 'forbidden', code: 'no-credit' })
  })

  test('that wait are cancelled with all that have come of their message', async () => {
    await add(1)
    await add(2)
    assert.equal(await engine.service(Messages).cancel(account.principal, { smsId: 2 }), 2)
    assert.deepEqual(
      engine.messages.map(({ state }) => state),
      ['cancelled', 'cancelled'],
    )
  })
})

describe('parts of incoming messages', () => {
  const part = (number: number, over: Partial<NetworkIncoming> = {}): NetworkIncoming => ({
    carrier: 'smsc',
    link: 'main',
    from: TO,
    to: '27820001234',
    text: `part ${number} `,
    encoding: 'gsm',
    segment: { reference: 9, total: 2, part: number },
    mayBeRepeated: false,
    receivedAt: new Date(engine.clock.now()),
    ...over,
  })
  const take = (message: NetworkIncoming) => engine.service(Network).incoming(message)

  test('are joined in any order and from any link', async () => {
    const { channelId } = account.channel
    assert.deepEqual(await take(part(2)), { incomingId: null, channelId })
    assert.deepEqual(await take(part(1, { link: 'other' })), { incomingId: 1, channelId })
    assert.deepEqual(
      engine.inbox.incoming.map(({ message }) => [message.text, message.segment]),
      [['part 1 part 2 ', undefined]],
    )
    assert.equal(engine.inbox.incomingParts.length, 2)
  })

  test('are told apart by numbers, reference and total', async () => {
    await take(part(1))
    await take(part(2, { from: '27821234568' }))
    await take(part(2, { segment: { reference: 8, total: 2, part: 2 } }))
    await take(part(2, { segment: { reference: 9, total: 3, part: 2 } }))
    assert.deepEqual(engine.inbox.incoming, [])
  })

  test('that may be repeated are answered as before for 60 s', async () => {
    await take(part(1))
    await take(part(2))
    assert.equal((await take(part(2, { mayBeRepeated: true }))).incomingId, 1)
    const whole = part(1, { segment: undefined })
    assert.equal((await take(whole)).incomingId, 2)
    assert.equal((await take({ ...whole, mayBeRepeated: true })).incomingId, 2)
    assert.equal((await take({ ...whole, mayBeRepeated: true, link: 'other' })).incomingId, 3)
    assert.equal((await take(whole)).incomingId, 4)
    engine.clock.advance(60_001)
    assert.equal((await take({ ...whole, mayBeRepeated: true })).incomingId, 5)
  })
})
