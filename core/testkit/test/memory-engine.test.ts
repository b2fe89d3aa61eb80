import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import {
  Directory,
  Network,
  RateLimits,
  Reports,
  Schedules,
  Submissions,
  type SubmitMessage,
  type SubscriptionStatus,
  Subscriptions,
} from '@heliograph/contracts'
import { type Account, createMemoryEngine, type MemoryEngine } from '../src/memory/memory-engine.ts'
import { message, request, TO } from './fixtures/submit-requests.ts'

let engine: MemoryEngine
let account: Account

beforeEach(() => {
  engine = createMemoryEngine()
  account = engine.addAccount({ channel: { number: '27820001234' } })
})

const submit = (...messages: readonly SubmitMessage[]) =>
  engine.service(Submissions).submit(account.principal, request(messages))
const page = (filter = {}) => engine.service(Reports).find(account.principal, { limit: 50, ...filter })
const find = async (filter = {}) => (await page(filter)).records
const optOut = (mobile: string, status: SubscriptionStatus = 'opted-out') =>
  engine.service(Subscriptions).set(account.clientId, mobile, status, { kind: 'web' })
const inMinutes = (minutes: number) => new Date(engine.clock.now() + minutes * 60_000)

describe('reports', () => {
  test('are newest first, of the own client, and hold all conditions', async () => {
    const started = inMinutes(0)
    await submit(message({ messageId: 'one' }))
    engine.clock.advance(60_000)
    await submit(message({ messageId: 'two', to: ['27821234568'] }), message({ messageId: 'three' }))
    const other = engine.addAccount()
    await engine.service(Submissions).submit(other.principal, request([message({ messageId: 'four' })]))
    engine.deliver(1)

    const ids = async (filter: object) => (await find(filter)).map(({ messageId }) => messageId)
    assert.deepEqual(await ids({}), ['three', 'two', 'one'])
    assert.deepEqual(await ids({ limit: 1 }), ['three'])
    assert.deepEqual(await ids({ to: TO }), ['three', 'one'])
    assert.deepEqual(await ids({ to: TO, states: ['delivered'] }), ['one'])
    assert.deepEqual(await ids({ smsId: 2 }), ['two'])
    assert.deepEqual(await ids({ messageId: 'four' }), [])
    assert.deepEqual(await ids({ bulkId: engine.message(2).bulkId }), ['three', 'two'])
    assert.deepEqual(await ids({ since: inMinutes(0) }), ['three', 'two'])
    assert.deepEqual(await ids({ since: started, until: inMinutes(0) }), ['one'])
    assert.deepEqual(await ids({ from: 'nobody' }), [])
  })

  test('are read page by page', async () => {
    for (const messageId of ['one', 'two', 'three']) await submit(message({ messageId }))
    const first = await page({ limit: 2 })
    assert.deepEqual([first.records.map(({ messageId }) => messageId), first.next], [['three', 'two'], 2])
    const last = await page({ limit: 2, before: first.next })
    assert.deepEqual([last.records.map(({ messageId }) => messageId), last.next], [['one'], undefined])
    assert.equal((await page({ limit: 3 })).next, undefined)
  })

  test('show what the contract has and nothing else', async () => {
    await submit(message())
    engine.clock.advance(1_000)
    engine.deliver(1)
    const [record] = await find()
    assert.deepEqual(
      [record?.state, record?.networkStatus, record?.submittedAt, record?.doneAt, record?.errorId],
      ['delivered', 'DELIVRD', inMinutes(0), inMinutes(0), null],
    )
    assert.ok(record && !('userId' in record))
  })

  test('only possible changes of state are made', async () => {
    await submit(message())
    engine.deliver(1)
    assert.throws(() => engine.move(1, 'undeliverable'), /delivered, which undeliverable cannot follow/)
    await submit(message())
    assert.deepEqual([engine.move(2, 'undeliverable').errorId, engine.message(2).networkStatus], [1, 'UNDELIV'])
  })
})

