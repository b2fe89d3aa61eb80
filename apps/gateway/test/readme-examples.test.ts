import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { runJsonHere } from './support/cli-here.ts'
import { curlCommands } from './support/curl-commands.ts'
import {
  type GatewayProcess,
  makeUsedDataDir,
  startGateway,
  type TestDataDir,
  until,
} from './support/gateway-process.ts'
import { blocksOf } from './support/page-blocks.ts'
import { withoutCurl, withoutPhpSoap } from './support/peers/http/installed.ts'
import { runProgram } from './support/peers/http/run-script.ts'

// The curl lines, and some other examples, that READMEs offer for pasting: they work unchanged, apart from filling in
// the demo's key and addresses.

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const LAUNCHER = join(ROOT, 'apps/gateway/bin/heliograph.mjs')
const TOKEN = 'a-token-of-the-admin-port'

/** The expected answers to the examples of each README, in order. */
const ANSWERS: Readonly<Record<string, readonly RegExp[]>> = {
  'README.md': [/^success\|\d+:27821234567:PENDING$/],
  'adapters/accounting/README.md': [
    /^\{"status":"ok","messages":\[(\{"sms_id":\d+,"recipient":"278\d+","status":"PENDING"\},?){2}\]\}$/,
  ],
  'adapters/basic/README.md': [
    /^success\|\d+:27821234567:PENDING$/,
    /^\d+:27821234567:(PENDING|DELIVERED):\d+:\w+:\d+$/,
    /^\[/,
  ],
  'adapters/desktop/README.md': [/^\d+:27821234567:PENDING$/, /^\d+:27821234567:PENDING,\d+:27829876543:PENDING$/],
  'adapters/docs-web/README.md': [/^HTTP\/1\.1 200.*<title>Start \| Heliograph/s],
  'adapters/erp-a/README.md': [/^\d+:27821234567:PENDING$/],
  'adapters/erp-b/README.md': [
    /^\d+:27821234567:PENDING$/,
    /^\{"status":"ok","messages":\[(\{"sms_id":\d+,"recipient":"278\d+","status":"PENDING"\},?){2}\]\}$/,
  ],
  'adapters/jasmin/README.md': [/^Success "/, /"messageCount":2/],
  'adapters/infobip/README.md': [/^\{"messages":\[.*"PENDING_ACCEPTED"/, /^\{"results":\[/],
  'adapters/kannel-sendsms/README.md': [/^0: Accepted for delivery$/, /^0: Accepted for delivery$/],
  'adapters/legacy/README.md': [/^\d+:27821234567:PENDING,\d+:27829876543:PENDING$/],
  'adapters/portal-api/README.md': [/"email":"demo@example\.com"/, /"state":"queued"/],
  'adapters/portal-web/README.md': [/^HTTP\/1\.1 200.*<title>Heliograph/s, /^$/],
  'adapters/queue-platform/README.md': [/^\{"status":"ok",.*OK:\d+:PENDING/],
  'adapters/soap/README.md': [/<sendsmsResult>\d+:27821234567:PENDING/],
  // Later examples send to the same number, so it has to opt in again.
  'adapters/subscription-web/README.md': [/<h1>You have opted out</, /<h1>You have opted in</],
  'adapters/twilio/README.md': [/"sid": ?"SM[0-9a-f]{32}"/],
  'adapters/v2/README.md': [
    /^\{"access_token":"at1_[\w-]{80}","token_type":"Bearer","expires_in":3\d{3},"scope":"send"\}$/,
    /^\{"results":\[/,
    /"messageId":"first".*"PENDING_ACCEPTED"/s,
    /^\{"results":\[/,
  ],
  'apps/gateway/README.md': [/"simulator\/main"/],
  'core/runtime/README.md': [/^HTTP\/1\.1 200/, /^heliograph_http_request_seconds_count/],
  'plugins/carrier-simulator/README.md': [/^\{"incomingId":\d+,"channelId":\d+\}$/],
}

/**
 * Here, as always outside the demo, the admin port requires a token; this README gives the header for it below its
 * example.
 */
const withToken = (command: string) => command.replace(/^curl/, `curl -H 'Authorization: Bearer ${TOKEN}'`)
const PREPARED: Readonly<Record<string, (command: string) => string>> = {
  'plugins/carrier-simulator/README.md': withToken,
}

/** Curl's own configuration file, so that the examples need no changes. */
const CURLRC = ['silent', 'show-error', 'write-out = "%{stderr}HTTP %{http_code}\\n"', ''].join('\n')

/**
 * The expected answer to each line of the page about opting out; after a line that delivers an SMS the test waits for
 * its confirmation, as people do.
 */
const OPT_OUT_ANSWERS: readonly (readonly [answer: RegExp, confirmation?: RegExp])[] = [
  [/^Incoming SMS \d+ stored for channel \d+\.\n$/, /has opted out/],
  [/^error: Not accepted: Contact has opted out /],
  [/^Incoming SMS \d+ stored for channel \d+\.\n$/, /has opted in/],
  [/^PENDING_ACCEPTED /],
  [/ Hello\n.* has opted in .*\n.* has opted out /],
]

/** Those that have no HTTP. */
const WITHOUT_EXAMPLE = ['email', 'smpp']

test('every adapter with HTTP has an example', async () => {
  const adapters = await readdir(join(ROOT, 'adapters'))
  const missing = adapters.filter(
    (name) => !WITHOUT_EXAMPLE.includes(name) && !(`adapters/${name}/README.md` in ANSWERS),
  )
  assert.deepEqual(missing, [])
})

describe('examples with curl', { skip: withoutCurl }, () => {
  let folder: TestDataDir
  let home: string
  let gateway: GatewayProcess
  let key: string
  let account: string
  let portalKey: string
  before(async () => {
    folder = await makeUsedDataDir()
    home = await mkdtemp(join(tmpdir(), 'heliograph-home-'))
    await symlink(folder.path, join(home, '.heliograph'))
    await writeFile(join(home, '.curlrc'), CURLRC)
    await writeFile(join(folder.path, 'admin.token'), `${TOKEN}\n`)
    const set = [`admin.token=${TOKEN}`, 'instances.v2.config.accessTokenSeconds=3600']
    gateway = await startGateway({ dataDir: folder.path, args: set.flatMap((setting) => ['--set', setting]) })
    key = /API key, shown this once: (\w+)/.exec(gateway.output.stdout)?.[1] ?? ''
    account = /-u (AC\w+):/.exec(gateway.output.stdout)?.[1] ?? ''
    const args = ['key', 'add', '--user', '1001', '--scope', 'portal', '--data-dir', folder.path]
    portalKey = (await runJsonHere<{ apiKey: string }>(args)).apiKey
  })
  after(async () => {
    await folder?.remove()
    if (home !== undefined) await rm(home, { recursive: true, force: true })
  })

  /** What an earlier answer has told: the id of a message, an access token. */
  interface Reported {
    readonly smsId: string
    readonly accessToken: string
  }
  const NOTHING: Reported = { smsId: '', accessToken: '' }
  const fillIn = (command: string, { smsId, accessToken }: Reported) =>
    command
      .replaceAll('<ACCESS_TOKEN>', accessToken)
      .replaceAll('<API_KEY>', key)
      .replaceAll('<ACCOUNT_SID>', account)
      .replaceAll('<PORTAL_KEY>', portalKey)
      .replaceAll('<SMS_ID>', smsId)
      .replace(/http:\/\/(localhost|127\.0\.0\.1):8080/g, gateway.http)
      .replace(/http:\/\/127\.0\.0\.1:(9090|<admin port>)/g, gateway.admin)

  const paste = async (command: string) => {
    const { code, stdout, stderr } = await runProgram('bash', ['-o', 'pipefail', '-c', command], {
      env: { HOME: home },
    })
    return { code, text: stdout, status: /^HTTP (\d+)$/m.exec(stderr)?.[1] ?? stderr }
  }
  /** The command `heliograph` for lines to paste, with the gateway's data folder. */
  const heliograph = () => `heliograph() { '${process.execPath}' '${LAUNCHER}' "$@" --data-dir '${folder.path}'; }`

  // Before the other examples, some of which opt out and in, too.
  // spec: Contact subscription states | rule | opted out: later sends are blocked
  test('apps/docs/concepts/opt-out.md: opting out and in again goes as the page says', async () => {
    const lines = (await blockOf('apps/docs/concepts/opt-out.md', 'heliograph simulate incoming')).trim().split('\n')
    assert.equal(lines.length, OPT_OUT_ANSWERS.length)
    for (const [index, line] of lines.entries()) {
      const [answer, confirmation] = OPT_OUT_ANSWERS[index] ?? []
      const { text, status } = await paste(`${heliograph()}\n${fillIn(line, NOTHING)}`)
      assert.match(text + status, answer as RegExp, line)
      if (confirmation !== undefined)
        await until(
          () => runJsonHere<object>(['message', 'find', '--to', '27821234567', '--data-dir', folder.path]),
          (found) => confirmation.test(JSON.stringify(found)),
        )
    }
  })

  for (const [file, answers] of Object.entries(ANSWERS)) {
    test(`${file}: each does what it says`, async () => {
      const commands = curlCommands(await readFile(join(ROOT, file), 'utf8'))
      assert.equal(commands.length, answers.length, commands.join('\n'))
      let reported = NOTHING
      for (const [index, command] of commands.entries()) {
        const prepared = (PREPARED[file] ?? String)(fillIn(command, reported))
        const { code, status, text } = await paste(prepared)
        assert.equal(code, 0, `${prepared}\n${status}\n${text}`)
        assert.match(status, /^2\d\d$/, `${prepared}\n${text}`)
        assert.match(text.trimEnd(), answers[index] as RegExp, prepared)
        reported = {
          smsId: /(\d+):27821234567:PENDING/.exec(text)?.[1] ?? reported.smsId,
          accessToken: /"access_token":"([^"]+)"/.exec(text)?.[1] ?? reported.accessToken,
        }
      }
    })
  }

  const blockOf = async (file: string, beginning: string) => {
    const found = blocksOf(await readFile(join(ROOT, file), 'utf8')).find(({ text }) => text.startsWith(beginning))
    return found?.text ?? assert.fail(`${file} has no block that begins with ${beginning}`)
  }

  test('apps/gateway/WEBHOOKS.md: the lines that set them up do what they say', async (t) => {
    const receiver = createServer((_, response) => void response.writeHead(204).end()).listen(0, '127.0.0.1')
    await once(receiver, 'listening')
    t.after(() => void receiver.close())
    const { port } = receiver.address() as AddressInfo
    const lines = (await blockOf('apps/gateway/WEBHOOKS.md', 'heliograph channel set')).replace(':9000', `:${port}`)
    const { code, text, status } = await paste(`set -e\n${heliograph()}\n${lines}`)
    assert.equal(code, 0, `${text}${status}`)
    assert.match(text, /\b204\b/)
  })

  test('adapters/soap/README.md: PHP sends a message', { skip: withoutPhpSoap }, async () => {
    const script = fillIn(await blockOf('adapters/soap/README.md', '$client'), NOTHING)
    const { code, stdout, stderr } = await runProgram('php', ['-r', script])
    assert.equal(code, 0, stderr)
    assert.match(stdout, /^\d+:27821234567:PENDING/)
  })

  test('adapters/smpp/README.md: a program sends a message and gets its receipt', async () => {
    const script = (await blockOf('adapters/smpp/README.md', 'const smpp'))
      .replace('<FIRST 8 CHARACTERS OF THE API KEY>', key.slice(0, 8))
      .replace('2775', String(gateway.instances.smpp?.port))
    const ending = `session.on('deliver_sm', () => setImmediate(() => process.exit()))`
    const env = { NODE_PATH: join(ROOT, 'apps/gateway/node_modules') }
    const { code, stdout, stderr } = await runProgram('timeout', ['60', process.execPath, '-e', script + ending], {
      env,
    })
    assert.equal(code, 0, stderr)
    assert.match(stdout, /^0 \d+\n.*stat:DELIVRD/s)
  })

  test('it stops in order', async () => {
    const { code, stderr } = await gateway.stop()
    assert.equal(code, 0, stderr)
  })
})
