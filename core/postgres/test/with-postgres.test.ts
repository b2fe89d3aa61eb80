import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { access } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import postgres from '@heliograph/postgres-driver'
import { SOURCE_OPTIONS } from './support/run-program.ts'

const WRAPPER = fileURLToPath(new URL('../src/testing/with-postgres.ts', import.meta.url))
const GIVEN = 'postgres://127.0.0.1:1/given'

/** Prints the address of its server and its own pid, and runs until it is told to end. */
const WAITING = `
  console.log(process.env.HELIOGRAPH_TEST_DATABASE)
  console.log(process.pid)
  process.on('SIGTERM', () => { console.log('told to end'); process.exit(7) })
  setInterval(() => {}, 1000)
`

function wrap(program: string, given?: string): ChildProcess {
  const { NODE_TEST_CONTEXT, HELIOGRAPH_TEST_DATABASE, ...inherited } = process.env
  return spawn(process.execPath, [...SOURCE_OPTIONS, WRAPPER, process.execPath, '--eval', program], {
    env: { ...inherited, ...(given === undefined ? {} : { HELIOGRAPH_TEST_DATABASE: given }) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

function linesOf(child: ChildProcess): () => Promise<string> {
  const lines = createInterface({ input: child.stdout as never })[Symbol.asyncIterator]()
  return async () => (await lines.next()).value
}

/** Where a running server keeps its data: inside the folder that must be removed with it. */
async function dataFolder(url: string): Promise<string> {
  const sql = postgres(url, { max: 1 })
  try {
    const [row] = await sql`show data_directory`
    return row?.data_directory
  } finally {
    await sql.end()
  }
}

async function isGone(path: string): Promise<boolean> {
  return access(path).then(
    () => false,
    () => true,
  )
}

describe('with-postgres', { concurrency: true }, () => {
  test('hands signals to the command, ends with its exit code and leaves nothing behind', async () => {
    const child = wrap(WAITING)
    const exit = once(child, 'exit')
    const line = linesOf(child)
    const data = await dataFolder(await line())
    await line()
    child.kill('SIGTERM')
    assert.equal(await line(), 'told to end')
    assert.deepEqual(await exit, [7, null])
    assert.equal(await isGone(data), true)
  })

  test('leaves nothing behind when it is killed itself', async () => {
    const child = wrap(WAITING)
    const exit = once(child, 'exit')
    const line = linesOf(child)
    const data = await dataFolder(await line())
    const pid = Number(await line())
    child.kill('SIGKILL')
    await exit
    process.kill(pid, 'SIGKILL')
    const end = Date.now() + 30_000
    while (!(await isGone(data)) && Date.now() < end) await delay(20)
    assert.equal(await isGone(data), true)
  })

  test('ends by the signal that ended the command', async () => {
    const child = wrap("process.kill(process.pid, 'SIGTERM'); setInterval(() => {}, 1000)", GIVEN)
    assert.deepEqual(await once(child, 'exit'), [null, 'SIGTERM'])
  })

  test('uses a server it is given', async () => {
    const child = wrap('console.log(process.env.HELIOGRAPH_TEST_DATABASE); process.exit(3)', GIVEN)
    const [output, [code]] = await Promise.all([text(child.stdout as never), once(child, 'exit')])
    assert.deepEqual([code, output.trim()], [3, GIVEN])
  })

  test('says so when the command cannot be run', async () => {
    const child = spawn(process.execPath, [...SOURCE_OPTIONS, WRAPPER, '/no-such-program'], {
      env: { ...process.env, HELIOGRAPH_TEST_DATABASE: GIVEN },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const [message, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
    assert.equal(code, 127)
    assert.match(message, /no-such-program could not be run/)
  })
})
