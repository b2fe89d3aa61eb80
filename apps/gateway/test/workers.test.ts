import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect, createServer } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { openEmbeddedPostgres } from '@heliograph/postgres'
import { makeAccount } from './support/account.ts'
import { sendBurst } from './support/burst.ts'
import { runHere, runJsonHere } from './support/cli-here.ts'
import {
  type GatewayProcess,
  makeUsedDataDir,
  runHeliograph,
  startGateway,
  type TestDataDir,
  until,
} from './support/gateway-process.ts'
import { countOutcome, openDatabase } from './support/outcome.ts'

// A gateway of several processes: one set of ports, one admin port, one command to stop it.

const CONFIGURATION = `
node: { name: gw, workers: 2 }
http: { host: 127.0.0.1 }
admin: { token: one-for-the-tests-alone }
log: { level: info }
instances:
  v2: { use: '@heliograph/adapter-v2' }
  smpp: { use: '@heliograph/adapter-smpp', config: { host: 127.0.0.1, port: 0 } }
  simulator: { use: '@heliograph/carrier-simulator' }
`
const WORKERS = ['gw-1', 'gw-2']
const SENDS = 200

/** Processes that a process has started and that still run. */
async function childrenOf(pid: number): Promise<readonly number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
  return text.split(' ').filter(Boolean).map(Number)
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** What samples of a metric have come to, by worker. */
function sumByWorker(text: string, metric: string, labels = ''): Readonly<Record<string, number>> {
  const sums: Record<string, number> = {}
  for (const line of text.split('\n')) {
    const worker = /worker="([^"]+)"/.exec(line)?.[1]
    if (worker === undefined || !line.startsWith(`${metric}{`) || !line.includes(labels)) continue
    sums[worker] = (sums[worker] ?? 0) + Number(line.slice(line.lastIndexOf(' ')))
  }
  return sums
}

