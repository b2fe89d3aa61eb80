import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, it, type TestContext } from 'node:test'
import { PRIORITIES, type UploadRecord, Uploads } from '@heliograph/contracts'
import { resumeWork } from '../src/index.ts'
import { type Harness, startEngine } from './support/engine-harness.ts'
import { find } from './support/smpp-node.ts'

interface Victim {
  readonly process: ChildProcess
  /** Resolves when the process has ended. */
  readonly ended: Promise<unknown>
}

function startVictim(t: TestContext, url: string, roles: string, environment: NodeJS.ProcessEnv = {}): Victim {
  const script = new URL('./support/node-process.ts', import.meta.url).pathname
  const args = ['--conditions=@heliograph/source', '--import', '@heliograph/tsx', script, url, '30', '50', roles]
  const env = { ...process.env, ...environment }
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'], env })
  t.after(() => child.kill('SIGKILL'))
  return { process: child, ended: once(child, 'exit') }
}

/**
 * A node that does no work, with a function that waits until it has found that others are dead. Only meanwhile does its
 * clock run fast: one that is alive but slow must not look dead.
 */
async function startObserver(t: TestContext) {
  let skippedMs = 0
  const monotonic = () => performance.now() + skippedMs
  const base = await startEngine({ carriers: new Map(), roles: ['http'], monotonic })
  t.after(() => base.close())
  const bury = () =>
    base.until(async () => {
      skippedMs += 3_000
      return (await base.engine.sql`select from node where name = 'victim'`).length === 0
    }, 'the node counts as dead')
  return { base, bury }
}

async function planned(base: Harness, text: string): Promise<number> {
  const uploads = find(base.engine.services, Uploads)
  const { uploadId } = await uploads.create(base.principal, { name: text, octets: 1 })
  const rows = Array.from({ length: 5_000 }, (_, n) => [`2782${String(n).padStart(7, '0')}`, 'x'])
  await uploads.addRows(base.principal, uploadId, { from: 0, to: 1, separator: ',', rows })
  await uploads.plan(base.principal, uploadId, { hasHeader: false, numberColumn: 0, text })
  return uploadId
}

describe('a process that ends in the middle of work', () => {
  it('twice over the same upload: it is paused with its reason, the third stays up, and an operator resumes it', async (t) => {
    const { base, bury } = await startObserver(t)
    const uploads = find(base.engine.services, Uploads)
    const upload = async (uploadId: number) => (await uploads.get(base.principal, uploadId)) as UploadRecord
    const guilty = await planned(base, 'Leave: {opt_out_link}')
    const innocent = await planned(base, 'Dear {2}')
    for (let time = 1; time <= 2; time += 1) {
      await startVictim(t, base.url, 'webhooks', { POISON: 'yes' }).ended
      assert.notEqual((await upload(guilty)).pausedBecause, 'ended-process')
      await bury()
    }
    const third = startVictim(t, base.url, 'webhooks', { POISON: 'yes' })
    await base.until(async () => (await upload(innocent)).state === 'ready', 'the innocent one is checked')
    await base.until(async () => (await upload(guilty)).state === 'received', 'the guilty one is stopped')
    assert.equal(third.process.exitCode ?? third.process.signalCode, null)
    const { pausedBecause, plan } = await upload(guilty)
    assert.equal(pausedBecause, 'ended-process')
    const { status, reason } = await base.engine.pausedWorkHealth()
    assert.deepEqual([status, String(reason).includes(`upload ${guilty}`)], ['degraded', true])
    assert.ok(base.log.dump().includes('work crashed two processes and is paused'))
    await assert.rejects(uploads.plan(base.principal, guilty, plan as never), { code: 'upload-held' })

    third.process.kill('SIGKILL')
    await third.ended
    await bury()
    startVictim(t, base.url, 'webhooks')
    await resumeWork(base.engine.sql, { kind: 'upload', key: String(guilty) })
    await base.until(async () => (await upload(guilty)).state === 'ready', 'it is checked after all')
    assert.deepEqual(await base.engine.pausedWorkHealth(), { status: 'ok' })
  })

  it('killed twice with messages and an upload under way: nothing is lost and nothing is paused', async (t) => {
    const { base, bury } = await startObserver(t)
    const uploads = find(base.engine.services, Uploads)
    const innocent = await planned(base, 'Dear {2}')
    const to = Array.from({ length: 100 }, (_, n) => `2783${String(n).padStart(7, '0')}`)
    const total = 2_000
    for (let sent = 0; sent < total; sent += to.length) await base.submit({ to }, { priority: PRIORITIES.HIGH })
    const submitted = async () => (await base.states()).submitted ?? 0
    for (let time = 1; time <= 2; time += 1) {
      const victim = startVictim(t, base.url, 'dispatch,webhooks,cron')
      await base.until(async () => (await submitted()) >= (total * time) / 4, `part ${time} is with the network`)
      // Only in the moment in which it is alone would a suspect be blamed for this.
      await base.until(async () => {
        const suspects = await base.engine.sql`select from work_start where ends > 0`
        return suspects.length === 0
      }, 'no work is suspected any more')
      victim.process.kill('SIGKILL')
      await victim.ended
      await bury()
    }
    startVictim(t, base.url, 'dispatch,webhooks,cron')
    await base.until(async () => (await submitted()) === total, 'all are with the network')
    await base.until(
      async () => (await uploads.get(base.principal, innocent))?.state === 'ready',
      'the upload is checked',
    )
    assert.deepEqual(await base.engine.pausedWorkHealth(), { status: 'ok' })
  })
})
