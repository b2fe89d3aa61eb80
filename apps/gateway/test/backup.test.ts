import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { findFreePort } from '@heliograph/testkit'
import { runHere, runJsonHere } from './support/cli-here.ts'
import { until } from './support/gateway-process.ts'
import { findBlock } from './support/page-blocks.ts'
import { findServerPrograms } from './support/server-programs.ts'

// The procedures of BACKUP.md are executed as they stand there, on a server of Debian's packages.

const PAGE = new URL('../BACKUP.md', import.meta.url)
const LAUNCHER = fileURLToPath(new URL('../bin/heliograph.mjs', import.meta.url))
const programs = findServerPrograms()

/** `start` serves on while the page goes on; everything else ends. */
const SHIM = `#!/bin/sh
extra="--data-dir $DATA_DIR --set database.url=$RESTORED_URL"
if [ "$1" != start ]; then exec timeout 60 "$NODE" "$LAUNCHER" "$@" $extra; fi
rm -f "$READY"
timeout 300 "$NODE" "$LAUNCHER" "$@" $extra --set http.port=0 --set admin.port=0 --ready-file "$READY" >"$LOG" 2>&1 &
until [ -f "$READY" ]; do kill -0 $! 2>/dev/null || { cat "$LOG" >&2; exit 1; }; sleep 0.1; done
`

const CONFIG = `
instances:
  simulator: { use: '@heliograph/carrier-simulator' }
`

type Environment = Readonly<Record<string, string>>

function execute(file: string, args: readonly string[], env: Environment): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(file, [...args], { env: { ...process.env, ...env }, cwd: '/' }, (error, stdout, stderr) => {
      if (error === null) resolve(stdout)
      else reject(new Error(`${file} ${args.join(' ')}: ${error.message}\n${stdout}${stderr}`))
    })
  })
}

/** As the user that a server of Postgres may run as. */
function executeAsServer(file: string, args: readonly string[], env: Environment): Promise<string> {
  if (process.getuid?.() !== 0) return execute(file, args, env)
  return execute('runuser', ['-u', 'postgres', '--', file, ...args], env)
}

