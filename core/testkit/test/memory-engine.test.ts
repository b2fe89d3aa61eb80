import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import {
  Directory,
  Network,
  PRIORITIES,
  RateLimits,
  Reports,
  Schedules,
  Submissions,
  type SubmitMessage,
  type SubmitRequest,
  type SubscriptionStatus,
  Subscriptions,
} from '@heliograph/contracts'
import { type Account, createMemoryEngine, type MemoryEngine } from '../src/index.ts'

const TO = '27821234567'

let engine: MemoryEngine
let account: Account

beforeEach(() => {
  engine = createMemoryEngine()
  account = engine.addAccount({ channel: { number: '27820001234' } })
})

function message(over: Partial<SubmitMessage> & { to?: readonly string[]; messageId?: string } = {}): SubmitMessage {
  const { to = [TO], messageId, ...rest } = over
  return { text: 'Hello', destinations: to.map((each) => ({ to: each, messageId })), ...rest }
}

function request(messages: readonly SubmitMessage[], over: Partial<SubmitRequest> = {}): SubmitRequest {
  return { origin: 'test', priority: PRIORITIES.HIGH, numbers: 'international', atomic: true, messages, ...over }
}

const submit = (...messages: readonly SubmitMessage[]) =>
  engine.service(Submissions).submit(account.principal, request(messages))
const find = (filter = {}) => engine.service(Reports).find(account.principal, { limit: 50, ...filter })
const optOut = (mobile: string, status: SubscriptionStatus = 'opted-out') =>
  engine.service(Subscriptions).set(account.clientId, mobile, status, { kind: 'web' })
const inMinutes = (minutes: number) => new Date(engine.clock.now() + minutes * 60_000)

