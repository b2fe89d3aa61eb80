import assert from 'node:assert/strict'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { type FakeSmsc, startFakeSmsc } from '@heliograph/testkit'
import type { LinkReport } from '../src/links/format-links.ts'
import { runHere, runJsonHere } from './support/cli-here.ts'
import {
  type GatewayProcess,
  makeDataDir,
  makeUsedDataDir,
  startGateway,
  type TestDataDir,
  until,
} from './support/gateway-process.ts'

// The states of links, as reported by a running gateway.

describe('a gateway with links that are up, refused and nowhere', () => {
  let folder: TestDataDir
  let smsc: FakeSmsc
  let gateway: GatewayProcess
  before(async () => {
    folder = await makeUsedDataDir()
    smsc = await startFakeSmsc({ password: 'Kd83mQ' })
    const config = join(folder.path, 'links.yaml')
    const link = (port: number, password: string) =>
      `{ hosts: ['127.0.0.1:${port}'], systemId: us, password: ${password} }`
    await writeFile(
      config,
      `http: { host: 127.0.0.1 }
log: { level: error }
instances:
  smsc:
    use: '@heliograph/carrier-smpp'
    config:
      links:
        good: { hosts: ['127.0.0.1:${smsc.port}'], systemId: us, password: Kd83mQ, binds: 2, window: 10, rate: 50 }
        refused: ${link(smsc.port, 'wrong')}
        nowhere: ${link(1, 'Kd83mQ')}
  simulator: { use: '@heliograph/carrier-simulator' }
`,
    )
    gateway = await startGateway({ dataDir: folder.path, args: ['--config', config] })
  })
  after(async () => {
    await gateway?.stop()
    await smsc.stop()
    await folder.remove()
  })

  const withToken = () => ['links', '--admin', `${gateway.admin}/`, '--data-dir', folder.path]
  const ask = async () => (await runJsonHere<{ links: LinkReport[] }>(withToken())).links

  test('--json: every link with its state', async () => {
    const links = await until(
      ask,
      (found) =>
        found.some(({ id, status }) => id === 'smsc/good' && status.state === 'up') &&
        found.some(({ id, status }) => id === 'smsc/refused' && status.state === 'refused'),
    )
    const by = new Map(links.map((link) => [link.id, link]))
    assert.deepEqual([...by.keys()].sort(), ['simulator/main', 'smsc/good', 'smsc/nowhere', 'smsc/refused'])
    const good = by.get('smsc/good')
    assert.deepEqual([good?.window, good?.partsPerSecond, good?.routes], [20, 50, ['default']])
    assert.deepEqual(
      good?.status.binds.map(({ kind, peer, state }) => [kind, peer, state]),
      [1, 2].map(() => ['transceiver', `127.0.0.1:${smsc.port}`, 'bound']),
    )
    assert.match(by.get('smsc/refused')?.status.detail ?? '', /RINVPASWD|0x0*e/i)
    assert.notEqual(by.get('smsc/nowhere')?.status.state, 'up')
    assert.equal(by.get('simulator/main')?.status.state, 'up')
  })

  test('for people: a table, what is wrong, and the binds', async () => {
    const { code, stdout } = await runHere(withToken())
    assert.equal(code, 0)
    assert.match(stdout, /^link +state +bound +window +rate +throttled +receipts matched +routes/)
    assert.match(stdout, /^smsc\/good +up +2\/2 +0\/20 +50\/s +0 +- +default/m)
    assert.match(stdout, /^smsc\/refused:\n.*(RINVPASWD|0x0*e)/im)
    assert.match(stdout, new RegExp(`transceiver +127\\.0\\.0\\.1:${smsc.port} +bound since `))
  })

  test('the token is made at the start, for the owner of the data folder only', async () => {
    const { mode } = await stat(join(folder.path, 'admin.token'))
    assert.equal(mode & 0o777, 0o600)
    const token = (await readFile(join(folder.path, 'admin.token'), 'utf8')).trim()
    assert.match(token, /^[A-Za-z0-9_-]{43}$/)
    assert.ok(!`${gateway.output.stdout}${gateway.output.stderr}`.includes(token))
  })

  test('without the token: the remedy', async () => {
    const elsewhere = await makeDataDir()
    try {
      const args = ['links', '--admin', gateway.admin, '--data-dir', elsewhere.path, '--json']
      const { code, stderr } = await runHere(args)
      assert.equal(code, 1)
      const { error } = JSON.parse(stderr)
      assert.equal(error.code, 'bad-admin-token')
      assert.match(error.message, /--data-dir/)
    } finally {
      await elsewhere.remove()
    }
  })
})

for (const [name, args, code, message] of [
  ['no gateway runs', ['--set', 'admin.port=1'], 'not-running', /http:\/\/127\.0\.0\.1:1:/],
  ['the port is not known', ['--set', 'admin.port=0'], 'admin-port-unknown', /--admin URL/],
] as const) {
  test(`links: ${name}`, async () => {
    const finished = await runHere(['links', ...args, '--json'])
    assert.deepEqual([finished.code, finished.stdout], [1, ''])
    const { error } = JSON.parse(finished.stderr) as { error: { code: string; message: string } }
    assert.equal(error.code, code)
    assert.match(error.message, message)
  })
}
