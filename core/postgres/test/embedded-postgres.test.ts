import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, lstat, mkdir, mkdtemp, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type TestContext, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import postgres from '@heliograph/postgres-driver'
import { EmbeddedPostgresError, openEmbeddedPostgres } from '../src/index.ts'

const IS_ROOT = process.getuid?.() === 0
const NOBODY = 65534

test('creates a cluster once, keeps data over a restart, leaves nothing running', async (t) => {
  const dataDir = await makeFolder(t)
  const first = await openEmbeddedPostgres({ dataDir })
  assert.equal(first.startedHere, true)
  assert.match(first.url, /^postgres:\/\/heliograph:[\w-]{32}@127\.0\.0\.1:\d+\/heliograph$/)
  assert.equal(await query(first.url, 'create table kept as select 42 as answer'), undefined)
  for (const [setting, expected] of [
    ['fsync', 'on'],
    ['synchronous_commit', 'on'],
    ['full_page_writes', 'on'],
    ['max_connections', '100'],
    ['jit', 'off'],
    ['wal_level', 'minimal'],
    ['listen_addresses', '127.0.0.1'],
    ['unix_socket_directories', '.'],
  ]) {
    assert.equal(await query(first.url, `show ${setting}`), expected, setting)
  }
  assert.equal((await stat(join(dataDir, 'postgres', 'password'))).mode & 0o777, 0o600)
  const folder = new URL(first.socketUrl).searchParams.get('host') ?? ''
  assert.ok((await stat(join(folder, `.s.PGSQL.${new URL(first.url).port}`))).isSocket())
  await first.stop()
  await first.stop()
  await assert.rejects(query(first.url, 'select 1'), { code: 'ECONNREFUSED' })

  const second = await openEmbeddedPostgres({ dataDir })
  assert.equal(second.startedHere, true)
  assert.equal(new URL(second.url).password, new URL(first.url).password)
  assert.equal(await query(second.url, 'select answer from kept'), 42)
  await second.stop()
})

test('relaxed durability for throw-away data', async (t) => {
  const server = await openEmbeddedPostgres({ dataDir: await makeFolder(t), durable: false })
  assert.equal(await query(server.url, 'show fsync'), 'off')
  await server.stop()
})

test('outlives a killed owner and is adopted by the next', async (t) => {
  const dataDir = await makeFolder(t)
  const owner = await startOwner(dataDir)
  const connection = postgres(owner.url, { max: 1, onnotice: () => undefined })
  await connection`create table burst as select generate_series(1, 1000) as n`
  owner.child.kill('SIGKILL')
  await once(owner.child, 'exit')
  assert.equal((await connection`select count(*)::int as n from burst`)[0]?.n, 1000)
  await connection.end()

  const next = await openEmbeddedPostgres({ dataDir, durable: false })
  assert.deepEqual([next.startedHere, next.url], [false, owner.url])
  await next.stop()
  await assert.rejects(query(next.url, 'select 1'), { code: 'ECONNREFUSED' })
})

test('several processes open it at once, and the last to go stops it', async (t) => {
  const dataDir = await makeFolder(t)
  const owners = await Promise.all([startOwner(dataDir), startOwner(dataDir), startOwner(dataDir)])
  assert.equal(owners.filter((owner) => owner.startedHere).length, 1)
  assert.equal(new Set(owners.map((owner) => owner.url)).size, 1)
  // The process that started the server leaves first; the others still use it.
  owners.sort((a, b) => Number(b.startedHere) - Number(a.startedHere))
  for (const owner of owners) {
    assert.equal(await query(owner.url, 'select 1'), 1)
    owner.child.stdin.end()
    assert.deepEqual(await once(owner.child, 'exit'), [0, null])
  }
  await assert.rejects(query(owners[0]?.url ?? '', 'select 1'), { code: 'ECONNREFUSED' })
})

test('a crash of the server itself is recovered from', async (t) => {
  const dataDir = await makeFolder(t)
  const first = await openEmbeddedPostgres({ dataDir })
  await query(first.url, 'create table kept as select 42 as answer')
  const pid = await postmasterPid(dataDir)
  process.kill(pid, 'SIGKILL')
  await untilGone(pid)
  const second = await openEmbeddedPostgres({ dataDir })
  // At the old address, because the first one still uses it and has no other.
  assert.deepEqual([second.startedHere, second.url], [true, first.url])
  assert.equal(await query(first.url, 'select answer from kept'), 42)
  await Promise.all([first.stop(), second.stop()])
})

for (const signal of ['SIGKILL', 'SIGINT'] as const) {
  test(`a watched server that ${signal} ended comes back at its address by itself`, async (t) => {
    const dataDir = await makeFolder(t)
    const server = await openEmbeddedPostgres({ dataDir, keepRunning: true })
    const connection = postgres(server.url, { max: 1, onnotice: () => undefined })
    t.after(() => connection.end())
    await connection`create table kept as select 42 as answer`
    for (const round of [1, 2]) {
      const pid = await postmasterPid(dataDir)
      process.kill(pid, signal)
      await untilAnswers(connection)
      assert.notEqual(await postmasterPid(dataDir), pid, `round ${round}`)
      assert.equal((await connection`select answer from kept`)[0]?.answer, 42)
    }
    await server.stop()
    await assert.rejects(query(server.url, 'select 1'), { code: 'ECONNREFUSED' })
  })
}

