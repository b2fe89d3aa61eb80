import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { CONFORMANCE_API_KEY, TEST_CERTIFICATE } from '@heliograph/testkit'
import { EMAIL, NUMBER, PASSWORD, RECIPIENT, texts, withServer } from './world.ts'

// Third-party programs that send mail.

const without = (name: string) =>
  spawnSync(name, ['--version']).error === undefined ? false : `${name} is not installed (Debian package ${name})`

interface Ended {
  readonly code: number
  readonly output: string
}

/** Runs a program to its end; `input` is its standard input. */
function run(name: string, args: readonly string[], input = ''): Promise<Ended> {
  return new Promise((resolve) => {
    const child = execFile(name, args, { timeout: 60_000 }, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, output: stdout + stderr })
    })
    child.stdin?.end(input)
  })
}

const TLS = { config: { host: '0.0.0.0', tls: { cert: TEST_CERTIFICATE.cert, key: TEST_CERTIFICATE.key, port: 0 } } }

test('swaks', { skip: without('swaks') }, () =>
  withServer(async (world) => {
    const tlsPort = world.adapter.address?.()?.tlsPort
    const swaks = (...args: string[]) =>
      run('swaks', ['--server', '127.0.0.1', '--from', EMAIL, '--helo', 'client.example', ...args])
    const login = (method: string, password: string) => [
      '--auth',
      method,
      '--auth-user',
      EMAIL,
      '--auth-password',
      password,
    ]
    const here = ['--port', String(world.port), '--tls']
    const body = (text: string) => ['--body', text, '--h-Message-Id', `<${text.replaceAll(' ', '.')}@acme.example>`]

    const plain = await swaks(...here, ...login('PLAIN', CONFORMANCE_API_KEY), '--to', RECIPIENT, ...body('By key'))
    assert.equal(plain.code, 0, plain.output)
    const wrapped = ['--port', String(tlsPort), '--tls-on-connect']
    const both = `${RECIPIENT},+27831112222@sms.example`
    const secure = await swaks(...wrapped, ...login('LOGIN', PASSWORD), '--to', both, ...body('By password'))
    assert.equal(secure.code, 0, secure.output)
    assert.match(secure.output, /250 OK: sent to 2 recipients/)
    const again = await swaks(...here, ...login('PLAIN', CONFORMANCE_API_KEY), '--to', RECIPIENT, ...body('By key'))
    assert.equal(again.code, 0, again.output)

    const text = ['--attach-type', 'text/plain', '--attach-body', 'With a picture']
    const attached = [...text, '--attach-type', 'image/png', '--attach', 'PNG']
    const mime = await swaks(...here, ...login('PLAIN', CONFORMANCE_API_KEY), '--to', RECIPIENT, ...attached)
    assert.equal(mime.code, 0, mime.output)
    const wrong = await swaks(...here, ...login('PLAIN', 'wrong'), '--to', RECIPIENT)
    assert.match(wrong.output, /535 Wrong e-mail/)
    const refused = await swaks(...here, '--to', RECIPIENT)
    assert.match(refused.output, /530 Authentication required/)
    const address = await swaks(...here, ...login('PLAIN', CONFORMANCE_API_KEY), '--to', 'jo@sms.example')
    assert.match(address.output, /553 This is no phone number/)

    assert.deepEqual(texts(world), ['By key', 'By password', 'By password', 'With a picture'])
  }, TLS),
)

test('msmtp', { skip: without('msmtp') }, () =>
  withServer(async (world) => {
    const folder = await mkdtemp(join(tmpdir(), 'heliograph-msmtp-'))
    try {
      const [ca, config] = [join(folder, 'ca.pem'), join(folder, 'msmtprc')]
      await writeFile(ca, TEST_CERTIFICATE.cert)
      const common = `host 127.0.0.1\nport ${world.port}\nauth plain\nuser ${EMAIL}\nfrom ${EMAIL}\n`
      const tls = `tls on\ntls_starttls on\ntls_trust_file ${ca}\n`
      await writeFile(
        config,
        `account a\n${common}${tls}password ${CONFORMANCE_API_KEY}\naccount b\n${common}${tls}password wrong\n`,
        { mode: 0o600 },
      )
      const msmtp = (account: string, mail: string) => run('msmtp', ['-C', config, '-a', account, '-t'], mail)
      const mail = `From: ${EMAIL}\nTo: <${RECIPIENT}>, +27831112222@sms.example\nSubject: Dinner\nContent-Type: text/plain; charset=utf-8\n\nGrüße\n.\n-- \nJo\n`
      const sent = await msmtp('a', mail)
      assert.equal(sent.code, 0, sent.output)
      assert.deepEqual(
        world.engine.messages.map(({ text, to }) => [to, text]),
        [NUMBER, '27831112222'].map((to) => [to, 'Grüße\n.']),
      )
      const refused = await msmtp('b', mail)
      assert.notEqual(refused.code, 0)
      const empty = await msmtp('a', `To: ${RECIPIENT}\n\n-- \nJo\n`)
      assert.match(empty.output, /554|no text/)
      assert.equal(world.engine.messages.length, 2)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }, TLS),
)
