import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Accounts, Network, type NetworkIncoming } from '@heliograph/contracts'
import { type PluginKit, withPluginKit } from '@heliograph/testkit'
import mailForward from '../src/index.ts'
import { type Sink, startSink, until } from './sink.ts'

interface World {
  readonly kit: PluginKit
  readonly sink: Sink
  receive(sms?: Partial<NetworkIncoming>): Promise<void>
}

async function withForwarding(
  work: (world: World) => Promise<void>,
  { to = 'desk@acme.example' as string | null, config = {} } = {},
): Promise<void> {
  const sink = await startSink()
  try {
    const all = { host: '127.0.0.1', port: sink.port, startTls: 'never', from: 'sms@example.com', ...config }
    const account = { channel: { number: '27820001234' } }
    await withPluginKit(mailForward, { config: all, account }, async (kit) => {
      await setForwardEmail(kit, to)
      const receive: World['receive'] = async (sms = {}) => {
        const common = { carrier: 'net', link: 'main', from: '27831234567', to: '27820001234' } as const
        const receivedAt = new Date(kit.clock.now())
        const rest = { text: 'Where are you?', encoding: 'gsm', mayBeRepeated: false, receivedAt } as const
        await kit.engine.service(Network).incoming({ ...common, ...rest, ...sms })
      }
      await work({ kit, sink, receive })
    })
  } finally {
    await sink.close()
  }
}

async function setForwardEmail({ account, engine }: PluginKit, forwardEmail: string | null): Promise<void> {
  const { channelId, clientId } = account.channel
  const admin = engine.principal(engine.addKey(engine.addUser(clientId, { role: 'admin' }), undefined, 'portal'))
  await engine.service(Accounts).setChannel(admin, { channelId, forwardEmail })
}

/** Waits for everything under way, so that all mails due by then are sent. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) await nextTurn()
}

function messageIdOf(raw: string): string {
  return /^Message-ID: (.*)\r$/m.exec(raw)?.[1] ?? ''
}

function subjectOf(raw: string): string | undefined {
  return /^Subject: (.*)\r$/m.exec(raw)?.[1]
}

// spec: What the service does | rule | incoming SMS are forwarded by e-mail
// spec: Channel settings (portal) | rule | forward to e-mail: incoming SMS are sent to the address
test('an SMS to a channel with a forward address comes there', () =>
  withForwarding(async ({ sink, receive }) => {
    await receive()
    await until(() => sink.mails.length > 0, 'the mail comes')
    const [{ from, to, raw } = assert.fail()] = sink.mails
    assert.deepEqual([from, to], ['sms@example.com', ['desk@acme.example']])
    assert.equal(subjectOf(raw), 'SMS from 27831234567 to 27820001234')
    assert.match(raw, /^Auto-Submitted: auto-generated\r$/m)
    assert.match(raw, /\r\n\r\nWhere are you\?\r\n/)
  }))

test('nothing is sent for a channel without a forward address, or for a number of no channel', () =>
  withForwarding(
    async ({ sink, receive }) => {
      await receive()
      await receive({ to: '27899999999' })
      await settle()
      assert.equal(sink.connections, 0)
    },
    { to: null },
  ))

test('nothing is forwarded that came before its channel was disabled and is told after', () =>
  withForwarding(async ({ kit, sink, receive }) => {
    kit.engine.failNext('unavailable', 'channels')
    await receive()
    await until(() => kit.log.at('warn').length === 1, 'it is put off')
    kit.engine.setChannelEnabled(kit.account.channel.channelId, false)
    kit.clock.advance(1_000)
    await settle()
    assert.equal(sink.connections, 0)
  }))

test('with forward: false nothing is forwarded', () =>
  withForwarding(
    async ({ sink, receive }) => {
      await receive()
      await settle()
      assert.equal(sink.connections, 0)
    },
    { config: { forward: false } },
  ))

test('octets are forwarded in hexadecimal, with a word', () =>
  withForwarding(async ({ sink, receive }) => {
    await receive({ encoding: 'binary', text: '0A0BFF' })
    await until(() => sink.mails.length > 0, 'the mail comes')
    assert.match(sink.mails[0]?.raw ?? '', /\r\n\r\nA binary SMS, in hexadecimal:\r\n\r\n0A0BFF\r\n/)
  }))

test('a sender that brings a line break adds no header', () =>
  withForwarding(async ({ sink, receive }) => {
    await receive({ from: 'SHOP\r\nBcc: all@example.com' })
    await until(() => sink.mails.length > 0, 'the mail comes')
    const [{ raw, to } = assert.fail()] = sink.mails
    assert.deepEqual(to, ['desk@acme.example'])
    assert.equal(subjectOf(raw), 'SMS from SHOP Bcc: all@example.com to 27820001234')
    assert.doesNotMatch(raw, /^Bcc/m)
  }))

test('what the relay puts off comes again, under the same Message-ID; the others of its batch do not', () =>
  withForwarding(async ({ kit, sink, receive }) => {
    const refused: string[] = []
    let isOff = true
    sink.answer = (place, _to, raw) => {
      if (place !== 'DATA' || !isOff || refused.length > 0) return undefined
      refused.push(messageIdOf(raw))
      return { code: 451, text: 'later' }
    }
    await receive({ text: 'first' })
    await receive({ text: 'second' })
    await until(() => sink.mails.length === 1 && refused.length === 1, 'one is taken, one put off')
    await until(() => kit.log.at('warn').length === 1, 'that is told')
    isOff = false
    kit.clock.advance(1_000)
    await until(() => sink.mails.length === 2, 'it is sent again')
    kit.clock.advance(600_000)
    await settle()
    const [taken, again, ...more] = sink.mails.map(({ raw }) => messageIdOf(raw))
    assert.deepEqual([again, more], [refused[0], []])
    assert.notEqual(taken, again)
  }))

test('a relay that takes nothing is tried for a day, then the mail is given up with a line in the log', () =>
  withForwarding(async ({ kit, sink, receive }) => {
    let asked = 0
    sink.answer = () => {
      asked += 1
      return { code: 451, text: 'later' }
    }
    await receive()
    await until(() => kit.log.at('warn').length === 1, 'it is put off')
    for (let tried = 1; kit.log.at('error').length === 0; tried += 1) {
      assert.ok(tried < 400, 'it is never given up')
      kit.clock.advance(300_000)
      await until(() => asked > tried && kit.log.at('warn', 'error').length > tried, 'it is tried again')
    }
    assert.ok(asked > 280 && asked < 300, `${asked} attempts`)
    assert.deepEqual(sink.mails, [])
  }))

test('what the relay refuses for good is not sent again, and logged', () =>
  withForwarding(async ({ kit, sink, receive }) => {
    sink.answer = (place) => (place === 'RCPT' ? { code: 550, text: 'no such user' } : undefined)
    await receive()
    await until(() => kit.log.at('error').length === 1, 'it is logged')
    sink.answer = () => undefined
    kit.clock.advance(600_000)
    await settle()
    assert.deepEqual(sink.mails, [])
  }))

test('a database that is away is no reason to lose one', () =>
  withForwarding(async ({ kit, sink, receive }) => {
    kit.engine.failNext('unavailable', 'channels')
    await receive()
    await until(() => kit.log.at('warn').length === 1, 'it is put off')
    kit.clock.advance(1_000)
    await until(() => sink.mails.length === 1, 'it is sent')
  }))
