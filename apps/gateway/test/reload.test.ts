import assert from 'node:assert/strict'
import { X509Certificate } from 'node:crypto'
import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { connect as connectTcp } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { connect } from 'node:tls'
import { fileURLToPath } from 'node:url'
import { runHere, runJsonHere } from './support/cli-here.ts'
import {
  type GatewayProcess,
  makeUsedDataDir,
  startGateway,
  type TestDataDir,
  until,
} from './support/gateway-process.ts'

// One running gateway: what it takes over from a changed configuration, and how it leaves.

const TLS = fileURLToPath(new URL('../../../core/http/test/fixtures/http-tls/', import.meta.url))

interface Outcome {
  readonly applied: readonly string[]
  readonly restart: readonly string[]
  readonly failed: readonly object[]
}

describe('a running gateway', () => {
  let folder: TestDataDir
  let gateway: GatewayProcess
  let config: string
  const inFolder = (name: string) => join(folder.path, name)

  async function configure({ level = 'warn', routing = '', more = '' }): Promise<void> {
    const text = `http: { host: 127.0.0.1, port: 0, tls: { certFile: cert.pem, keyFile: key.pem } }
admin: { port: 0 }
log: { level: ${level} }
stop: { delaySeconds: 2 }
routes: { default: { links: [simulator] }, other: { links: [simulator] } }
${routing}
instances:
  v2: { use: '@heliograph/adapter-v2' }
  simulator: { use: '@heliograph/carrier-simulator' }
  smpp:
    use: '@heliograph/adapter-smpp'
    config: { port: 0, host: 127.0.0.1, tls: { port: 0, cert: { file: cert.pem }, key: { file: key.pem } } }
${more}
`
    await writeFile(config, text)
  }

  async function useCertificate(prefix: '' | 'renewed-'): Promise<void> {
    await copyFile(`${TLS}${prefix}cert.pem`, inFolder('cert.pem'))
    await copyFile(`${TLS}${prefix}key.pem`, inFolder('key.pem'))
  }

  before(async () => {
    folder = await makeUsedDataDir()
    config = inFolder('gateway.yaml')
    await useCertificate('')
    await configure({})
    gateway = await startGateway({ dataDir: folder.path, args: ['--config', config] })
  })
  after(async () => {
    // It has ended unless a test failed.
    await gateway?.stop().catch(() => undefined)
    await folder.remove()
  })

  const reloadArgs = () => ['reload', '--config', config, '--admin', gateway.admin, '--data-dir', folder.path]
  const reload = () => runJsonHere<Outcome>(reloadArgs())
  const shownOn = (port: number) =>
    new Promise<string | undefined>((resolve, reject) => {
      const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false }, () => {
        resolve(socket.getPeerX509Certificate()?.fingerprint256)
        socket.destroy()
      }).once('error', reject)
    })
  const fingerprint = async (prefix: string) =>
    new X509Certificate(await readFile(`${TLS}${prefix}cert.pem`)).fingerprint256
  const debugLines = () => gateway.output.stderr.split('\n').filter((line) => line.includes('"level":"debug"')).length

  test('nothing has changed', async () => {
    assert.deepEqual(await reload(), { applied: [], restart: [], failed: [] })
    const { stdout } = await runHere(reloadArgs())
    assert.equal(stdout, 'Nothing has changed.\n')
  })

  test('certificates of all listeners, by the command', async () => {
    const ports = [Number(new URL(gateway.http).port), gateway.instances.smpp?.tlsPort as number]
    for (const port of ports) assert.equal(await shownOn(port), await fingerprint(''))
    await useCertificate('renewed-')
    assert.deepEqual((await reload()).applied, [
      'http.tls',
      'instances.smpp.config.tls.cert',
      'instances.smpp.config.tls.key',
    ])
    for (const port of ports) assert.equal(await shownOn(port), await fingerprint('renewed-'))
    const metrics = await (await gateway.askAdmin('/metrics')).text()
    assert.match(metrics, /^heliograph_certificate_expires_seconds\{listener="http",instance="gateway"\} \d+$/m)
    assert.match(metrics, /^heliograph_certificate_expires_seconds\{listener="tls\.port",instance="smpp"\} \d+$/m)
  })

  test('log level and rules, by SIGHUP; what needs a restart is named each time', async () => {
    const begin = gateway.output.stderr.length
    await configure({
      level: 'debug',
      routing: 'routing: [{ when: {}, route: other }]',
      more: 'limits: { partsPerRequest: 7 }',
    })
    process.kill(gateway.pid, 'SIGHUP')
    const line = await until(
      async () =>
        gateway.output.stderr
          .slice(begin)
          .split('\n')
          .find((each) => each.includes('Reloaded')),
      (found) => found !== undefined,
    )
    const { level, applied, restart } = JSON.parse(line as string)
    assert.deepEqual([level, applied, restart], ['warn', ['log.level', 'routing'], ['limits.partsPerRequest']])
    // What the SMPP server says of a failed handshake.
    const before = debugLines()
    connectTcp({ host: '127.0.0.1', port: gateway.instances.smpp?.tlsPort as number }).end('no TLS')
    await until(
      async () => debugLines(),
      (count) => count > before,
    )
    assert.deepEqual(await reload(), { applied: [], restart: ['limits.partsPerRequest'], failed: [] })
    const { stdout } = await runHere(reloadArgs())
    assert.equal(stdout, 'Changed, needs a restart: limits.partsPerRequest\n')
    await configure({})
    assert.deepEqual(await reload(), { applied: ['log.level', 'routing'], restart: [], failed: [] })
  })

  test('rules for a route that is not there yet wait with it', async () => {
    await configure({ routing: 'routing: [{ when: {}, route: new }]' })
    const text = await readFile(config, 'utf8')
    await writeFile(config, text.replace('routes: {', 'routes: { new: { links: [simulator] },'))
    const { applied, restart } = await reload()
    assert.deepEqual([applied, restart], [[], ['routes.new', 'routing']])
  })

  test('what is wrong changes nothing and is said as by check', async () => {
    await configure({ level: 'loud', more: 'colour: red' })
    const answer = await gateway.askAdmin('/reload', { method: 'POST' })
    assert.equal(answer.status, 422)
    const { error } = (await answer.json()) as { error: { code: string; message: string; details: { path: string }[] } }
    assert.equal(error.code, 'bad-configuration')
    assert.deepEqual(error.details.map(({ path }) => path).sort(), ['colour', 'log.level'])
    const checked = await runHere(['check', '--config', config, '--json'])
    const findings = JSON.parse(checked.stderr).error.details as { name: string; message: string }[]
    for (const { path } of error.details)
      assert.ok(
        findings.some(({ name }) => name.startsWith(`${path} (`)),
        path,
      )
    // The command finds it before it asks.
    assert.equal((await runHere(reloadArgs())).code, 1)
    await configure({ routing: 'routing: [{ when: {}, route: nowhere }]' })
    const refused = await runHere([...reloadArgs(), '--json'])
    assert.deepEqual([refused.code, JSON.parse(refused.stderr).error.code], [1, 'bad-routes'])
    await configure({})
    await writeFile(inFolder('key.pem'), 'no key')
    const broken = await runHere(reloadArgs())
    assert.equal(broken.code, 1)
    assert.match(broken.stderr, /stays as it was: http\.tls: .*does not work/)
    assert.equal(await shownOn(Number(new URL(gateway.http).port)), await fingerprint('renewed-'))
  })

  test('without the token nothing is read again', async () => {
    const answer = await fetch(`${gateway.admin}/reload`, { method: 'POST' })
    assert.equal(answer.status, 401)
  })

  test('told to stop it is not ready at once, and serves until the delay is over', async () => {
    const begun = performance.now()
    const stopping = gateway.stop()
    const readiness = () => fetch(`${gateway.admin}/readyz`)
    const refused = await until(readiness, ({ status }) => status === 503)
    const { phase, reason } = (await refused.json()) as { phase: string; reason: string }
    assert.equal(phase, 'leaving')
    assert.match(reason, /told to stop/)
    while (performance.now() - begun < 1_500) {
      assert.notEqual(await shownOn(Number(new URL(gateway.http).port)), undefined)
      await delay(100)
    }
    const { code, stderr, elapsedMs } = await stopping
    assert.equal(code, 0, stderr)
    assert.ok(elapsedMs >= 2_000 && elapsedMs < 12_000, `${elapsedMs} ms`)
    assert.match(stderr, /Not ready any more; stopping in 2 s\. \(Again to stop at once\.\)/)
  })
})
