import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Brand, Mail, type MailMessage, OWN_BRAND } from '@heliograph/contracts'
import { type PluginKit, TEST_CERTIFICATE, withPluginKit } from '@heliograph/testkit'
import mailForward from '../src/index.ts'
import { LOGIN, type Sink, startSink, until } from './sink.ts'

const MAIL: MailMessage = { to: 'desk@acme.example', subject: 'Hello', text: 'Text', idempotencyKey: 'test:1' }
const FROM = { host: '127.0.0.1', from: 'sms@example.com' }

interface World {
  readonly kit: PluginKit
  readonly sink: Sink
  readonly mail: Mail
}

interface Options {
  readonly brand?: Brand
  readonly config?: Readonly<Record<string, unknown>>
  readonly sink?: Parameters<typeof startSink>[0]
}

async function withRelay(
  work: (world: World) => Promise<void>,
  { brand, config, sink: kind }: Options = {},
): Promise<void> {
  const sink = await startSink(kind)
  try {
    const all = { ...FROM, port: sink.port, startTls: 'never', ...config }
    await withPluginKit(mailForward, { config: all, brand }, async (kit) => {
      const mail = kit.plugin.provides?.find(({ token }) => token.id === Mail.id)?.service as Mail
      await work({ kit, sink, mail })
    })
  } finally {
    await sink.close()
  }
}

const patient = () => AbortSignal.timeout(10_000)

test('a mail in any script arrives as it was, in ASCII on the wire', () =>
  withRelay(async ({ kit, sink, mail }) => {
    await mail.send({ ...MAIL, subject: 'Čau – 你好', text: 'Привет, 世界 🙂\n.\nконец' }, patient())
    const [{ from, to, raw } = assert.fail('nothing came')] = sink.mails
    assert.deepEqual([from, to], ['sms@example.com', ['desk@acme.example']])
    assert.match(raw, /^[\t\r\n\x20-\x7e]*$/)
    assert.match(raw, /^Subject: =\?UTF-8\?/m)
    assert.match(raw, /^Content-Type: text\/plain; charset=utf-8\r$/m)
    assert.match(raw, new RegExp(`^Date: ${new Date(kit.clock.now()).toUTCString().replace('GMT', '\\+0000')}`, 'm'))
    const [head = '', body = ''] = raw.split('\r\n\r\n')
    assert.match(head, /^Content-Transfer-Encoding: base64\r?$/m)
    const text = Buffer.from(body, 'base64').toString()
    assert.equal(text.replaceAll('\r\n', '\n').trimEnd(), 'Привет, 世界 🙂\n.\nконец')
  }))

const SENDERS: readonly (readonly [string, Options, string])[] = [
  ['the product', {}, 'Heliograph <sms@example.com>'],
  ['the deployment', { brand: { ...OWN_BRAND, name: 'Acme SMS' } }, 'Acme SMS <sms@example.com>'],
  ['the instance', { brand: OWN_BRAND, config: { fromName: 'The desk' } }, 'The desk <sms@example.com>'],
]

for (const [whose, options, sender] of SENDERS)
  test(`a mail comes under the name of ${whose}`, () =>
    withRelay(async ({ sink, mail }) => {
      await mail.send(MAIL, patient())
      const [{ raw } = assert.fail('nothing came')] = sink.mails
      assert.equal(/^From: (.*)\r$/m.exec(raw)?.[1], sender)
    }, options))

test('the same key gives the same Message-ID, another one another', () =>
  withRelay(async ({ sink, mail }) => {
    for (const idempotencyKey of ['a', 'a', 'b']) await mail.send({ ...MAIL, idempotencyKey }, patient())
    const ids = sink.mails.map(({ raw }) => /^Message-ID: (<.*>)\r$/m.exec(raw)?.[1])
    assert.equal(ids[0], ids[1])
    assert.notEqual(ids[0], ids[2])
  }))

test('connections are kept, and no more of them opened than the setting says', () =>
  withRelay(
    async ({ sink, mail }) => {
      const all = Array.from({ length: 12 }, (_, index) =>
        mail.send({ ...MAIL, idempotencyKey: `m${index}` }, patient()),
      )
      await Promise.all(all)
      assert.equal(sink.mails.length, 12)
      assert.ok(sink.connections <= 2, `${sink.connections} connections`)
    },
    { config: { connections: 2 } },
  ))

