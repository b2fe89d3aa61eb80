import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { Messages, SmppLogins, Submissions, type SubmitMessage } from '@heliograph/contracts'
import { type Account, createMemoryEngine, type MemoryEngine } from '../src/memory/memory-engine.ts'
import { message, request, TO } from './fixtures/submit-requests.ts'

let engine: MemoryEngine
let account: Account

beforeEach(() => {
  engine = createMemoryEngine()
  account = engine.addAccount({ credit: '0.20', price: '0.05', user: { email: 'Somebody.Else@Example.com' } })
})

const submit = (...messages: readonly SubmitMessage[]) =>
  engine.service(Submissions).submit(account.principal, request(messages))
const states = () => engine.messages.map(({ state }) => state)
const inMinutes = (minutes: number) => new Date(engine.clock.now() + minutes * 60_000)

describe('cancelling', () => {
  const cancel = (selection: object) => engine.service(Messages).cancel(account.principal, selection)

  test('ends what waits and gives the credit back', async () => {
    await submit(message(), message({ sendAt: inMinutes(5) }), message({ to: ['27821234568'] }))
    engine.move(1, 'submitting')
    assert.equal(await cancel({ to: `+${TO}` }), 1)
    assert.deepEqual(states(), ['submitting', 'cancelled', 'queued'])
    assert.equal(engine.credit(account.clientId), '0.100000')
    assert.equal(await cancel({ smsId: 3, to: '27821234568' }), 1)
  })

  test('names what is gone, foreign or never was', async () => {
    await submit(message())
    engine.deliver(1)
    await assert.rejects(cancel({ smsId: 1 }), { category: 'conflict', code: 'too-late' })
    const missing = { category: 'not-found', code: 'message-not-found' }
    await assert.rejects(cancel({ smsId: 2 }), missing)
    await assert.rejects(cancel({ smsId: 1, to: '27821234568' }), missing)
    const stranger = engine.addAccount().principal
    await assert.rejects(engine.service(Messages).cancel(stranger, { smsId: 1 }), missing)
    await assert.rejects(cancel({}), TypeError)
  })
})

describe('replacing', () => {
  const replace = (smsId: number, replacement: object) =>
    engine.service(Messages).replace(account.principal, smsId, replacement)

  test('changes text, price and times of what waits', async () => {
    await submit(message())
    await replace(1, { text: 'x'.repeat(161), sendAt: inMinutes(5), validitySeconds: 60 })
    const stored = engine.message(1)
    assert.deepEqual(
      [stored.parts, stored.price.amount, stored.state, stored.scheduledAt, stored.validitySeconds],
      [2, '0.100000', 'scheduled', inMinutes(5), 60],
    )
    assert.equal(engine.credit(account.clientId), '0.100000')
    await replace(1, { text: 'short' })
    assert.deepEqual([engine.message(1).scheduledAt, engine.credit(account.clientId)], [inMinutes(5), '0.150000'])
  })

  test('is refused for what is too long, too dear or too late', async () => {
    await submit(message())
    await assert.rejects(replace(1, { text: 'x'.repeat(50_000) }), { code: 'message-too-long' })
    await assert.rejects(replace(1, { text: 'x'.repeat(153 * 5) }), { code: 'no-credit' })
    assert.equal(engine.message(1).text, 'Hello')
    engine.deliver(1)
    await assert.rejects(replace(1, { text: 'new' }), { code: 'too-late' })
    await assert.rejects(replace(9, { text: 'new' }), { code: 'message-not-found' })
  })
})

describe('octets and headers', () => {
  const one = (over: Partial<SubmitMessage>) => submit(message(over))

  test('are kept as they are, in one part', async () => {
    await one({ text: '00ff', encoding: 'binary', userDataHeader: '0504158a0000' })
    const stored = engine.message(1)
    assert.deepEqual([stored.encoding, stored.parts, stored.userDataHeader], ['binary', 1, '0504158A0000'])
  })

  test('are refused when they do not fit one part', async () => {
    await one({ text: '00'.repeat(140), encoding: 'binary' })
    await one({ text: 'x'.repeat(153), userDataHeader: '0003070201' })
    await assert.rejects(one({ text: '00'.repeat(141), encoding: 'binary' }), { code: 'message-too-long' })
    await assert.rejects(one({ text: 'x'.repeat(154), userDataHeader: '0003070201' }), { code: 'message-too-long' })
    await assert.rejects(one({ text: '\u4f60'.repeat(68), userDataHeader: '0003070201' }), { code: 'message-too-long' })
  })

  test('hold adapters to the contract', async () => {
    await assert.rejects(one({ text: 'zz', encoding: 'binary' }), TypeError)
    await assert.rejects(one({ userDataHeader: '0' }), TypeError)
    await assert.rejects(one({ push: { on: 'every', context: 'x'.repeat(1_001) } }), TypeError)
  })
})

describe('log-ins by SMPP password', () => {
  const attempt = (account: string, password: string, address = '192.0.2.1') =>
    engine.service(SmppLogins).bySystemId({ origin: 'smpp', account, password, address })
  const kindOf = async (...given: Parameters<typeof attempt>) => (await attempt(...given)).kind
  const password = () => account.apiKey.slice(0, 8)

  test('take the e-mail in any case and the start of a key', async () => {
    const result = await attempt('SOMEBODY.else@example.com', password())
    assert.deepEqual(result, { kind: 'ok', principal: account.principal })
    assert.equal(await kindOf('somebody.else@example.com', account.apiKey), 'ok')
    assert.equal(await kindOf('somebody.else@example.com', password().slice(0, 7)), 'unknown')
    assert.equal(await kindOf('nobody@example.com', password()), 'unknown')
  })

  test('take the first 15 octets of an e-mail when they fit one enabled user with that key start', async () => {
    assert.equal(await kindOf('somebody.else@e', password()), 'ok')
    assert.equal(await kindOf('somebody.else@', password()), 'unknown')
    const twin = engine.addUser(account.clientId, { email: 'somebody.else@elsewhere.example' })
    engine.addKey(twin, `${password()}${'x'.repeat(32)}`)
    assert.equal(await kindOf('somebody.else@e', password()), 'unknown')
    engine.setUserEnabled(twin, false)
    assert.equal(await kindOf('somebody.else@e', password()), 'ok')
  })

  test('tell those with the right password that they are disabled, and nobody else', async () => {
    engine.setClientEnabled(account.clientId, false)
    assert.equal(await kindOf('somebody.else@example.com', password()), 'disabled')
    assert.equal(await kindOf('somebody.else@example.com', 'wrong123'), 'unknown')
  })

  test('are locked for a pair of account and address after failures, for a while', async () => {
    for (let count = 0; count < 5; count += 1)
      assert.equal(await kindOf('somebody.else@example.com', 'wrong123'), 'unknown')
    const locked = await attempt('somebody.else@example.com', password())
    assert.deepEqual(locked, { kind: 'locked', retryAfterMs: 60_000 })
    assert.equal(await kindOf('somebody.else@example.com', password(), '192.0.2.2'), 'ok')
    engine.clock.advance(60_000)
    assert.equal(await kindOf('somebody.else@example.com', password()), 'ok')
  })

  test('are locked for an address that tries many accounts', async () => {
    for (let count = 0; count < 50; count += 1) assert.equal(await kindOf(`guess${count}`, 'wrong123'), 'unknown')
    assert.equal(await kindOf('somebody.else@example.com', password()), 'locked')
  })
})
