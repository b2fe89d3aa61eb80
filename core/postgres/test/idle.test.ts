import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type TestContext, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import postgres from '@heliograph/postgres-driver'
import { openEmbeddedPostgres } from '../src/index.ts'
import { isServerRunning } from '../src/server/postmaster.ts'
import { isAlive, type ProcessIdentity } from '../src/system/process-identity.ts'

// A server ends on its own when every process that used it was killed. The tests wait for an event, however long it
// takes.

const AT_ONCE_MS = 200
const NEVER_MS = 3_600_000

test('the server of a killed process ends some time after it, and so does the process that watches it', async (t) => {
  const { dataDir, data, helper } = await makeFolder(t)
  const owner = await startOwner(t, dataDir, AT_ONCE_MS)
  const [looker, pid] = [await helper(), await postmasterPid(data)]
  await kill(owner)
  await until(async () => !(await isServerRunning(data)))
  await until(async () => !(await isAlive(looker)))
  // It did not crash: the data is still there.
  const log = await readFile(join(dataDir, 'postgres', 'server.log'), 'utf8')
  assert.match(log, /received fast shutdown request/)
  const next = await openEmbeddedPostgres({ dataDir, durable: false })
  assert.deepEqual([next.startedHere, (await postmasterPid(data)) === pid], [true, false])
  await next.stop()
})

test('it goes on while another process uses it, and while one comes within the time', async (t) => {
  const { dataDir, data } = await makeFolder(t)
  const first = await startOwner(t, dataDir, AT_ONCE_MS)
  const second = await startOwner(t, dataDir, NEVER_MS)
  const pid = await postmasterPid(data)
  await kill(first)
  // Takes far longer than the grace after which the server would end and take this statement with it.
  const sql = postgres(second.url, { max: 1 })
  await sql`select pg_sleep(${(5 * AT_ONCE_MS) / 1000})`
  await sql.end()
  assert.equal(await postmasterPid(data), pid)
  await kill(second)
  await until(async () => !(await isServerRunning(data)))
})

test('what looks after it is one process only, has no secret, and leaves with the server', async (t) => {
  process.env.HELIOGRAPH_TEST_SECRET = 'sesame-sesame'
  t.after(() => {
    delete process.env.HELIOGRAPH_TEST_SECRET
  })
  const { dataDir, helper } = await makeFolder(t)
  const open = () => openEmbeddedPostgres({ dataDir, durable: false, idleGraceMs: AT_ONCE_MS })
  const first = await open()
  const looker = await helper()
  const second = await open()
  assert.deepEqual(await helper(), looker)
  if (process.platform === 'linux') {
    const environment = await readFile(`/proc/${looker.pid}/environ`, 'utf8')
    const argument = await readFile(`/proc/${looker.pid}/cmdline`, 'utf8')
    const password = new URL(first.url).password
    for (const text of [environment, argument]) assert.ok(!text.includes('sesame') && !text.includes(password))
  }
  await Promise.all([first.stop(), second.stop()])
  await until(async () => !(await isAlive(looker)))
})

test('a server that dies is looked after again once it is back', async (t) => {
  const { dataDir, data, helper } = await makeFolder(t)
  const owner = await startOwner(t, dataDir, AT_ONCE_MS)
  const looker = await helper()
  process.kill(await postmasterPid(data), 'SIGKILL')
  await until(async () => !(await isAlive(looker)))
  const server = await openEmbeddedPostgres({ dataDir, durable: false, idleGraceMs: AT_ONCE_MS })
  assert.ok(await isAlive(await helper()))
  await server.stop()
  assert.ok(await isServerRunning(data))
  await kill(owner)
  await until(async () => !(await isServerRunning(data)))
})

test('it leaves when the folder is gone', async (t) => {
  const { dataDir, data, helper } = await makeFolder(t)
  const server = await openEmbeddedPostgres({ dataDir, durable: false, idleGraceMs: AT_ONCE_MS })
  const looker = await helper()
  const aside = `${dataDir}-aside`
  await rename(dataDir, aside)
  await until(async () => !(await isAlive(looker)))
  await rename(aside, dataDir)
  assert.ok(await isServerRunning(data))
  await server.stop()
})

async function makeFolder(t: TestContext) {
  const dataDir = await mkdtemp(join(tmpdir(), 'heliograph-idle-'))
  t.after(() => rm(dataDir, { recursive: true, force: true }))
  return {
    dataDir,
    data: join(dataDir, 'postgres', 'data'),
    async helper(): Promise<ProcessIdentity> {
      return JSON.parse(await readFile(join(dataDir, 'postgres.run', 'idle-stop'), 'utf8'))
    },
  }
}

async function startOwner(t: TestContext, dataDir: string, idleGraceMs: number) {
  const script = fileURLToPath(new URL('./support/postgres-owner.ts', import.meta.url))
  const child = spawn(process.execPath, [...process.execArgv, script, dataDir, String(idleGraceMs)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  t.after(() => child.kill('SIGKILL'))
  const [line] = await once(createInterface(child.stdout), 'line')
  const { error, url } = JSON.parse(line) as { error?: string; url: string }
  if (error) throw new Error(error)
  return { child, url }
}

async function kill({ child }: Awaited<ReturnType<typeof startOwner>>): Promise<void> {
  child.kill('SIGKILL')
  await once(child, 'exit')
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await delay(20)
}

async function postmasterPid(data: string): Promise<number> {
  return Number((await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n')[0])
}
