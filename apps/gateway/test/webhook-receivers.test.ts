import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { WebhookAnswer, WebhookRecord } from '@heliograph/contracts'
import { findFreePort } from '@heliograph/testkit'
import { runJsonHere } from './support/cli-here.ts'
import {
  type GatewayProcess,
  makeUsedDataDir,
  startGateway,
  type TestDataDir,
  until,
} from './support/gateway-process.ts'
import { withoutCurl, withoutMono, withoutOpenssl, withoutPhp, withoutPython } from './support/peers/http/installed.ts'
import { runProgram } from './support/peers/http/run-script.ts'
import { type Program, startProgram } from './support/peers/program.ts'
import { listenForCalls, type SignedCall } from './support/signed-calls.ts'

// The webhook receivers of the guide, unchanged except for the port, against a gateway.

const JSON_TYPE = { 'content-type': 'application/json' }

const GUIDE = new URL('../WEBHOOKS.md', import.meta.url)

interface Language {
  /** Language of the block in the guide. */
  readonly name: string
  readonly file: string
  readonly command: (port: number) => readonly string[]
  readonly skip: string | false
}

const COMPILE = 'mcs -out:"$1.exe" "$1" && exec mono "$1.exe"'

const LANGUAGES: readonly Language[] = [
  { name: 'js', file: 'receiver.mjs', command: () => [process.execPath], skip: false },
  { name: 'python', file: 'receiver.py', command: () => ['python3'], skip: withoutPython },
  { name: 'php', file: 'receiver.php', command: (port) => ['php', '-S', `127.0.0.1:${port}`], skip: withoutPhp },
  { name: 'csharp', file: 'receiver.cs', command: () => ['sh', '-c', COMPILE, 'sh'], skip: withoutMono },
]

/** The last block of a language that contains the receivers' port. */
async function blockOf(name: string): Promise<string> {
  const blocks = [...(await readFile(GUIDE, 'utf8')).matchAll(/^```(\w+)\n(.*?)^```$/gms)]
  const found = blocks.findLast(([, language, text = '']) => language === name && text.includes('9000'))
  return found?.[2] ?? assert.fail(`the guide has no receiver in ${name}`)
}

