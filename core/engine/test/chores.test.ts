import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { captureLogger } from '@heliograph/testkit'
import { Calendar } from '../src/clock/calendar.ts'
import { beginChore, type ChoreDoer, endChore, listChores, planMissing, removeEnded } from '../src/clock/chore-runs.ts'
import { useDatabase } from './support/database-fixture.ts'
import { startEngine, waitUntil } from './support/engine-harness.ts'
import { carrierOf, FakeLink } from './support/fake-carrier.ts'

describe('a chore', () => {
  const database = useDatabase()
  const MINUTE = 60_000

  async function addNode(node: string): Promise<ChoreDoer> {
    const [row] = await database.sql<{ lease: number }[]>`
      insert into node (node_id, name, roles) values (${randomUUID()}, ${node}, '{cron}') returning lease`
    return { lease: row?.lease as number, node }
  }

  /** The jobs of a chore: in how many seconds they run, and what they are. */
  async function jobsOf(name: string) {
    const jobs = await database.sql<{ inSeconds: number; isRunning: boolean; isPlanned: boolean }[]>`
      select round(extract(epoch from run_at - now()))::integer as "inSeconds", locked_at is not null as "isRunning",
        key is not null as "isPlanned"
      from graphile_worker._private_jobs where payload->>'name' = ${name} order by id`
    return jobs.map((job) => ({ ...job }))
  }

  /** As a pool fetches it. */
  const fetch = (name: string) => database.sql`
    update graphile_worker._private_jobs set locked_at = now(), locked_by = 'pool', attempts = attempts + 1
    where payload->>'name' = ${name}`

  const WAITING = { inSeconds: 0, isRunning: false, isPlanned: true }
  const RUNNING = { inSeconds: 0, isRunning: true, isPlanned: true }

  test('has one job, however many nodes plan it, and none while it runs', async () => {
    const { sql } = database
    await Promise.all([planMissing(sql, ['planned', 'other']), planMissing(sql, ['planned'])])
    await planMissing(sql, ['planned'])
    assert.deepEqual(await jobsOf('planned'), [WAITING])
    await fetch('planned')
    await planMissing(sql, ['planned'])
    assert.deepEqual(await jobsOf('planned'), [RUNNING])
  })

  test('is planned again when it has ended, once', async () => {
    const { sql } = database
    const doer = await addNode('first')
    await planMissing(sql, ['again'])
    await fetch('again')
    await beginChore(sql, doer, 'again')
    await endChore(sql, doer, { name: 'again', inMs: MINUTE }, undefined)
    const next = { inSeconds: 60, isRunning: false, isPlanned: true }
    assert.deepEqual(await jobsOf('again'), [{ ...RUNNING, isPlanned: false }, next])
    await endChore(sql, doer, { name: 'again', inMs: 2 * MINUTE }, undefined)
    assert.equal((await jobsOf('again')).length, 2)
    // The node ends before its job has.
    await sql`select graphile_worker.force_unlock_workers(array['pool'])`
    await removeEnded(sql)
    assert.deepEqual(await jobsOf('again'), [next])
  })

  test('that falls due again while it runs is done once more then, and takes the place of no other job', async () => {
    const { sql, clock } = database
    const doer = await addNode('first')
    const held: (() => void)[] = []
    const run = () => new Promise<void>((resolve) => held.push(resolve))
    const chores = [{ name: 'held up', everyMs: MINUTE, run }]
    const calendar = new Calendar({ sql, clock, logger: captureLogger(), doer: () => doer, chores })
    const job = () => calendar.tasks.chore?.({ name: 'held up' }, undefined as never) as Promise<void>
    const first = job()
    await waitUntil(() => held.length === 1, 'it runs')
    await Promise.all([job(), job()])
    held[0]?.()
    await waitUntil(() => held.length === 2, 'it runs again')
    held[1]?.()
    await first
    assert.equal(held.length, 2)
  })

  test('that cannot note its end, because the database goes away, keeps no node from stopping', async () => {
    const { sql, clock } = database
    const doer = await addNode('first')
    let isAway = false
    const refuse = () => {
      const refused = Promise.reject(new Error('away'))
      // Parts of statements are not awaited.
      refused.catch(() => {})
      return refused
    }
    const failing = new Proxy(sql, {
      apply: (target, self, args) => (isAway ? refuse() : Reflect.apply(target as never, self, args)),
    })
    const held: (() => void)[] = []
    const run = () => new Promise<void>((resolve) => held.push(resolve))
    const chores = [{ name: 'unfinished', everyMs: MINUTE, run }]
    const calendar = new Calendar({ sql: failing, clock, logger: captureLogger(), doer: () => doer, chores })
    const job = calendar.tasks.chore?.({ name: 'unfinished' }, undefined as never) as Promise<void>
    await waitUntil(() => held.length === 1, 'it runs')
    isAway = true
    const stopping = calendar.stop()
    held[0]?.()
    await Promise.all([stopping, assert.rejects(job, /away/)])
  })

  test('shows its last run and why that failed, until one succeeds; a node that lost it notes nothing', async () => {
    const [first, second] = [await addNode('first'), await addNode('second')]
    const { sql } = database
    const seen = async () => {
      const found = (await listChores(sql)).find(({ name }) => name === 'shown')
      return [found?.node, found?.endedAt instanceof Date, found?.error]
    }
    await beginChore(sql, first, 'shown')
    assert.deepEqual(await seen(), ['first', false, null])
    await endChore(sql, first, { name: 'shown', inMs: MINUTE }, new Error('disk full\0'))
    assert.deepEqual(await seen(), ['first', true, 'disk full\uFFFD'])
    await endChore(sql, second, { name: 'shown', inMs: MINUTE }, undefined)
    assert.deepEqual(await seen(), ['first', true, 'disk full\uFFFD'])
    await endChore(sql, first, { name: 'shown', inMs: MINUTE }, undefined)
    assert.deepEqual(await seen(), ['first', true, null])
  })
})

test('two nodes share the chores, and one goes on alone', async (t) => {
  const carriers = () => new Map([['net', carrierOf(new FakeLink())]])
  const roles = ['dispatch', 'cron'] as const
  const base = await startEngine()
  t.after(() => base.close())
  const { sql } = base.engine
  const every = async (since = new Date(0)) => sql<{ name: string; lease: number; isNew: boolean }[]>`
    select name, lease, ended_at > ${since} as "isNew" from chore where ended_at is not null`
  const first = await startEngine({ carriers: carriers(), roles, joinTo: base })
  await base.until(async () => (await every()).length > 15, 'all are done')
  const second = await startEngine({ carriers: carriers(), roles, joinTo: base })
  const leases = await sql<{ lease: number }[]>`select lease from node order by lease`
  await first.close()
  const closedAt = new Date()
  await base.until(async () => (await every(closedAt)).filter(({ isNew }) => isNew).length >= 3, 'some are done again')
  const again = (await every(closedAt)).filter(({ isNew }) => isNew)
  assert.deepEqual([...new Set(again.map(({ lease }) => lease))], [leases.at(-1)?.lease])
  await second.close()
})
