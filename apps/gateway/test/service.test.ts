import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { type EmbeddedPostgres, openEmbeddedPostgres } from '@heliograph/postgres'
import { startTcpProxy, type TcpProxy } from '@heliograph/testkit'
import { runHere } from './support/cli-here.ts'
import {
  makeDataDir,
  makeUsedDataDir,
  runHeliograph,
  startGateway,
  type TestDataDir,
  until,
} from './support/gateway-process.ts'
import { listenForNotifications, withoutNotify } from './support/notify-socket.ts'

// A gateway as a service manager sees it, with a Postgres that comes later.

let own: TestDataDir
let other: TestDataDir
let postgres: EmbeddedPostgres
let proxy: TcpProxy
let port: number
before(async () => {
  own = await makeDataDir()
  other = await makeUsedDataDir()
  postgres = await openEmbeddedPostgres({ dataDir: other.path, durable: false })
  port = Number(new URL(postgres.url).port)
  proxy = await startTcpProxy(port)
})
after(async () => {
  await proxy?.close()
  await postgres?.stop()
  await own?.remove()
  await other?.remove()
})

function databaseAt(change: (url: URL) => void): readonly string[] {
  const url = new URL(postgres.url)
  change(url)
  return ['--set', `database.url=${url}`]
}

const throughProxy = () =>
  databaseAt((url) => {
    url.port = String(proxy.port)
  })

test('Postgres away at the start is waited for, and the service manager is told', { skip: withoutNotify }, async () => {
  const socket = join(own.path, 'notify')
  const manager = await listenForNotifications(socket)
  try {
    proxy.target = undefined
    const env = { NOTIFY_SOCKET: socket, WATCHDOG_USEC: '1500000' }
    const starting = startGateway({ dataDir: own.path, args: throughProxy(), env })
    const heard = (line: string) =>
      until(
        async () => manager.lines,
        (lines) => lines.some((each) => each.startsWith(line)),
      )
    await heard('STATUS=Waiting for the database: ')
    assert.ok(!manager.lines.includes('READY=1'))
    proxy.target = port
    const gateway = await starting
    await heard('READY=1')
    await heard('STATUS=Serving on http://127.0.0.1:')
    await heard('WATCHDOG=1')
    const { code, stderr } = await gateway.stop()
    assert.equal(code, 0, stderr)
    assert.match(stderr, /the database is not available yet; waiting for it/)
    await heard('STOPPING=1')
  } finally {
    proxy.target = port
    await manager.close()
  }
})

test('a stop ends the wait', async () => {
  proxy.target = undefined
  try {
    const args = ['start', '--data-dir', own.path, ...throughProxy()]
    const { code, stderr } = await runHeliograph(args, { stopAfter: /waiting for it/ })
    assert.equal(code, 0, stderr)
    assert.doesNotMatch(stderr, /^error: /m)
  } finally {
    proxy.target = port
  }
})

test('a password that is refused is reported at once', async () => {
  const wrong = databaseAt((url) => {
    url.password = 'wrong'
  })
  const { code, stderr } = await runHere(['start', '--data-dir', own.path, ...wrong, '--json'])
  assert.equal(code, 1)
  const { error } = JSON.parse(stderr) as { error: { code: string; message: string } }
  assert.equal(error.code, 'database-away')
  assert.match(error.message, /password authentication failed/)
})

test('check --offline asks neither the database nor networks', async () => {
  const away = [
    'http.port=0',
    'admin.port=0',
    'instances.smpp.config.port=0',
    'instances.email.config.port=0',
    'database.url=postgres://127.0.0.1:1/none',
  ].flatMap((setting) => ['--set', setting])
  const args = ['check', '--data-dir', own.path, ...away, '--json']
  assert.equal((await runHere(args)).code, 1)
  const { code, stdout, stderr } = await runHere([...args, '--offline'])
  assert.deepEqual([code, stderr], [0, ''])
  const { findings } = JSON.parse(stdout) as { findings: { name: string; message: string }[] }
  assert.ok(findings.some(({ name, message }) => name === 'database' && message === 'not asked (--offline)'))
  assert.equal((await runHere([...args, '--offline', '--set', 'instances.v2.config.nope=1'])).code, 1)
})