describe('receivers of webhooks', () => {
  let folder: TestDataDir
  let scripts: string
  let gateway: GatewayProcess
  let apiKey = ''
  before(async () => {
    folder = await makeUsedDataDir()
    scripts = await mkdtemp(join(tmpdir(), 'heliograph-receivers-'))
    gateway = await startGateway({ dataDir: folder.path })
    apiKey = /API key, shown this once: (\w+)/.exec(gateway.output.stdout)?.[1] ?? ''
  })
  after(async () => {
    await gateway?.stop()
    await folder?.remove()
    if (scripts !== undefined) await rm(scripts, { recursive: true, force: true })
  })

  const heliograph = <T>(...args: readonly string[]): Promise<T> => runJsonHere<T>([...args, '--data-dir', folder.path])

  /** Gives the demo's channel a new key, alone or beside the previous one. */
  const rotate = async (overlapHours: number): Promise<string> =>
    (
      await heliograph<{ securityKey: string }>(
        'channel',
        'rotate-key',
        '--channel',
        '1001',
        '--overlap-hours',
        String(overlapHours),
      )
    ).securityKey

  const tryOut = async (): Promise<number | null> =>
    (await heliograph<{ answer: WebhookAnswer }>('webhooks', 'test', '--channel', '1001', '--kind', 'dlr')).answer
      .status

  /** Sends a message; resolves with its id once the receiver has taken its webhook. */
  async function sendAndTell(): Promise<number> {
    const { smsId } = await heliograph<{ smsId: number }>(
      'send',
      '--key',
      apiKey,
      '--to',
      '27821234567',
      '--text',
      'Hello',
    )
    await until(
      () => heliograph<{ webhooks: readonly WebhookRecord[] }>('webhooks', 'list', '--subject', String(smsId)),
      ({ webhooks }) => webhooks.some(({ state }) => state === 'delivered'),
    )
    return smsId
  }

  /** Runs a receiver with a secret while `use` does its work. */
  async function withReceiver(
    { name, file, command }: Language,
    secret: string,
    use: (printed: readonly string[], port: number) => Promise<void>,
  ): Promise<void> {
    const port = await findFreePort()
    const path = join(scripts, file)
    await writeFile(path, (await blockOf(name)).replaceAll('9000', String(port)))
    const printed: string[] = []
    const args = [`SECRET=${secret}`, ...command(port), path]
    const program = startProgram('env', args, { cwd: scripts, onLine: (line) => printed.push(line) })
    try {
      await untilListening(port, program)
      await heliograph('channel', 'set', '--channel', '1001', '--dlr-url', `http://127.0.0.1:${port}/`)
      await use(printed, port)
    } finally {
      await program.stop()
    }
  }

  for (const language of LANGUAGES) {
    // spec: Signature (JSON webhooks) | rule | receivers reject a mismatching signature with 401 ; receivers reject a missing signature with 401
    test(`in ${language.name}: takes what is signed, before and after a change of the key, and refuses all else`, {
      skip: language.skip,
    }, async () => {
      const old = await rotate(0)
      await withReceiver(language, old, async (printed, port) => {
        const smsId = await sendAndTell()
        assert.ok(printed.some((line) => line.includes(`"messageId":"${smsId}"`)))
        const unsigned = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: '{}' })
        assert.equal(unsigned.status, 401)
        const next = await rotate(1)
        assert.equal(await tryOut(), 204, 'with the old key, in the overlap')
        await withReceiver(language, next, async () =>
          assert.equal(await tryOut(), 204, 'with the new key, in the overlap'),
        )
      })
      await withReceiver(language, `${old}x`, async (printed) => {
        assert.equal(await tryOut(), 401)
        assert.ok(!printed.some((line) => line.includes('delivery_receipt')))
      })
    })
  }

  test("in Twilio's form: a signed callback, no text once it is redacted, and an SMS that TwiML answers", async () => {
    const secret = await rotate(0)
    const { calls, close, url } = await listenForCalls('<Response><Message>We call back</Message></Response>')
    const account = /-u (AC\w+):/.exec(gateway.output.stdout)?.[1] ?? ''
    const authorization = `Basic ${Buffer.from(`${account}:${apiKey}`).toString('base64')}`
    const post = async (path: string, form: Readonly<Record<string, string>>) => {
      const init = { method: 'POST', headers: { authorization }, body: new URLSearchParams(form) }
      const response = await fetch(`${gateway.http}/2010-04-01/Accounts/${account}/${path}`, init)
      return (await response.json()) as { readonly sid: string; readonly status: string; readonly body: string }
    }
    try {
      const text = 'a text of which nothing stays'
      const { sid, status } = await post('Messages.json', { To: '+27821234567', Body: text, StatusCallback: url })
      assert.equal(status, 'queued')
      const isSigned = ({ fields, signature }: SignedCall) => {
        const names = Object.keys(fields).sort()
        const signed = url + names.map((name) => name + fields[name]).join('')
        return signature === createHmac('sha1', secret).update(signed).digest('base64')
      }
      const callOf = async (name: string, value: string): Promise<SignedCall> => {
        const find = () => calls.find(({ fields }) => fields[name] === value)
        return (await until(
          async () => find(),
          (found) => found !== undefined,
        )) as SignedCall
      }
      const reported = await callOf('MessageStatus', 'delivered')
      const { AccountSid, MessageSid, To } = reported.fields
      assert.deepEqual([MessageSid, AccountSid, To, isSigned(reported)], [sid, account, '+27821234567', true])
      const redacted = await post(`Messages/${sid}.json`, { Body: '' })
      assert.deepEqual([redacted.status, redacted.body], ['delivered', ''])
      const { body } = await gateway.request('/sms/2/logs?limit=1000', { key: apiKey })
      assert.ok(!JSON.stringify(body).includes(text))

      const handler = ['--incoming-url', url, '--incoming-handler', 'instance:twilio']
      await heliograph('channel', 'set', '--channel', '1001', ...handler)
      const sms = JSON.stringify({ from: '27831234567', to: '27820001234', text: 'Hello & bye' })
      await gateway.askAdmin('/instances/simulator/incoming', { method: 'POST', headers: JSON_TYPE, body: sms })
      const incoming = await callOf('SmsStatus', 'received')
      const { Body, From } = incoming.fields
      assert.deepEqual([Body, From, isSigned(incoming)], ['Hello & bye', '+27831234567', true])
      await until(
        () => gateway.request('/sms/2/logs?to=27831234567', { key: apiKey }),
        (found) => JSON.stringify(found.body).includes('We call back'),
      )
    } finally {
      close()
    }
  })

  test("in Jasmin's form: receipts of both levels, and an SMS", async () => {
    const { calls, close, url } = await listenForCalls('ACK/Jasmin')
    const callWith = async (wanted: Readonly<Record<string, string>>): Promise<SignedCall['fields']> => {
      const fits = ({ fields }: SignedCall) => Object.entries(wanted).every(([name, value]) => fields[name] === value)
      const found = await until(
        async () => calls.find(fits),
        (call) => call !== undefined,
      )
      return (found as SignedCall).fields
    }
    try {
      const query = new URLSearchParams({
        username: 'demo@example.com',
        password: apiKey,
        to: '27821234567',
        content: 'Hello',
        'dlr-level': '3',
        'dlr-url': url,
      })
      const answer = await (await fetch(`${gateway.http}/send?${query}`)).text()
      const id = /^Success "(.+)"$/.exec(answer)?.[1] ?? assert.fail(answer)
      assert.deepEqual(await callWith({ id, level: '1' }), { id, level: '1', message_status: 'ESME_ROK' })
      const { dlvrd, message_status: status } = await callWith({ id, level: '2' })
      assert.deepEqual([status, dlvrd], ['DELIVRD', '001'])

      const handler = ['--incoming-url', url, '--incoming-handler', 'instance:jasmin']
      await heliograph('channel', 'set', '--channel', '1001', ...handler)
      const sms = JSON.stringify({ from: '27831234567', to: '27820001234', text: 'Hello Жук' })
      await gateway.askAdmin('/instances/simulator/incoming', { method: 'POST', headers: JSON_TYPE, body: sms })
      const { binary = '', coding, to } = await callWith({ from: '27831234567', 'origin-connector': 'jasmin' })
      const text = new TextDecoder('utf-16be').decode(Buffer.from(binary, 'hex'))
      assert.deepEqual([text, coding, to], ['Hello Жук', '8', '27820001234'])
    } finally {
      close()
    }
  })

  test('by hand, with openssl and curl', { skip: withoutCurl || withoutOpenssl }, async () => {
    const [language] = LANGUAGES as readonly [Language]
    await withReceiver(language, 'the secret', async (_, port) => {
      const block = (await blockOf('sh')).replaceAll('9000', String(port))
      const statusWith = async (secret: string) => {
        const { stdout } = await runProgram('bash', ['-c', block], { env: { SECRET: secret } })
        return /^HTTP\/1\.1 (\d+)/m.exec(stdout)?.[1]
      }
      assert.deepEqual([await statusWith('the secret'), await statusWith('another')], ['204', '401'])
    })
  })
})

/** Tries to connect until something listens. */
async function untilListening(port: number, program: Program): Promise<void> {
  await until(
    async () => {
      assert.ok(program.isRunning, program.complaints)
      const socket = connect(port, '127.0.0.1')
      // `once` rejects on an error.
      const isOpen = await once(socket, 'connect').then(
        () => true,
        () => false,
      )
      socket.destroy()
      return isOpen
    },
    (isOpen) => isOpen,
  )
}