test('mail goes over STARTTLS, with the login behind it', () =>
  withRelay(
    async ({ sink, mail }) => {
      await mail.send(MAIL, patient())
      assert.deepEqual(
        sink.mails.map(({ isEncrypted, user }) => [isEncrypted, user]),
        [[true, LOGIN.user]],
      )
    },
    { sink: { tls: true, login: true }, config: { startTls: 'required', ca: TEST_CERTIFICATE.cert, ...LOGIN } },
  ))

const TROUBLES: readonly (readonly [string, Options])[] = [
  ['a relay without STARTTLS, where it is required', { config: { startTls: 'required' } }],
  ['a certificate that nobody vouches for', { sink: { tls: true }, config: { startTls: 'required' } }],
  ['a wrong password', { sink: { login: true }, config: { user: 'gateway', password: 'wrong' } }],
]
for (const [name, options] of TROUBLES)
  test(`${name}: nothing is sent, and it is no fault of the mail`, () =>
    withRelay(async ({ kit, sink, mail }) => {
      await assert.rejects(mail.send(MAIL, patient()), { name: 'MailError', failure: 'temporary' })
      assert.deepEqual(sink.mails, [])
      assert.equal(kit.plugin.health?.().status, 'degraded')
      const [finding] = (await kit.plugin.check?.(patient())) ?? []
      assert.equal(finding?.ok, false)
    }, options))

test('5xx is final, 4xx is not, and a mail that is taken makes all well again', () =>
  withRelay(async ({ kit, sink, mail }) => {
    sink.answer = (place) => (place === 'RCPT' ? { code: 550, text: 'no such user' } : undefined)
    await assert.rejects(mail.send(MAIL, patient()), { failure: 'permanent' })
    assert.deepEqual(kit.plugin.health?.(), { status: 'ok' })
    sink.answer = (place) => (place === 'DATA' ? { code: 452, text: 'disk full' } : undefined)
    await assert.rejects(mail.send(MAIL, patient()), { failure: 'temporary' })
    assert.equal(kit.plugin.health?.().status, 'degraded')
    sink.answer = () => undefined
    await mail.send(MAIL, patient())
    assert.deepEqual(kit.plugin.health?.(), { status: 'ok' })
    const [finding] = (await kit.plugin.check?.(patient())) ?? []
    assert.equal(finding?.ok, true)
  }))

test('a relay that hangs is left when the signal aborts, and others are sent meanwhile', () =>
  withRelay(async ({ sink, mail }) => {
    let reached = false
    sink.answer = (_place, to) => {
      if (to !== 'hangs@acme.example') return undefined
      reached = true
      return new Promise(() => {})
    }
    const given = new AbortController()
    const hanging = mail.send({ ...MAIL, to: 'hangs@acme.example' }, given.signal)
    await until(() => reached, 'the relay is asked')
    await mail.send(MAIL, patient())
    given.abort()
    await assert.rejects(hanging, { name: 'MailError', failure: 'temporary' })
    assert.equal(sink.mails.length, 1)
  }))

test('a stop waits for the mail under way; afterwards none is sent', () =>
  withRelay(async ({ kit, sink, mail }) => {
    let release: (() => void) | undefined
    sink.answer = (place) => {
      if (place !== 'DATA') return undefined
      return new Promise((resolve) => {
        release = () => resolve(undefined)
      })
    }
    let isSent = false
    const sending = mail.send(MAIL, patient()).then(() => {
      isSent = true
    })
    await until(() => release !== undefined, 'the mail is with the relay')
    const stopped = kit.stop()
    release?.()
    await stopped
    assert.equal(isSent, true)
    await sending
    await assert.rejects(mail.send(MAIL, patient()), { failure: 'temporary' })
  }))

test('nothing is tried with a signal that has aborted', () =>
  withRelay(async ({ sink, mail }) => {
    await assert.rejects(mail.send(MAIL, AbortSignal.abort()), { failure: 'temporary' })
    assert.equal(sink.connections, 0)
  }))

const REFUSED: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
  ['a password without a user', { password: 'x' }],
  ['a user without a password', { user: 'x' }],
  ['a password that would go over the network in clear', { host: 'relay.example', ...LOGIN }],
]
for (const [name, config] of REFUSED)
  test(`${name} is refused`, () =>
    assert.rejects(
      withPluginKit(mailForward, { config: { ...FROM, startTls: 'when-offered', ...config } }, async () => {}),
      /belong together|needs TLS/,
    ))
