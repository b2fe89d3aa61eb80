import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import postgres from '@heliograph/postgres-driver'
import { openEmbeddedPostgres } from '../src/index.ts'
import { rotateLog } from '../src/server/server.ts'

// How the embedded server behaves towards the machine it runs on.

test('without TCP it listens on its socket only, and a process that adopts it gets that address', async (t) => {
  const dataDir = await makeFolder(t)
  const server = await openEmbeddedPostgres({ dataDir, durable: false, tcp: false })
  const adopted = await openEmbeddedPostgres({ dataDir })
  assert.deepEqual([adopted.startedHere, adopted.url, server.url], [false, server.socketUrl, server.socketUrl])
  // The driver takes the folder as an option.
  const { searchParams, href } = new URL(adopted.url)
  const sql = postgres(href.replace(/\?.*/, ''), { max: 1, host: searchParams.get('host') ?? '' })
  assert.deepEqual([...(await sql`show listen_addresses`)], [{ listen_addresses: '' }])
  await sql.end()
  const tcp = connect(Number(new URL(server.url).port), '127.0.0.1')
  assert.equal((await once(tcp, 'error'))[0].code, 'ECONNREFUSED')
  await Promise.all([server.stop(), adopted.stop()])
})

test('it inherits no secret of ours', { skip: process.platform !== 'linux' }, async (t) => {
  process.env.HELIOGRAPH_TEST_SECRET = 'sesame-sesame'
  t.after(() => {
    delete process.env.HELIOGRAPH_TEST_SECRET
  })
  const dataDir = await makeFolder(t)
  const server = await openEmbeddedPostgres({ dataDir, durable: false })
  const environment = await readFile(`/proc/${await postmasterPid(dataDir)}/environ`, 'utf8')
  assert.doesNotMatch(environment, /sesame|HELIOGRAPH/)
  await server.stop()
})

test('its log holds no row of a customer', async (t) => {
  const dataDir = await makeFolder(t)
  const server = await openEmbeddedPostgres({ dataDir, durable: false })
  const sql = postgres(server.url, { max: 1, onnotice: () => undefined })
  await sql`create table message (text text primary key)`
  await sql`insert into message values (${'Meet me at nine'})`
  for (const query of [
    sql`insert into message values (${'Meet me at nine'})`,
    sql`select 'Meet me at nine'::int`,
    sql`select text::int from message where text = ${'Meet me at nine'}`,
    sql`select broken from message where text = 'Meet me at nine'`,
  ]) {
    await assert.rejects(query)
  }
  await sql.end()
  await server.stop()
  const log = await readFile(join(dataDir, 'postgres', 'server.log'), 'utf8')
  assert.match(log, /ready to accept connections/)
  assert.doesNotMatch(log, /nine/)
})

test('its log is emptied where the server has it open, and one older is kept', async (t) => {
  const path = join(await makeFolder(t), 'server.log')
  const writer = spawn('sh', ['-c', `cat >> '${path}'`], { stdio: ['pipe', 'ignore', 'inherit'] })
  await writeFile(path, 'early\n')
  await rotateLog(path, 5)
  await rotateLog(path, 5)
  writer.stdin.end('late\n')
  await once(writer, 'close')
  assert.deepEqual([await readFile(path, 'utf8'), await readFile(`${path}.1`, 'utf8')], ['late\n', 'early\n'])
})

test('a process without file descriptors leaves it alone', { skip: process.platform === 'win32' }, async (t) => {
  const dataDir = await makeFolder(t)
  const first = await openEmbeddedPostgres({ dataDir, durable: false })
  const pid = await postmasterPid(dataDir)
  const script = fileURLToPath(new URL('./support/postgres-without-files.ts', import.meta.url))
  const program = [process.execPath, ...process.execArgv, script, dataDir].map((word) => `'${word}'`).join(' ')
  const child = spawn('sh', ['-c', `ulimit -n 256; exec ${program}`], { stdio: ['pipe', 'pipe', 'inherit'] })
  t.after(() => child.kill('SIGKILL'))
  const [line] = await once(createInterface(child.stdout), 'line')
  const { failures, taken, url } = JSON.parse(line)
  assert.ok(taken > 100)
  assert.deepEqual(failures, Array(2).fill('embedded Postgres cannot be watched: EMFILE'))
  assert.equal(await postmasterPid(dataDir), pid)
  const socket = join(new URL(url).searchParams.get('host') ?? '', `.s.PGSQL.${new URL(url).port}`)
  assert.ok((await stat(socket)).isSocket())
  child.stdin.end()
  assert.deepEqual(await once(child, 'exit'), [0, null])
  await first.stop()
})

async function makeFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'heliograph-postgres-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  return folder
}

async function postmasterPid(dataDir: string): Promise<number> {
  return Number((await readFile(join(dataDir, 'postgres', 'data', 'postmaster.pid'), 'utf8')).split('\n')[0])
}
