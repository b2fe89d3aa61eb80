import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Mail, type MailMessage } from '@heliograph/contracts'
import { TEST_CERTIFICATE, withPluginKit } from '@heliograph/testkit'
import mailForward from '../src/index.ts'
import { startExim, withoutExim } from './exim.ts'
import { startSink, until } from './sink.ts'

// These tests put a third-party relay between the gateway and the reader.

const MAIL: MailMessage = {
  to: 'desk@acme.example',
  subject: 'SMS from 27831234567 – привет',
  text: 'Grüße 🙂\n.\nlast',
  headers: { 'Auto-Submitted': 'auto-generated' },
  idempotencyKey: 'exim:1',
}

test('Exim passes on what it is given, over STARTTLS', { skip: withoutExim, timeout: 120_000 }, async () => {
  const sink = await startSink()
  const exim = await startExim(sink.port)
  try {
    const config = { host: '127.0.0.1', port: exim.port, from: 'sms@example.com', ca: TEST_CERTIFICATE.cert }
    await withPluginKit(mailForward, { config }, async ({ plugin }) => {
      const mail = plugin.provides?.find(({ token }) => token.id === Mail.id)?.service as Mail
      const send = (change: Partial<MailMessage> = {}) => mail.send({ ...MAIL, ...change }, AbortSignal.timeout(30_000))
      await send()
      await send({ idempotencyKey: 'exim:2', to: 'al@acme.example' })
      await assert.rejects(send({ to: 'refused@acme.example' }), { failure: 'permanent', message: /no such user/ })
      await assert.rejects(send({ to: 'later@acme.example' }), { failure: 'temporary', message: /come back later/ })
      await send({ to: 'later@acme.example' })
      await until(() => sink.mails.length === 3, 'all have come through')
    })
    const to = sink.mails.map((mail) => mail.to[0]).toSorted()
    assert.deepEqual(to, ['al@acme.example', 'desk@acme.example', 'later@acme.example'])
    const { raw = '' } = sink.mails.find((mail) => mail.to[0] === 'desk@acme.example') ?? {}
    assert.match(raw, /^Received: [\s\S]*\(Exim \d/)
    assert.match(raw, /^Auto-Submitted: auto-generated\r$/m)
    const [, body = ''] = /\r\n\r\n([\s\S]*)$/.exec(raw) ?? []
    const text = /^Content-Transfer-Encoding: base64/m.test(raw)
      ? Buffer.from(body, 'base64').toString()
      : unquoted(body)
    assert.equal(text.replaceAll('\r\n', '\n').trimEnd(), MAIL.text)
    const log = await exim.log()
    assert.equal(log.match(/<= sms@example\.com .*X=TLS/g)?.length, 3, log)
  } finally {
    await exim.stop()
    await sink.close()
  }
})

function unquoted(text: string): string {
  const octets = text
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(octets, 'latin1').toString()
}