describe('the procedures of BACKUP.md', { skip: programs.skip }, () => {
  let folder: string
  let env: Environment
  let page: string
  const servers: string[] = []

  const block = (name: string) => findBlock(page, name)
  const asServer = (name: string, more: Environment = {}) =>
    executeAsServer('bash', ['-euc', block(name)], { ...env, ...more })
  const asUser = (name: string, more: Environment = {}) => execute('bash', ['-euc', block(name)], { ...env, ...more })
  const sql = async (url: string, statement: string) => (await execute('psql', [url, '-Atc', statement], env)).trim()

  /** Arguments of commands on the database that is backed up. */
  const onOriginal = () => [
    '--config',
    env.CONFIG as string,
    '--data-dir',
    env.DATA_DIR as string,
    '--set',
    `database.url=${env.DATABASE_URL}`,
  ]
  const send = (key: string, to: string) =>
    runJsonHere<{ smsId: number }>(['send', '--key', key, '--to', to, '--text', 'Hello', ...onOriginal()])
  const onRestored = (url: string, ...command: string[]) => [
    ...command,
    '--config',
    env.CONFIG as string,
    '--data-dir',
    env.DATA_DIR as string,
    '--set',
    `database.url=${url}`,
  ]

  async function stopGateway(): Promise<void> {
    const text = await readFile(env.READY as string, 'utf8').catch(() => undefined)
    if (text === undefined) return
    const { pid } = JSON.parse(text) as { pid: number }
    process.kill(pid, 'SIGTERM')
    for (let isAlive = true; isAlive; await delay(50)) isAlive = isRunning(pid)
  }

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'heliograph-backup-'))
    const [server, bin, port] = [join(folder, 'server'), join(folder, 'bin'), await findFreePort()]
    for (const path of [server, bin, join(server, 'backups'), join(server, 'backups', 'wal')]) await mkdir(path)
    await chmod(folder, 0o755)
    if (process.getuid?.() === 0) await execute('chown', ['-R', 'postgres', server], {})
    await writeFile(join(bin, 'heliograph'), SHIM, { mode: 0o755 })
    await writeFile(join(folder, 'config.yaml'), CONFIG)
    const address = `postgres://postgres@127.0.0.1:${port}`
    env = {
      PATH: `${bin}:${programs.folder}:${process.env.PATH}`,
      NODE: process.execPath,
      LAUNCHER,
      CONFIG: join(folder, 'config.yaml'),
      DATA_DIR: join(folder, 'data'),
      READY: join(folder, 'ready.json'),
      LOG: join(folder, 'gateway.log'),
      LC_ALL: 'C',
      PGPORT: String(port),
      PGDATA: join(server, 'data'),
      BACKUPS: join(server, 'backups'),
      RESTORED: join(server, 'restored'),
      SERVER_URL: `${address}/postgres`,
      DATABASE_URL: `${address}/heliograph`,
      RESTORED_URL: `${address}/heliograph_restored`,
    }
    page = await readFile(PAGE, 'utf8')
    await executeAsServer('initdb', ['--auth=trust', '--username=postgres', '--encoding=UTF8', '--no-sync'], env)
    const settings = "fsync = 'off'\nunix_socket_directories = ''\nlisten_addresses = '127.0.0.1'\n"
    await executeAsServer('bash', ['-c', 'cat > "$PGDATA/postgresql.auto.conf" <<< "$0"', settings], env)
    await asServer('archive')
    servers.push(env.PGDATA as string)
    await executeAsServer('pg_ctl', ['--log', join(server, 'server.log'), '--wait', 'start'], env)
    await executeAsServer('createdb', ['--maintenance-db', env.SERVER_URL as string, 'heliograph'], env)
  })

  after(async () => {
    await stopGateway()
    for (const data of servers)
      await executeAsServer('pg_ctl', ['--pgdata', data, '--mode=immediate', 'stop'], env).catch(() => undefined)
    await rm(folder, { recursive: true, force: true })
  })

  it('bring a dump and a point in time back, of which nothing is sent twice', async () => {
    const client = await runJsonHere<{ clientId: number }>(['client', 'add', '--name', 'Acme', ...onOriginal()])
    const ofClient = ['--client', String(client.clientId)]
    await runJsonHere(['channel', 'add', ...ofClient, '--number', '27820001234', '--default', ...onOriginal()])
    const who = ['--email', 'jo@acme.example', '--password', 'correct horse']
    const { userId } = await runJsonHere<{ userId: number }>(['user', 'add', ...ofClient, ...who, ...onOriginal()])
    const { apiKey } = await runJsonHere<{ apiKey: string }>(['key', 'add', '--user', String(userId), ...onOriginal()])
    await asServer('base')
    const before = [await send(apiKey, '27821110001'), await send(apiKey, '27821110002')].map(({ smsId }) => smsId)
    const WHEN = await sql(env.DATABASE_URL as string, 'select clock_timestamp()')
    await asServer('dump')
    const { smsId: late } = await send(apiKey, '27821110003')
    await sql(env.DATABASE_URL as string, 'select pg_switch_wal()')

    await asServer('restore')
    await asUser('start')
    const restored = env.RESTORED_URL as string
    const listed = await runJsonHere<{ total: number }>(onRestored(restored, 'unknown', 'list'))
    assert.equal(listed.total, 2)
    const fresh = await runJsonHere<{ smsId: number }>(
      onRestored(restored, 'send', '--key', apiKey, '--to', '27821110004', '--text', 'Hello'),
    )
    assert.ok(fresh.smsId > late + 50_000_000, `${fresh.smsId} is far above ${late}`)
    const untouched = await sql(restored, "select count(*) from heliograph.submission where state <> 'unknown'")
    assert.equal(untouched, '0', 'nothing has been sent')
    await asUser('decide')
    const sent = `select count(*) from heliograph.message_state where state in ('submitted', 'delivered')
      and sms_id in (${[...before, fresh.smsId].join(', ')})`
    await until(
      () => sql(restored, sent),
      (count) => count === '3',
    )
    await stopGateway()

    const port = await findFreePort()
    const point = `postgres://postgres@127.0.0.1:${port}/heliograph`
    servers.push(env.RESTORED as string)
    const there = { WHEN, PGPORT: String(port), RESTORED_URL: point }
    await asServer('point', there)
    const refused = await runHere([
      ...onRestored(point, 'start'),
      '--set',
      'http.port=0',
      '--set',
      'admin.port=0',
      '--json',
    ])
    assert.match(refused.stderr, /"code":"database-older".*--restored/)
    await asUser('start', there)
    const counted = await runJsonHere<{ total: number; messages: readonly { smsId: number }[] }>(
      onRestored(point, 'unknown', 'list'),
    )
    assert.deepEqual(
      counted.messages.map(({ smsId }) => smsId),
      before,
    )
  })
})

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