describe('submitting', () => {
  test('accepts, stores and answers', async () => {
    const result = await submit(
      message({ reference: 'r', notifyUrl: 'https://client.example/dlr', notifyFormat: 'form' }),
    )
    assert.equal(result.bulkId, undefined)
    const [entry] = result.entries
    assert.deepEqual(entry, {
      to: TO,
      from: '27820001234',
      messageId: entry?.messageId,
      smsId: 1,
      parts: 1,
      state: 'queued',
    })
    assert.match(entry?.messageId ?? '', /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/)
    const stored = engine.message(1)
    assert.deepEqual(
      [stored.reference, stored.notifyUrl, stored.notifyFormat, stored.priority, stored.origin, stored.receiptWebhook],
      ['r', 'https://client.example/dlr', 'form', 'HIGH', 'test', true],
    )
    assert.equal(engine.submissions.length, 1)
  })

  test('is the same in every world', async () => {
    const first = await submit(message(), message({ to: ['27821234568'] }))
    const other = createMemoryEngine()
    const twin = other.addAccount({ channel: { number: '27820001234' } })
    const second = await other
      .service(Submissions)
      .submit(twin.principal, request([message(), message({ to: ['27821234568'] })]))
    assert.deepEqual(second, first)
    assert.equal(twin.apiKey, account.apiKey)
    assert.match(twin.apiKey, /^[A-Za-z0-9]{40}$/)
  })

  test('normalises numbers by the form of the interface and the country of the client', async () => {
    const result = await engine
      .service(Submissions)
      .submit(
        account.principal,
        request([message({ to: ['082 123 4567', '+27 (82) 123-4567', 'nobody'] })], { numbers: 'local' }),
      )
    assert.deepEqual(
      result.entries.map(({ to, state, smsId }) => [to, state, smsId]),
      [
        [TO, 'queued', 1],
        [TO, 'queued', 2],
        ['nobody', 'bad-number', 0],
      ],
    )
  })

  test('answers a resend with the first result and its present state', async () => {
    const first = await submit(message({ messageId: 'mine' }))
    engine.deliver(1)
    const second = await submit(message({ messageId: 'mine' }))
    assert.deepEqual(second.entries, [{ ...first.entries[0], state: 'delivered' }])
    assert.equal(engine.messages.length, 1)
  })

  test('answers a resend within one request the same way', async () => {
    const result = await submit(message({ messageId: 'mine' }), message({ messageId: 'mine' }))
    assert.deepEqual(result.entries[0], result.entries[1])
    assert.equal(engine.messages.length, 1)
  })

  test('refuses a message id that stands for another text or recipient', async () => {
    await submit(message({ messageId: 'mine' }))
    const result = await submit(
      message({ messageId: 'mine', text: 'Other' }),
      message({ messageId: 'mine', to: ['27821234568'] }),
    )
    assert.deepEqual(
      result.entries.map(({ state, smsId }) => [state, smsId]),
      [
        ['duplicate', 0],
        ['duplicate', 0],
      ],
    )
  })

  test('keeps message ids of clients apart', async () => {
    await submit(message({ messageId: 'mine' }))
    const other = engine.addAccount()
    const result = await engine
      .service(Submissions)
      .submit(other.principal, request([message({ messageId: 'mine', text: 'Other' })]))
    assert.equal(result.entries[0]?.state, 'queued')
  })

  test('refuses contacts that opted out, until they opt in', async () => {
    await optOut(TO)
    const refused = await submit(message({ to: [TO, '27821234568'] }))
    assert.deepEqual(
      refused.entries.map(({ state }) => state),
      ['opted-out', 'queued'],
    )
    await optOut(TO, 'opted-in')
    assert.equal((await submit(message())).entries[0]?.state, 'queued')
  })

  test('takes the channel named, the own of the user, the default of the client', async () => {
    const sender = engine.addChannel(account.clientId, { sender: 'ACME' })
    const disabled = engine.addChannel(account.clientId, { sender: 'OLD', enabled: false })
    const foreign = engine.addChannel(engine.addClient(), { sender: 'THEIRS' })
    const used = await submit(...['ACME', 'OLD', 'THEIRS', 'unknown', undefined].map((from) => message({ from })))
    const byDefault = account.channel.address
    assert.deepEqual(
      used.entries.map(({ from }) => from),
      ['ACME', byDefault, byDefault, byDefault, byDefault],
    )
    const user = engine.addUser(account.clientId, { channelId: sender.channelId })
    const principal = engine.principal(engine.addKey(user))
    const own = await engine.service(Submissions).submit(principal, request([message()]))
    assert.equal(own.entries[0]?.from, 'ACME')
    assert.deepEqual([disabled.enabled, foreign.clientId !== account.clientId], [false, true])
  })

  test('throws without an enabled channel', async () => {
    engine.setChannelEnabled(account.channel.channelId, false)
    await assert.rejects(submit(message()), { category: 'forbidden', code: 'no-channel' })
  })

  test('the own priority of a user beats that of the interface', async () => {
    const user = engine.addUser(account.clientId, { priority: PRIORITIES.CRITICAL })
    await engine.service(Submissions).submit(engine.principal(engine.addKey(user)), request([message()]))
    assert.equal(engine.message(1).priority, 'CRITICAL')
  })

  test('gives a bulk id to what is scheduled or has several destinations', async () => {
    assert.equal((await submit(message())).bulkId, undefined)
    assert.match((await submit(message({ to: [TO, '27821234568'] }))).bulkId ?? '', /^[0-9a-f-]{36}$/)
    assert.match((await submit(message({ sendAt: inMinutes(1) }))).bulkId ?? '', /^[0-9a-f-]{36}$/)
    const named = await engine.service(Submissions).submit(account.principal, request([message()], { bulkId: 'b' }))
    assert.equal(named.bulkId, 'b')
  })

  test('schedules what lies ahead and queues it when its time has come', async () => {
    const result = await submit(message({ sendAt: inMinutes(5) }), message({ sendAt: inMinutes(-5) }))
    assert.deepEqual(
      result.entries.map(({ state }) => state),
      ['scheduled', 'queued'],
    )
    assert.equal(engine.message(2).scheduledAt, null)
    engine.clock.advance(5 * 60_000)
    assert.equal(engine.message(1).state, 'queued')
    assert.deepEqual(engine.message(1).scheduledAt, inMinutes(0))
  })

  const broken: readonly [string, SubmitRequest][] = [
    ['no messages', request([])],
    ['an empty text', request([message({ text: '' })])],
    ['no destinations', request([message({ to: [] })])],
    ['an invalid date', request([message({ sendAt: new Date('never') })])],
    ['a message id of no length', request([message({ messageId: '' })])],
    ['an unknown priority', request([message()], { priority: 5 as never })],
  ]
  for (const [what, bad] of broken) {
    test(`holds adapters to the contract: ${what}`, async () => {
      await assert.rejects(engine.service(Submissions).submit(account.principal, bad), TypeError)
    })
  }
})