for (const server of ['uws', 'node'])
  describe(`two workers on the ${server} server`, () => {
    let folder: TestDataDir
    let gateway: GatewayProcess
    let file: string
    let key: string
    const deployment = () => ['--data-dir', folder.path, '--config', file]
    const askAdmin = (path: string, method = 'GET') =>
      fetch(`${gateway.admin}${path}`, { method, headers: { authorization: 'Bearer one-for-the-tests-alone' } })
    const scrape = async () => (await askAdmin('/metrics')).text()
    const readiness = async () => (await (await askAdmin('/readyz')).json()) as { status: string; workers: object }
    const burst = (ids: string, onAccepted?: (accepted: number) => void) =>
      sendBurst({
        http: gateway.http,
        key,
        connections: 16,
        persistent: true,
        messageIds: Array.from({ length: SENDS }, (_, index) => `${ids}-${index}`),
        ...(onAccepted && { onAccepted }),
      })

    before(async () => {
      folder = await makeUsedDataDir()
      file = join(folder.path, 'gateway.yaml')
      await writeFile(file, CONFIGURATION)
      gateway = await startGateway({
        dataDir: folder.path,
        args: ['--config', file, '--set', `http.server=${server}`],
      })
      key = (await makeAccount(deployment())).key
    })
    after(() => folder.remove())

    test('both answer requests on one port, and one scrape has the metrics of both', async () => {
      const { accepted } = await burst('share')
      assert.equal(accepted.length, SENDS)
      const text = await scrape()
      const answered = sumByWorker(text, 'heliograph_http_request_seconds_count', 'route="/sms/2/messages"')
      assert.deepEqual(Object.keys(answered).sort(), WORKERS)
      for (const count of Object.values(answered)) assert.ok(count > 0, JSON.stringify(answered))
      assert.equal((answered['gw-1'] ?? 0) + (answered['gw-2'] ?? 0), SENDS)
      assert.deepEqual(sumByWorker(text, 'heliograph_worker_up'), { 'gw-1': 1, 'gw-2': 1 })
      const described = text.match(/^# TYPE \S+/gm) ?? []
      assert.equal(new Set(described).size, described.length)
      assert.match(text, /\n# EOF\n$/)
    })

    test('both take connections of SMPP clients', async () => {
      const sockets = Array.from({ length: 4 }, () => connect(gateway.instances.smpp?.port ?? 0, '127.0.0.1'))
      try {
        await Promise.all(sockets.map((socket) => once(socket, 'connect')))
        await until(
          async () => sumByWorker(await scrape(), 'heliograph_smpp_connections'),
          ({ 'gw-1': first = 0, 'gw-2': second = 0 }) => first > 0 && second > 0 && first + second === sockets.length,
        )
      } finally {
        for (const socket of sockets) socket.destroy()
      }
    })

    test('each is a node; readiness and the list of links are about all of them', async () => {
      const { status, workers } = await until(readiness, (answer) => answer.status === 'ok')
      assert.deepEqual([status, Object.keys(workers)], ['ok', WORKERS])
      const { links } = await runJsonHere<{ links: { id: string; worker?: string }[] }>([
        'links',
        '--admin',
        gateway.admin,
        ...deployment(),
      ])
      assert.deepEqual(
        links.map(({ id }) => id),
        ['simulator/main'],
      )
      assert.ok(WORKERS.includes(links[0]?.worker ?? ''))
      assert.equal((await askAdmin('/nothing-here')).status, 404)
      assert.equal((await fetch(`${gateway.admin}/links`)).status, 401)
    })

    test('a reload reaches both, asked for by the command or by SIGHUP', async () => {
      const reloads = () => gateway.output.stderr.match(/"worker":"gw-[12]".*Reloaded\. In effect: log\.level/g) ?? []
      await writeFile(file, CONFIGURATION.replace('level: info', 'level: debug'))
      const outcome = await runJsonHere(['reload', '--admin', gateway.admin, ...deployment()])
      assert.deepEqual(outcome, { applied: ['log.level'], restart: [], failed: [] })
      await until(
        async () => reloads().length,
        (count) => count === 2,
      )
      await writeFile(file, CONFIGURATION)
      process.kill(gateway.pid, 'SIGHUP')
      await until(
        async () => reloads().length,
        (count) => count === 4,
      )
      await writeFile(file, CONFIGURATION.replace('level: info', 'level: loud'))
      assert.equal((await askAdmin('/reload', 'POST')).status, 422)
      await writeFile(file, CONFIGURATION)
    })

    test('one is killed under requests: nothing accepted is lost, and it is there again', async () => {
      const before = await childrenOf(gateway.pid)
      const [victim = 0] = before
      const { accepted } = await burst('kill', (count) => {
        if (count === SENDS / 4) process.kill(victim, 'SIGKILL')
      })
      assert.ok(accepted.length > SENDS / 2, `${accepted.length} accepted`)
      await until(readiness, ({ status }) => status === 'ok')
      const text = await scrape()
      assert.deepEqual(sumByWorker(text, 'heliograph_worker_up'), { 'gw-1': 1, 'gw-2': 1 })
      assert.deepEqual(Object.values(sumByWorker(text, 'heliograph_worker_restarts_total')).sort(), [0, 1])
      const postgres = await openEmbeddedPostgres({ dataDir: folder.path })
      const sql = openDatabase(postgres.url)
      try {
        // By its own socket, and not after the silence that others would wait for.
        const names = () => sql<{ name: string }[]>`select name from node order by name`
        const nodes = await until(names, ({ length }) => length === 2, 10_000)
        assert.deepEqual(
          nodes.map(({ name }) => name),
          WORKERS,
        )
        const { stored } = await until(
          () => countOutcome(sql, accepted),
          ({ final }) => final === accepted.length,
        )
        assert.equal(stored, accepted.length)
      } finally {
        await sql.end()
        await postgres.stop()
      }
      // It may find the link of the one that was killed without a node, which is an error.
      const { stdout, stderr } = await runHere(['doctor', '--json', ...deployment()])
      assert.match(`${stdout}${stderr}`, /"Worker gw-[12] has ended 1 time, last at [^"]+: killed by SIGKILL\."/)
    })

    test('a stop ends all of them in time', async () => {
      const workers = await childrenOf(gateway.pid)
      const { code, elapsedMs, stderr } = await gateway.stop()
      assert.equal(code, 0, stderr)
      assert.ok(elapsedMs < 10_000, `${elapsedMs} ms`)
      assert.deepEqual(workers.filter(isAlive), [])
    })
  })

describe('the start and the end', () => {
  let folder: TestDataDir
  before(async () => {
    folder = await makeUsedDataDir()
  })
  after(() => folder.remove())

  for (const key of ['http.port', 'admin.port', 'instances.smpp.config.port'])
    test(`a busy port (${key}) is reported once, and nothing is left running`, async () => {
      const busy = createServer().listen(0, '127.0.0.1')
      await once(busy, 'listening')
      try {
        const { port } = busy.address() as AddressInfo
        const ports = ['http', 'admin', 'instances.smpp.config', 'instances.email.config'].map(
          (each) => `${each}.port=0`,
        )
        const set = [...ports, `${key}=${port}`].flatMap((override) => ['--set', override])
        const finished = await runHeliograph(['start', '--workers', '2', '--data-dir', folder.path, ...set, '--json'])
        assert.deepEqual([finished.code, finished.stdout], [1, ''])
        const { error } = JSON.parse(finished.stderr)
        assert.equal(error.code, 'port-in-use')
        assert.match(error.message, new RegExp(`${port}.*--set ${key}=0`, 's'))
      } finally {
        busy.close()
      }
    })

  test('a number of workers that cannot be is reported like any other setting', async () => {
    const { code, stderr } = await runHere(['start', '--workers', 'many', '--data-dir', folder.path])
    assert.equal(code, 1)
    assert.match(stderr, /node\.workers/)
  })

  test('when the supervisor is killed, the workers stop by themselves', async () => {
    const gateway = await startGateway({ dataDir: folder.path, args: ['--workers', '2'] })
    const workers = await childrenOf(gateway.pid)
    assert.equal(workers.length, 2)
    process.kill(gateway.pid, 'SIGKILL')
    await until(
      async () => workers.filter(isAlive),
      (left) => left.length === 0,
      15_000,
    )
    // They have signed off, and stopped the database as the last that used it.
    assert.match((await gateway.ended).stderr, /"worker":"[^"]+-2"/)
    await assert.rejects(readFile(join(folder.path, 'postgres', 'data', 'postmaster.pid')), { code: 'ENOENT' })
  })
})
