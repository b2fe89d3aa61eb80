import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { captureLogger } from '@heliograph/testkit'
import { LifeLine } from '../src/ownership/life-line.ts'
import { startEngine } from './support/engine-harness.ts'
import { carrierOf, FakeLink } from './support/fake-carrier.ts'

const isLinux = process.platform === 'linux'

/** A data folder whose path is longer than that of a socket may be. */
async function dataFolder(context: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'life-line-'))
  context.after(() => rm(folder, { recursive: true, force: true }))
  const long = join(folder, 'x'.repeat(120))
  await mkdir(long)
  return long
}

/** Starts a script of the support folder, which says something once it is ready. */
async function startProcess(
  context: TestContext,
  script: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
) {
  const path = new URL(`./support/${script}`, import.meta.url).pathname
  const child = spawn(
    process.execPath,
    ['--conditions=@heliograph/source', '--import', '@heliograph/tsx', path, ...args],
    { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, ...env } },
  )
  const ended = once(child, 'exit')
  context.after(() => child.kill('SIGKILL'))
  return {
    ready: once(child.stdout, 'data'),
    stop: () => child.kill('SIGSTOP'),
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

describe('whether the process of a node has ended', { skip: !isLinux && 'only where there is /proc' }, () => {
  it('is known from its socket: not while it lives or is stopped, at once when it was killed', async (context) => {
    const folder = await dataFolder(context)
    const nodeId = randomUUID()
    const other = await startProcess(context, 'life-line-process.ts', [folder, nodeId])
    await other.ready
    const line = new LifeLine(captureLogger())
    await line.open(folder, randomUUID())
    assert.deepEqual(await line.ended(), [])
    other.stop()
    assert.deepEqual(await line.ended(), [])
    await other.kill()
    assert.deepEqual(await line.ended(), [nodeId])
    await line.forget([nodeId])
    assert.deepEqual(await line.ended(), [])
    await line.close()
    assert.deepEqual(await readdir(join(folder, 'nodes')), [])
  })

  it('is not known of one of another machine, or of this one before it was started again', async (context) => {
    const folder = await dataFolder(context)
    await mkdir(join(folder, 'nodes'))
    await writeFile(join(folder, 'nodes', `${randomUUID()}.${randomUUID()}.sock`), '')
    const line = new LifeLine(captureLogger())
    await line.open(folder, randomUUID())
    assert.deepEqual(await line.ended(), [])
    await line.close()
  })

  it('where it cannot be told, a node goes without', async (context) => {
    const folder = await dataFolder(context)
    await writeFile(join(folder, 'nodes'), 'no folder')
    const line = new LifeLine(captureLogger())
    await line.open(folder, randomUUID())
    assert.deepEqual(await line.ended(), [])
    await line.close()
  })

  it('a node that was killed and starts again sends at once: its links and batches do not wait for its silence', async (context) => {
    const dataDir = await dataFolder(context)
    const base = await startEngine()
    context.after(() => base.close())
    await base.submit({ to: Array.from({ length: 200 }, (_, at) => `2782${String(at).padStart(7, '0')}`) })
    // Its link never answers, so the batch is its own when it is killed.
    const victim = await startProcess(context, 'node-process.ts', [base.url, '600000', '10'], { DATA_DIR: dataDir })
    await victim.ready
    await victim.kill()
    const link = new FakeLink()
    let isLate = false
    const limit = setTimeout(() => {
      isLate = true
    }, 8_000)
    const node = await startEngine({ joinTo: base, dataDir, carriers: new Map([['net', carrierOf(link)]]) })
    await base.until(() => link.submitted.length === 200, 'all is sent')
    clearTimeout(limit)
    assert.equal(isLate, false)
    await node.close()
  })
})
