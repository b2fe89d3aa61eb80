import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { runJsonHere } from './support/cli-here.ts'
import {
  type GatewayProcess,
  makeUsedDataDir,
  startGateway,
  type TestDataDir,
  until,
} from './support/gateway-process.ts'
import { type MailRelay, startMailRelay } from './support/mail-relay.ts'
import { openSmppGateway } from './support/peers/smpp-gateway.ts'
import { sendMail } from './support/send-mail.ts'

// Mail both ways, on a real database.

const USER = 'demo@example.com'
const CONTACT = '27821234000'
/** The demo's number. */
const CHANNEL = '27820001234'

describe('the demo with a mail relay', () => {
  let folder: TestDataDir
  let relay: MailRelay
  let gateway: GatewayProcess
  let key: string

  const start = () => {
    const config = `{ host: 127.0.0.1, port: ${relay.port}, startTls: never, from: sms@example.com }`
    const set = [
      `instances.mail={ use: '@heliograph/mail-forward', config: ${config} }`,
      'instances.email.config.replies={}',
    ]
    return startGateway({ dataDir: folder.path, args: set.flatMap((override) => ['--set', override]) })
  }
  const mailsTo = (address: string) => relay.mails.filter((mail) => mail.includes(`\nTo: ${address}\n`))

  before(async () => {
    folder = await makeUsedDataDir()
    relay = await startMailRelay()
    gateway = await start()
    key = /shown this once: (\w+)/.exec(gateway.output.stdout)?.[1] ?? ''
    const change = ['--channel', '1001', '--forward-email', 'desk@acme.example']
    await runJsonHere(['channel', 'set', ...change, '--data-dir', folder.path])
  })
  after(async () => {
    await relay.stop()
    await folder.remove()
  })

  const send = (subject: string) => {
    const port = gateway.instances.email?.port ?? 0
    return sendMail({
      port,
      user: USER,
      password: key,
      to: `${CONTACT}@sms.example.com`,
      subject,
      text: 'Where are you?',
    })
  }

  // spec: What the service does | rule | incoming SMS are forwarded by e-mail
  test('a mail is an SMS, its answer a mail to its writer, and every SMS one to the forward address', async () => {
    const network = openSmppGateway(gateway)
    assert.match(await send('first'), /^250 OK: sent as \d+$/)
    const [sms] = await network.sentTo(CONTACT)
    assert.deepEqual([sms?.text, sms?.from], ['Where are you?', CHANNEL])
    await network.receive({ from: CONTACT, to: CHANNEL, text: 'On my way' })
    await until(
      async () => relay.mails.length,
      (count) => count === 2,
    )
    const [answer = ''] = mailsTo(USER)
    assert.match(answer, /^Subject: Re: first$/m)
    assert.match(answer, /^In-Reply-To: <first@acme\.example>$/m)
    assert.match(answer, /^Reply-To: \+27821234000@sms\.example\.com$/m)
    const [forward = ''] = mailsTo('desk@acme.example')
    assert.match(forward, new RegExp(`^Subject: SMS from ${CONTACT} to ${CHANNEL}$`, 'm'))
    for (const mail of [answer, forward]) assert.match(mail, /\n\nOn my way\n?$/)
  })

  test('a mail sent again is one SMS', async () => {
    const first = await send('again')
    assert.equal(await send('again'), first)
  })

  test('who forgot the password gets a link by mail, in both forms, and sets another by it', async () => {
    const ask = (path: string, body: object) =>
      fetch(`${gateway.http}/portal/api/1${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    assert.equal((await ask('/log-in/forgotten', { email: USER, language: 'fr' })).status, 204)
    assert.equal((await ask('/log-in/forgotten', { email: 'nobody@example.com' })).status, 204)
    const isLink = (mail: string) => mail.includes('log-in?new-password#')
    await until(
      async () => relay.mails.map(unfolded).filter(isLink),
      ([...mails]) => mails.length === 1,
    )
    const [mail = ''] = relay.mails.map(unfolded).filter(isLink)
    assert.match(mail, /^To: demo@example\.com$/m)
    const tokens = [...mail.matchAll(/new-password#([\w.-]+)/g)].map(([, token]) => token)
    // In the text, and in the HTML as a button and to copy.
    assert.deepEqual([tokens.length, new Set(tokens).size], [3, 1])
    const password = 'copper lantern seven'
    const set = await ask('/log-in/password', { token: tokens[0], password })
    assert.equal(set.status, 200, await set.text())
    assert.equal((await ask('/log-in/password', { token: tokens[0], password })).status, 401)
    assert.equal((await ask('/log-in', { email: USER, password })).status, 200)
  })

  test('what came while the relay was away, before a kill -9, is forwarded when it is back', async () => {
    await relay.stop()
    await openSmppGateway(gateway).receive({ from: CONTACT, to: CHANNEL, text: 'Still there?' })
    await until(
      async () => gateway.output.stderr,
      (log) => /will be retried/.test(log),
    )
    await gateway.kill()
    relay = await startMailRelay()
    gateway = await start()
    await until(
      async () => [mailsTo(USER).length, mailsTo('desk@acme.example').length],
      ([answers, forwards]) => answers === 1 && forwards === 1,
      150_000,
    )
    const stopped = await gateway.stop()
    assert.equal(stopped.code, 0, stopped.stderr)
  })
})

/** A mail with its quoted-printable lines (RFC 2045 section 6.7) as they were. */
function unfolded(mail: string): string {
  return mail.replace(/=\n/g, '').replaceAll('=3D', '=')
}
