import assert from 'node:assert/strict'
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { findFreePort } from '@heliograph/testkit'
import {
  type GatewayProcess,
  makeUsedDataDir,
  startGateway,
  type TestDataDir,
  until,
} from './support/gateway-process.ts'
import { findBlock } from './support/page-blocks.ts'
import { readPage } from './support/pages.ts'
import { openElasticsearch } from './support/peers/elasticsearch.ts'
import { withoutElastalert, withoutSymfonyInfobip } from './support/peers/http/installed.ts'
import { runProgram } from './support/peers/http/run-script.ts'
import { startProgram } from './support/peers/program.ts'

// Programs that were written for a hosted service move here by configuration alone: the blocks of the READMEs are
// executed as they are, but for addresses and keys, against a gateway that is reached by TLS with a private authority.

const pathOf = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const LAUNCHER = pathOf('../bin/heliograph.mjs')
const AUTHORITY = pathOf('../../../core/http/test/fixtures/http-tls/cert.pem')
const PRIVATE_KEY = pathOf('../../../core/http/test/fixtures/http-tls/key.pem')
const TWILIO_EXAMPLES = pathOf('../../../adapters/twilio/examples/')
const NOTIFY = pathOf('../../../adapters/infobip/examples/notify.php')
const DEBIAN = '/usr/share/php/Symfony/Component'