describe('credit and length', () => {
  const long = 'x'.repeat(160 * 300)

  beforeEach(() => {
    engine = createMemoryEngine()
    account = engine.addAccount({ credit: '0.10', price: '0.05' })
  })

  test('debits parts times price', async () => {
    await submit(message({ text: 'x'.repeat(161) }))
    assert.equal(engine.credit(account.clientId), '0.000000')
    assert.deepEqual(engine.message(1).price, { amount: '0.100000', currency: 'ZAR' })
  })

  test('an atomic request that is not wholly paid for changes nothing', async () => {
    await assert.rejects(submit(message({ to: [TO, '27821234568', '27821234569'] })), {
      category: 'forbidden',
      code: 'no-credit',
    })
    assert.deepEqual([engine.credit(account.clientId), engine.messages.length], ['0.100000', 0])
    assert.equal(engine.submissions[0]?.result, undefined)
    assert.equal((await submit(message())).entries[0]?.smsId, 1)
  })

  test('an atomic request with a text of too many parts names it', async () => {
    await assert.rejects(submit(message(), message({ text: long })), {
      category: 'invalid',
      code: 'message-too-long',
      details: { 'messages[1].text': 'must not need more than 255 SMS parts' },
    })
    assert.equal(engine.messages.length, 0)
  })

  test('other requests answer each destination by itself', async () => {
    const messages = [message({ to: [TO, '27821234568', '27821234569'] }), message({ text: long })]
    const result = await engine.service(Submissions).submit(account.principal, request(messages, { atomic: false }))
    assert.deepEqual(
      result.entries.map(({ state }) => state),
      ['queued', 'queued', 'no-credit', 'too-long'],
    )
    assert.equal(engine.credit(account.clientId), '0.000000')
  })

  test('credits back what never reached a network', async () => {
    await submit(message({ sendAt: inMinutes(5) }), message())
    engine.move(1, 'cancelled')
    assert.equal(engine.credit(account.clientId), '0.050000')
    engine.deliver(2)
    assert.equal(engine.credit(account.clientId), '0.050000')
  })
})

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

  test('show what the contract has and nothing else', async () => {
    await submit(message())
    engine.clock.advance(1_000)
    engine.deliver(1)
    const [record] = await find()
    assert.deepEqual(
      [record?.state, record?.networkStatus, record?.submittedAt, record?.doneAt, record?.errorId],
      ['delivered', 'DELIVRD', inMinutes(0), inMinutes(0), null],
    )
    assert.ok(record && !('clientId' in record) && !('origin' in record))
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
      { bulkId: 'soon', sendAt: inMinutes(10) },
      { bulkId: 'late', sendAt: inMinutes(20) },
    ])
    assert.deepEqual(await list('late'), [{ bulkId: 'late', sendAt: inMinutes(20) }])
    assert.deepEqual(await list('none'), [])
    assert.deepEqual(await engine.service(Schedules).list(engine.addAccount().principal), [])
  })

  test('move and are cancelled as far as they have not begun to go out', async () => {
    engine.clock.advance(25 * 60_000)
    const sendAt = inMinutes(60)
    assert.deepEqual(await engine.service(Schedules).reschedule(account.principal, 'late', sendAt), {
      bulkId: 'late',
      sendAt,
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

  test('takes incoming messages and finds their channel', async () => {
    const network = engine.service(Network)
    const incoming = { carrier: 'smsc', from: TO, to: '27820001234', text: 'STOP', receivedAt: inMinutes(0) }
    assert.deepEqual(await network.incoming(incoming), { incomingId: 1, channelId: account.channel.channelId })
    assert.deepEqual(await network.incoming({ ...incoming, to: '1' }), { incomingId: 2, channelId: null })
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
    assert.throws(() => engine.service(Directory).byApiKey(account.apiKey), /boom/)
    assert.equal(engine.waitingFaults, 0)
  })
})

test('resolve hands out services by the names a module gave them', () => {
  const { send, who } = engine.resolve({ send: Submissions, who: Directory })
  assert.equal(send, engine.service(Submissions))
  assert.equal(who, engine.service(Directory))
  assert.throws(() => engine.resolve({ other: { id: 'acme.unknown' } }), /no .*/)
})