describe('schedules', () => {
  const list = (bulkId?: string) => engine.service(Schedules).list(account.principal, bulkId)

  beforeEach(async () => {
    const send = (bulkId: string, ...minutes: readonly number[]) =>
      engine.service(Submissions).submit(
        account.principal,
        request(
          minutes.map((each) => message({ sendAt: inMinutes(each) })),
          { bulkId },
        ),
      )
    await send('late', 30, 20)
    await send('soon', 10)
  })

  test('are listed soonest first, each with its earliest time', async () => {
    assert.deepEqual(await list(), [
      { bulkId: 'soon', sendAt: inMinutes(10), messages: 1, isPaused: false },
      { bulkId: 'late', sendAt: inMinutes(20), messages: 2, isPaused: false },
    ])
    assert.deepEqual(await list('late'), [{ bulkId: 'late', sendAt: inMinutes(20), messages: 2, isPaused: false }])
    assert.deepEqual(await list('none'), [])
    assert.deepEqual(await engine.service(Schedules).list(engine.addAccount().principal), [])
  })

  test('move and are cancelled as far as they have not begun to go out', async () => {
    engine.clock.advance(25 * 60_000)
    const sendAt = inMinutes(60)
    assert.deepEqual(await engine.service(Schedules).reschedule(account.principal, 'late', sendAt), {
      bulkId: 'late',
      sendAt,
      messages: 1,
      isPaused: false,
    })
    assert.deepEqual([engine.message(1).scheduledAt, engine.message(2).state], [sendAt, 'queued'])
    await engine.service(Schedules).cancel(account.principal, 'late')
    assert.deepEqual([engine.message(1).state, engine.message(2).state], ['cancelled', 'queued'])
    assert.deepEqual(
      engine.events.map(({ kind }) => kind),
      ['bulk-rescheduled', 'bulk-cancelled'],
    )
  })

  test('that are gone, foreign or never were are not found', async () => {
    const gone = { category: 'not-found', code: 'bulk-not-found' }
    engine.clock.advance(15 * 60_000)
    const schedules = engine.service(Schedules)
    await assert.rejects(schedules.cancel(account.principal, 'soon'), gone)
    await assert.rejects(schedules.cancel(engine.addAccount().principal, 'late'), gone)
    await assert.rejects(schedules.reschedule(account.principal, 'none', inMinutes(1)), gone)
    assert.deepEqual(engine.events, [])
  })
})

describe('directory and rate limits', () => {
  test('knows keys of enabled users of enabled clients', async () => {
    const directory = engine.service(Directory)
    const known = async () => (await directory.byApiKey(account.apiKey)) !== undefined
    assert.equal(await directory.byApiKey('wrong'), undefined)
    assert.equal(await known(), true)
    engine.setUserEnabled(account.userId, false)
    assert.equal(await known(), false)
    engine.setUserEnabled(account.userId, true)
    engine.setClientEnabled(account.clientId, false)
    assert.equal(await known(), false)
  })

  test('admits so many requests in any minute, not counting the refused', () => {
    const { principal } = engine.addAccount({ rateLimit: 2 })
    const admit = () => engine.service(RateLimits).admit(principal)
    assert.deepEqual(admit(), { admitted: true })
    engine.clock.advance(20_500)
    assert.deepEqual(admit(), { admitted: true })
    assert.deepEqual(admit(), { admitted: false, retryAfterSeconds: 40 })
    engine.clock.advance(39_500)
    assert.deepEqual(admit(), { admitted: true })
    assert.deepEqual(admit(), { admitted: false, retryAfterSeconds: 21 })
    assert.deepEqual(engine.service(RateLimits).admit(account.principal), { admitted: true })
  })
})

describe('subscriptions', () => {
  test('keep the first record of a status and audit every call', async () => {
    const first = await optOut(TO)
    engine.clock.advance(60_000)
    const again = await optOut(TO)
    assert.deepEqual([first.changed, again.changed], [true, false])
    assert.deepEqual(again.subscription, first.subscription)
    assert.equal(first.subscription.description, 'OPTED OUT - 2026-01-05 08:00:00 UTC - Web request')
    assert.equal(engine.contacts.audit.length, 2)
    const back = await engine
      .service(Subscriptions)
      .set(account.clientId, TO, 'opted-in', { kind: 'sms', incomingSmsId: 9 })
    assert.equal(back.subscription.description, 'OPTED IN - 2026-01-05 08:01:00 UTC - SMS ID: 9')
    assert.equal((await engine.service(Subscriptions).find(account.clientId, TO))?.status, 'opted-in')
    assert.equal(await engine.service(Subscriptions).find(account.clientId, '27820000000'), undefined)
  })

  test('are for clients there are', async () => {
    const set = engine.service(Subscriptions).set(7, TO, 'opted-out', { kind: 'web' })
    await assert.rejects(set, { category: 'not-found', code: 'client-not-found' })
  })
})