describe('a program moves here', () => {
  let folder: TestDataDir
  let place: string
  let gateway: GatewayProcess
  let secure: URL
  let apiKey: string
  let account: string
  before(async () => {
    folder = await makeUsedDataDir()
    place = await mkdtemp(join(tmpdir(), 'heliograph-moves-'))
    const listener = { port: 0, host: '127.0.0.1', 'tls.certFile': AUTHORITY, 'tls.keyFile': PRIVATE_KEY }
    const set = Object.entries(listener).map(([name, value]) => `listeners.secure.${name}=${value}`)
    set.push('listeners.secure.instances=[twilio, infobip]')
    gateway = await startGateway({ dataDir: folder.path, args: set.flatMap((setting) => ['--set', setting]) })
    secure = new URL(/"secure":"(https:[^" ]+)/.exec(gateway.output.stderr)?.[1] ?? '')
    apiKey = /API key, shown this once: (\w+)/.exec(gateway.output.stdout)?.[1] ?? ''
    account = /-u (AC\w+):/.exec(gateway.output.stdout)?.[1] ?? ''
  })
  after(async () => {
    await gateway?.stop()
    await folder?.remove()
    if (place !== undefined) await rm(place, { recursive: true, force: true })
  })

  /** What a private authority takes of each program, beside the blocks of the READMEs. */
  const trust = () => ({
    NODE_EXTRA_CA_CERTS: AUTHORITY,
    // The folder of PHP's own settings, and then this one.
    PHP_INI_SCAN_DIR: `:${place}`,
  })

  const environment = (more: Readonly<Record<string, string>> = {}) =>
    Object.entries({ ...trust(), ...more }).map(([name, value]) => `${name}=${value}`)

  const fillIn = (block: string) =>
    block
      .replaceAll('<API_KEY>', apiKey)
      .replaceAll('<ACCOUNT_SID>', account)
      .replaceAll('sms.example.com', `127.0.0.1:${secure.port}`)
      .replaceAll('/etc/sms', join(place, 'sms'))

  const blockOf = async (adapter: string, name: string) =>
    fillIn(findBlock(await readPage(`adapters/${adapter}/README.md`), name))

  /** Runs commands to their end, which has to be a good one. */
  async function runBlock(block: string): Promise<string> {
    const heliograph = `heliograph() { '${process.execPath}' '${LAUNCHER}' "$@" --data-dir '${folder.path}'; }`
    const script = `set -e -o pipefail\ncd '${place}'\n${heliograph}\n${block}`
    const { code, stderr, stdout } = await runProgram('bash', ['-c', script], { env: trust() })
    assert.equal(code, 0, `${stdout}${stderr}`)
    return stdout
  }

  /** Texts that were sent to a number, the newest first. */
  async function textsTo(number: string): Promise<readonly string[]> {
    const { body } = await gateway.request(`/sms/2/logs?to=${number}`, { key: apiKey })
    assert.ok(body.results, JSON.stringify(body))
    return body.results.map(({ text }: { readonly text: string }) => text)
  }

  async function install(name: string, block: string): Promise<void> {
    await mkdir(join(place, 'sms'), { recursive: true })
    await writeFile(join(place, 'sms', name), await blockOf('twilio', block))
  }

  test('an app on npm twilio sends, hears what becomes of it, and answers a reply', async () => {
    const port = await findFreePort()
    const publicUrl = `http://127.0.0.1:${port}`
    await install('twilio.cjs', 'preload')
    const atClient = (block: string) => block.replaceAll('https://client.example', publicUrl)
    const reported = await runBlock(atClient(await blockOf('twilio', 'key')))
    assert.match(reported, /^Channel 1001 has the security key that was given\.$/m)
    assert.ok(!reported.includes(apiKey))

    const lines: string[] = []
    const command = atClient(await blockOf('twilio', 'node')).replace(/^node /m, 'exec node ')
    const app = startProgram('env', [...environment({ PORT: String(port) }), 'bash', '-c', command], {
      cwd: TWILIO_EXAMPLES,
      onLine: (line) => lines.push(line),
    })
    const says = async (line: RegExp) =>
      until(
        async () => ({ lines, complaints: app.complaints }),
        () => {
          assert.ok(app.isRunning, app.complaints)
          return lines.some((each) => line.test(each))
        },
      )
    try {
      await says(/^SM[0-9a-f]{32} is queued$/)
      await says(/^SM[0-9a-f]{32} is delivered$/)
      const sms = JSON.stringify({ from: '27831234567', to: '27820001234', text: 'Yes & thanks' })
      await gateway.askAdmin('/instances/simulator/incoming', { method: 'POST', body: sms })
      await says(/^\+27831234567 says Yes & thanks$/)
      await until(
        () => textsTo('27831234567'),
        (texts) => texts.includes('Thank you & see you then'),
      )
    } finally {
      await app.stop()
    }
    assert.deepEqual(await textsTo('27821234567'), ['Tomorrow at ten?'])
  })

  test("an app on Symfony's Notifier and its bridge to Infobip sends", { skip: withoutSymfonyInfobip }, async () => {
    await mkdir(join(place, 'vendor'))
    const parts = ['Notifier/Bridge/Infobip', 'Notifier', 'HttpClient']
    const autoload = parts.map((part) => `require_once '${DEBIAN}/${part}/autoload.php';`).join('\n')
    await writeFile(join(place, 'vendor/autoload.php'), `<?php\n${autoload}\n`)
    await writeFile(join(place, 'authority.ini'), `curl.cainfo = "${AUTHORITY}"\n`)
    await copyFile(NOTIFY, join(place, 'notify.php'))
    const said = await runBlock(await blockOf('infobip', 'move'))
    assert.match(said, /^\+27821112222: sent by infobip:.*\n\+27823334444: sent by infobip:.*\n$/)
    for (const number of ['27821112222', '27823334444'])
      assert.deepEqual(await textsTo(number), ['The lecture is in room 5'])
  })

  test('ElastAlert, which embeds python3-twilio, sends its alerts', { skip: withoutElastalert }, async () => {
    await install('sitecustomize.py', 'sitecustomize')
    const search = await openElasticsearch()
    const rule = ['name: failures', 'type: any', 'index: logs', 'filter: []', await blockOf('twilio', 'rule')]
    const folders = { rules: join(place, 'rules'), config: join(place, 'elastalert.yaml') }
    await mkdir(folders.rules)
    await writeFile(join(folders.rules, 'failures.yaml'), rule.join('\n'))
    await writeFile(folders.config, elastalertConfig(folders.rules, search.port))
    // Its library trusts the authorities of the system alone, so it gets the port without TLS.
    const command = (await blockOf('twilio', 'elastalert'))
      .replace(secure.origin, gateway.http)
      .replace('elastalert --', 'exec elastalert --')
    const daemon = startProgram('env', [...environment(), 'bash', '-c', command], { cwd: place })
    try {
      await until(
        async () => ({ texts: await textsTo('27825556666'), complaints: daemon.complaints }),
        ({ complaints, texts }) => {
          assert.ok(daemon.isRunning, complaints)
          return texts.length > 0
        },
      )
    } finally {
      await daemon.stop()
      search.close()
    }
    assert.deepEqual(await textsTo('27825556666'), ['failures'])
  })
})

function elastalertConfig(rulesFolder: string, port: number): string {
  const settings = { rules_folder: rulesFolder, es_host: '127.0.0.1', es_port: port, writeback_index: 'status' }
  const times = { run_every: { seconds: 1 }, buffer_time: { minutes: 5 }, alert_time_limit: { days: 1 } }
  // Which is YAML too.
  return JSON.stringify({ ...settings, ...times })
}
