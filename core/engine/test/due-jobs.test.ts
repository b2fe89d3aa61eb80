import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { Links } from '@heliograph/contracts'
import { captureLogger } from '@heliograph/testkit'
import { DueJobs } from '../src/clock/due-jobs.ts'
import { openDatabase } from '../src/database/database.ts'
import { findNextDue } from '../src/outbound/batches/due-batches.ts'
import { useDatabase } from './support/database-fixture.ts'
import { type Harness, startEngine, waitUntil } from './support/engine-harness.ts'
import { carrierOf, FakeLink } from './support/fake-carrier.ts'
import { find } from './support/smpp-node.ts'

describe('what falls due', () => {
  const db = useDatabase()
  const due = () => new DueJobs({ sql: db.sql, clock: db.clock, logger: captureLogger() })
  const at = (ms: number) => new Date(Math.floor(db.clock.now() / 1000) * 1000 + ms)

  /** When the jobs of a chore run, as milliseconds after the present second. */
  async function jobsOf(chore: string): Promise<readonly number[]> {
    const jobs = await db.sql<{ run_at: Date }[]>`
      select run_at from graphile_worker.jobs where key like ${`chore ${chore} %`} order by run_at`
    return jobs.map((job) => job.run_at.getTime() - at(0).getTime())
  }

  /** When something falls due, and when its jobs run. */
  const ROWS: readonly (readonly [name: string, dueMs: readonly number[], runMs: readonly number[]])[] = [
    ['in one second has one job at its end', [3_000, 2_001, 2_500], [3_000]],
    ['in several seconds has one for each', [61_000, 2_000, 1_100], [2_000, 61_000]],
    ['by now has one as well', [-5_000], [-5_000]],
    ['long after the next regular run has none yet', [125_000, 3_600_000], []],
  ]
  for (const [name, dueMs, runMs] of ROWS)
    it(name, async () => {
      const [one, other] = [due(), due()]
      for (const ms of dueMs) for (const node of [one, other]) node.add(name, at(ms))
      await waitUntil(async () => (await jobsOf(name)).length >= runMs.length, 'jobs are added')
      for (const ms of dueMs) one.add(name, at(ms))
      one.add('last', at(1_000))
      await waitUntil(async () => (await jobsOf('last')).length > 0, 'all are added')
      const jobs = await jobsOf(name)
      await db.sql`select graphile_worker.remove_job(key) from graphile_worker.jobs where key = 'chore last'`
      assert.deepEqual(jobs, runMs)
    })

  it('while the job of that second runs has another', async () => {
    const node = due()
    node.add('running', at(-1_000))
    await waitUntil(async () => (await jobsOf('running')).length > 0, 'the job is added')
    await db.sql`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'pool', attempts = 1`
    node.add('running', at(-1_000))
    const waiting = () =>
      db.sql`select from graphile_worker.jobs where key like 'chore running %' and locked_at is null`
    await waitUntil(async () => (await waiting()).length > 0, 'another is added')
  })

  it('in the next minutes is found in the table, except what is cancelled or moved', async () => {
    const add = (dueAt: string, cancelledAt: Date | null = null) => db.sql`
      insert into batch (route, priority, due_at, sms_ids, cancelled_at, batch_id)
      values ('r', 1, ${dueAt}::text::timestamptz, '{1}', ${cancelledAt}, (select coalesce(max(batch_id), 0) + 1 from batch))`
    const inMs = (ms: number) => new Date(Date.now() + ms).toISOString()
    const soon = inMs(30_000)
    for (const dueAt of [soon, soon, inMs(-1), inMs(300_000), 'infinity']) await add(dueAt)
    await add(inMs(40_000), new Date())
    assert.deepEqual(await findNextDue(db.sql), [new Date(soon)])
  })
})

describe('messages that wait for a time', () => {
  it('go out within seconds of it', async (t) => {
    const link = new FakeLink()
    const node = await startEngine({ carriers: new Map([['net', carrierOf(link)]]), credit: '100' })
    t.after(() => node.close())
    const sendAt = new Date(Date.now() + 2_000)
    const [scheduled, unscheduled] = [await node.submit({ sendAt }), await node.submit({})]
    assert.equal(scheduled.entries.length + unscheduled.entries.length, 2)
    await node.until(() => link.submitted.length === 2, 'both are out')
    const lateMs = Date.now() - sendAt.getTime()
    assert.ok(lateMs >= 0 && lateMs < 4_000, `${lateMs} ms late`)
  })
})

/** How long a chore waits for a lock. */
const CHORE_MS = 60_000

describe('while all connections of chores wait for locks', () => {
  /** Runs a test with a node whose chores do; the locks go with the test. */
  async function held(t: TestContext, run: (node: Harness, link: FakeLink) => Promise<void>): Promise<void> {
    const base = await startEngine({ credit: '100' })
    t.after(() => base.close())
    const locker = openDatabase({ url: base.url, max: 1, applicationName: 'locker' })
    t.after(() => locker.end({ timeout: 1 }))
    await locker.begin(async (tx) => {
      await tx.unsafe('set local idle_in_transaction_session_timeout = 0')
      await tx`lock table auto_reply, credit_day in access exclusive mode`
      const link = new FakeLink()
      const node = await startEngine({ joinTo: base, carriers: new Map([['net', carrierOf(link)]]) })
      const waiting = () => base.engine.sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and application_name like '% chores'`
      await node.until(async () => (await waiting()).length === 2, 'all wait')
      const heldAt = performance.now()
      await run(node, link)
      await node.close()
      const heldMs = performance.now() - heldAt
      assert.ok(heldMs < CHORE_MS / 2, `done and closed after ${heldMs} ms`)
    })
  }

  it('messages go out when they are due', (t) =>
    held(t, async (node, link) => {
      const sendAt = new Date(Date.now() + 2_000)
      await node.submit({ sendAt })
      await node.until(() => link.submitted.length === 1, 'it is out')
      const lateMs = Date.now() - sendAt.getTime()
      assert.ok(lateMs >= 0 && lateMs < 4_000, `${lateMs} ms late`)
    }))

  it('links are paused, and their states shown', (t) =>
    held(t, async (node) => {
      const operator = { ...node.principal, role: 'operator', email: 'ops@example.com' } as const
      await find(node.engine.services, Links).pause(operator, 'net/main')
      await node.until(async () => (await node.engine.linkStates())[0]?.isPaused === true, 'the node knows')
    }))
})