describe('network', () => {
  const receipt = (networkId: string, over = {}) =>
    engine.service(Network).receipt({
      carrier: 'smsc',
      networkId,
      status: 'delivered',
      networkStatus: 'DELIVRD',
      errorId: null,
      doneAt: inMinutes(1),
      ...over,
    })

  test('matches receipts by carrier and id in any spelling', async () => {
    await submit(message())
    engine.move(1, 'submitted', { carrier: 'smsc', networkId: '255' })
    await receipt('FF', { carrier: 'other' })
    assert.equal(engine.message(1).state, 'submitted')
    await receipt('00ff')
    assert.deepEqual([engine.message(1).state, engine.message(1).doneAt], ['delivered', inMinutes(1)])
    assert.deepEqual(
      engine.inbox.receipts.map(({ smsId }) => smsId),
      [null, 1],
    )
  })

  test('a final state stays', async () => {
    await submit(message())
    engine.move(1, 'submitted', { carrier: 'smsc', networkId: '7' })
    await receipt('7')
    await receipt('7', { status: 'undeliverable', networkStatus: 'UNDELIV' })
    assert.equal(engine.message(1).state, 'delivered')
  })

  test('names the parts that wait for their report', async () => {
    await submit(message({ to: [TO, '27821234568', '27821234569'] }))
    for (const smsId of [1, 2, 3]) engine.move(smsId, 'submitted', { carrier: 'smsc', networkId: `id${smsId}` })
    engine.deliver(2)
    const ask = (over = {}) =>
      engine
        .service(Network)
        .unreported({ carrier: 'smsc', submittedBefore: inMinutes(1), afterSmsId: 0, limit: 10, ...over })
        .then((parts) => parts.map(({ networkId }) => networkId))
    assert.deepEqual(await ask(), ['id1', 'id3'])
    assert.deepEqual(await ask({ afterSmsId: 1 }), ['id3'])
    assert.deepEqual(await ask({ limit: 1 }), ['id1'])
    assert.deepEqual(await ask({ carrier: 'other' }), [])
    assert.deepEqual(await ask({ submittedBefore: inMinutes(0) }), [])
  })

  test('takes incoming messages and finds their channel', async () => {
    const network = engine.service(Network)
    const incoming = {
      carrier: 'smsc',
      link: 'main',
      from: TO,
      to: '27820001234',
      text: 'STOP',
      encoding: 'gsm',
      mayBeRepeated: false,
      receivedAt: inMinutes(0),
    } as const
    assert.deepEqual(await network.incoming(incoming), { incomingId: 1, channelId: account.channel.channelId })
    assert.deepEqual(await network.incoming({ ...incoming, to: '1' }), { incomingId: 2, channelId: null })
    engine.setChannelEnabled(account.channel.channelId, false)
    assert.deepEqual(await network.incoming(incoming), { incomingId: 3, channelId: null })
  })
})

describe('forced faults', () => {
  test('hit the next working service once, and gatekeepers only by name', async () => {
    engine.failNext('unavailable')
    assert.ok(await engine.service(Directory).byApiKey(account.apiKey))
    await assert.rejects(submit(message()), { category: 'unavailable' })
    assert.equal((await submit(message())).entries.length, 1)
    engine.failNext(new Error('boom'), 'directory')
    await submit(message())
    assert.equal(engine.waitingFaults, 1)
    await assert.rejects(engine.service(Directory).byApiKey(account.apiKey), /boom/)
    assert.equal(engine.waitingFaults, 0)
  })
})

test('resolve hands out services by the names a module gave them', () => {
  const { send, who } = engine.resolve({ send: Submissions, who: Directory })
  assert.equal(send, engine.service(Submissions))
  assert.equal(who, engine.service(Directory))
  assert.throws(() => engine.resolve({ other: { id: 'acme.unknown' } }), /no .*/)
})
