import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import {
  PRIORITIES,
  Submissions,
  type SubmitMessage,
  type SubmitRequest,
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
      acceptedAt: new Date(engine.clock.now()),
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
    engine.addChannel(account.clientId, { number: '27820005678' })
    const disabled = engine.addChannel(account.clientId, { sender: 'OLD', enabled: false })
    const foreign = engine.addChannel(engine.addClient(), { sender: 'THEIRS' })
    const used = await submit(
      ...['ACME', 'OLD', 'THEIRS', 'unknown', '+27820005678', undefined].map((from) => message({ from })),
    )
    const byDefault = account.channel.address
    assert.deepEqual(
      used.entries.map(({ from }) => from),
      ['ACME', byDefault, byDefault, byDefault, '27820005678', byDefault],
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
    ['a long context for receipts', request([message({ notifyFormat: { instance: 'a', context: 'x'.repeat(1001) } })])],
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
      details: { 'messages[1].text': 'Message is too long: at least 256 parts, at most 255 are allowed' },
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