test('a stale postmaster.pid that names a living stranger is no obstacle', async (t) => {
  const dataDir = await makeFolder(t)
  await (await openEmbeddedPostgres({ dataDir, durable: false })).stop()
  const pidFile = join(dataDir, 'postgres', 'data', 'postmaster.pid')
  const user = await stat(join(dataDir, 'postgres'))
  // Runs as the server's own user; otherwise Postgres itself would take this process for another server.
  const stranger = spawn('sleep', ['60'], IS_ROOT ? { uid: user.uid, gid: user.gid } : {})
  await writeFile(pidFile, `${stranger.pid}\n${join(dataDir, 'postgres', 'data')}\n0\n1\n\n127.0.0.1\n0 0\nready\n`)
  await chown(pidFile, user.uid, user.gid)
  const server = await openEmbeddedPostgres({ dataDir, durable: false })
  assert.equal(server.startedHere, true)
  assert.equal(await query(server.url, 'select 1'), 1)
  await server.stop()
  stranger.kill()
})

test('an interrupted creation is begun again', async (t) => {
  const dataDir = await makeFolder(t)
  const dead = spawn(process.execPath, ['-e', ''])
  await once(dead, 'exit')
  const rest = join(dataDir, `postgres.new-${dead.pid}`)
  await mkdir(join(rest, 'data'), { recursive: true })
  const server = await openEmbeddedPostgres({ dataDir, durable: false })
  await assert.rejects(stat(rest), { code: 'ENOENT' })
  await server.stop()
})

test('a broken cluster is an error that shows the log', async (t) => {
  const dataDir = await makeFolder(t)
  await (await openEmbeddedPostgres({ dataDir, durable: false })).stop()
  await writeFile(join(dataDir, 'postgres', 'data', 'PG_VERSION'), '9.6\n')
  await assert.rejects(openEmbeddedPostgres({ dataDir }), (error: Error) => {
    assert.ok(error instanceof EmbeddedPostgresError)
    assert.match(error.message, /did not start on .*server\.log.*\n.*incompatible/s)
    return true
  })
})

test('root in a folder closed to others: the cluster is kept elsewhere, behind a link', {
  skip: !IS_ROOT,
}, async (t) => {
  const closed = await makeFolder(t)
  const dataDir = join(closed, 'inside')
  const server = await openEmbeddedPostgres({ dataDir, durable: false })
  const home = await realpath(join(dataDir, 'postgres'))
  t.after(() => rm(home, { recursive: true, force: true }))
  assert.ok((await lstat(join(dataDir, 'postgres'))).isSymbolicLink())
  assert.equal(home.startsWith(join(await realpath(tmpdir()), 'heliograph-postgres-')), true, home)
  assert.equal(await query(server.url, 'select 1'), 1)
  await server.stop()
  await rm(home, { recursive: true })
  await assert.rejects(openEmbeddedPostgres({ dataDir }), /a link to a folder that is gone/)
})

test('an ordinary user runs it under their own account, and gets an error when the folder belongs to another user', {
  skip: !IS_ROOT,
}, async (t) => {
  const dataDir = await makeFolder(t)
  await chown(dataDir, NOBODY, NOBODY)
  const owner = await startOwner(dataDir, NOBODY)
  assert.equal((await stat(join(dataDir, 'postgres', 'data'))).uid, NOBODY)
  assert.equal(await query(owner.url, 'select 1'), 1)
  owner.child.stdin.end()
  await once(owner.child, 'exit')
  await assert.rejects(openEmbeddedPostgres({ dataDir }), /belongs to user id 65534/)

  const foreign = await makeFolder(t)
  await mkdir(join(foreign, 'postgres.run'))
  await chown(foreign, NOBODY, NOBODY)
  await assert.rejects(startOwner(foreign, NOBODY), /cannot be written to/)
})

async function makeFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'heliograph-postgres-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** The first column of the first row. */
async function query(url: string, text: string): Promise<unknown> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined })
  try {
    const [row] = await sql.unsafe(text)
    return row === undefined ? undefined : Object.values(row)[0]
  } finally {
    await sql.end()
  }
}

/** A killed process is there until the system has got round to ending it. */
async function untilGone(pid: number): Promise<void> {
  for (; ; await delay(20)) {
    try {
      process.kill(pid, 0)
    } catch {
      return
    }
  }
}

/** Resolves when the server has gone away and answers again. */
async function untilAnswers(connection: postgres.Sql): Promise<void> {
  for (let wasAway = false; ; await delay(20)) {
    const answers = await connection`select 1`.then(
      () => true,
      () => false,
    )
    if (answers && wasAway) return
    wasAway ||= !answers
  }
}

async function startOwner(dataDir: string, uid?: number) {
  const script = fileURLToPath(new URL('./support/postgres-owner.ts', import.meta.url))
  const child = spawn(process.execPath, [...process.execArgv, script, dataDir], {
    stdio: ['pipe', 'pipe', 'inherit'],
    ...(uid !== undefined && { uid, gid: uid }),
  })
  const [line] = await once(createInterface(child.stdout), 'line')
  const said = JSON.parse(line) as { url: string; startedHere: boolean; error?: string }
  if (said.error) throw new Error(said.error)
  return { child, ...said }
}

async function postmasterPid(dataDir: string): Promise<number> {
  return Number((await readFile(join(dataDir, 'postgres', 'data', 'postmaster.pid'), 'utf8')).split('\n')[0])
}
