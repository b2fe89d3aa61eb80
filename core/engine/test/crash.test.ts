import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { PRIORITIES, type Priority } from '@heliograph/contracts'
import { openDatabase, type Sql } from '../src/database/database.ts'
import { buryNodes } from './support/bury-nodes.ts'
import { startEngine } from './support/engine-harness.ts'
import { accept, carrierOf, FakeLink } from './support/fake-carrier.ts'
import { startVictim } from './support/victim.ts'

const recipients = (count: number) => Array.from({ length: count }, (_, n) => `2782${String(n).padStart(7, '0')}`)

/** Kills a node in the middle of a burst; then another takes over. */
async function crash(t: TestContext, priority: Priority) {
  const base = await startEngine()
  t.after(() => base.close())
  const accepted: number[] = []
  for (let request = 0; request < 12; request += 1) {
    const { entries } = await base.submit({ to: recipients(250) }, { priority })
    accepted.push(...entries.map(({ smsId }) => smsId))
  }
  const victim = startVictim(t, base.url, 30, 200)
  await base.until(() => victim.handed.length > 1_000, 'the victim is in the middle of it')
  await victim.kill()
  await base.until(async () => (await connectionsOf(base.engine.sql, 'victim')) === 0, 'its last statements have ended')
  const recorded = new Set(
    (
      await base.engine.sql<{ sms_id: number }[]>`
    select sms_id from message_state where state = 'submitted'`
    ).map((row) => row.sms_id),
  )
  const marked = (await base.engine.sql`select from attempt`).length
  const link = new FakeLink()
  link.window = 1_000
  const node = await startEngine({ joinTo: base, carriers: new Map([['net', carrierOf(link)]]) })
  t.after(() => node.close())
  await buryNodes(base.engine.sql, 'victim')
  await base.until(async () => (await batchesLeft(base.engine.sql)) === 0, 'all is done')
  return { base, accepted, victim, recorded, marked, again: link.submitted.map(({ smsId }) => smsId) }
}

/** Postgres finishes a statement whose client has died, and only then notices. */
async function connectionsOf(sql: Sql, node: string): Promise<number> {
  const [row] = await sql<{ connections: number }[]>`
    select count(*) as connections from pg_stat_activity
    where datname = current_database() and starts_with(application_name, ${`heliograph ${node} `})`
  return row?.connections ?? 0
}

async function batchesLeft(sql: Sql): Promise<number> {
  const [row] = await sql<{ batches: number }[]>`select count(*) as batches from batch`
  return row?.batches ?? 0
}

describe('a node killed in the middle of a burst', () => {
  it('under resend: everything is sent, twice only what had been handed over without a recorded answer', async (t) => {
    const { base, accepted, victim, recorded, again } = await crash(t, PRIORITIES.HIGH)
    assert.deepEqual(await base.states(), { submitted: 3_000 })
    const handedBefore = new Set(victim.handed)
    const twice = again.filter((smsId) => handedBefore.has(smsId))
    for (const smsId of twice) assert.ok(!recorded.has(smsId), `${smsId} was recorded and sent again`)
    assert.equal(new Set(again).size, again.length, 'the second node sends nothing twice')
    assert.ok(twice.length <= 1_200, `${twice.length} sent twice`)
    assert.deepEqual(new Set([...handedBefore, ...again]), new Set(accepted))
  })

  it('under hold: nothing is sent twice, and what was handed over is unknown', async (t) => {
    const { base, accepted, victim, recorded, marked, again } = await crash(t, PRIORITIES.NORMAL)
    const states = await base.states()
    assert.ok(marked > 0, 'there was something under way')
    assert.deepEqual(states, { submitted: 3_000 - marked, unknown: marked })
    const handedBefore = new Set(victim.handed)
    assert.deepEqual(
      again.filter((smsId) => handedBefore.has(smsId)),
      [],
    )
    assert.equal(new Set([...recorded, ...again]).size, 3_000 - marked)
    // Messages that were noted but not handed over when the node died are unknown as well: they cannot be told from
    // those that were.
    const unknown = await base.engine.sql<
      { sms_id: number }[]
    >`select sms_id from message_state where state = 'unknown'`
    const known = new Set([...handedBefore, ...again, ...unknown.map((row) => row.sms_id)])
    assert.equal(known.size, accepted.length)
  })
})

describe('a node killed after its link had throttled', () => {
  it('what was given back unsent is sent by the next, under hold too', async (t) => {
    const base = await startEngine()
    t.after(() => base.close())
    await base.submit({ to: recipients(200) }, { priority: PRIORITIES.NORMAL })
    const victim = startVictim(t, base.url, 0, 50, { THROTTLED: '1' })
    await base.until(() => victim.handed.length >= 100, 'the link has throttled twice')
    await base.until(async () => (await base.engine.sql`select from attempt`).length === 0, 'all attempts are closed')
    await victim.kill()
    const link = new FakeLink()
    const node = await startEngine({ joinTo: base, carriers: new Map([['net', carrierOf(link)]]) })
    t.after(() => node.close())
    await buryNodes(base.engine.sql, 'victim')
    await base.until(async () => (await batchesLeft(base.engine.sql)) === 0, 'all is done')
    assert.deepEqual(await base.states(), { submitted: 200 })
    assert.equal(link.submitted.length, 200)
  })
})

describe('a database that breaks all connections', () => {
  // With a time limit of its own, because a broken connection must not make anything wait for ever.
  it('in the middle of a burst: nothing is lost, nothing is sent twice, and work goes on by itself', {
    timeout: 240_000,
  }, async (t) => {
    const link = new FakeLink()
    link.window = 50
    link.answer = (message) => new Promise((resolve) => setTimeout(() => resolve(accept(message)), 5))
    const base = await startEngine({ carriers: new Map([['net', carrierOf(link)]]) })
    t.after(() => base.close())
    const observer = openDatabase({ url: base.url, max: 1, applicationName: 'observer' })
    t.after(() => observer.end())
    let stored = 0
    for (let round = 0; round < 4; round += 1) {
      const sends = Array.from({ length: 40 }, () => base.submit({ to: recipients(20) }))
      const terminated = terminateAll(observer)
      const results = await Promise.allSettled(sends)
      stored += results.filter(({ status }) => status === 'fulfilled').length * 20
      for (const result of results) {
        if (result.status === 'rejected') assert.equal(result.reason.category, 'unavailable')
      }
      await terminated
      t.diagnostic(`round ${round}: ${stored} stored so far`)
    }
    await base.until(async () => (await batchesLeft(observer)) === 0, 'all is done')
    t.diagnostic('all is done')
    const [row] = await observer<{ messages: number; submitted: number }[]>`
      select count(*) as messages, count(*) filter (where message_state.state = 'submitted') as submitted
      from message left join message_state using (sms_id)`
    const { messages, submitted } = row as { messages: number; submitted: number }
    // A commit may have succeeded although its answer was lost with the connection, but never the reverse.
    assert.ok(submitted >= stored, `${submitted} submitted, ${stored} accepted`)
    assert.equal(submitted, messages)
    const handed = link.submitted.map(({ smsId }) => smsId)
    assert.equal(new Set(handed).size, handed.length)
    assert.equal(handed.length, submitted)
  })
})

/** Breaks every connection to the database but the given one. */
async function terminateAll(sql: Sql): Promise<void> {
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`
}

describe('a job pool that ends by itself', () => {
  it('is replaced, and what it held is worked on', async (t) => {
    const link = new FakeLink()
    const base = await startEngine({ carriers: new Map([['net', carrierOf(link)]]) })
    const { exitCode } = process
    t.after(() => base.close())
    await base.submit({})
    await base.until(() => link.submitted.length === 1, 'the node works')
    // A notice that comes before the pool listens is lost.
    await base.until(async () => {
      const listening = await base.engine.sql`
        select from pg_stat_activity
        where datname = current_database() and state = 'idle' and query ilike 'listen%worker:migrate%'`
      return listening.length === 1
    }, 'the pool listens')
    const [before] = await base.engine.sql<{ pools: string[] }[]>`select pools from node`
    const old = before?.pools[0]
    // The only way to end the pool from outside: it believes that its tables were changed underneath it.
    await base.engine.sql`select pg_notify('worker:migrate', '{"breaking":true,"migrationNumber":999}')`
    await base.until(() => base.log.dump().includes('job pool ended, starting a new one'), 'the pool has ended')
    process.exitCode = exitCode
    await base.submit({})
    await base.until(() => link.submitted.length === 2, 'the next pool works')
    await base.until(async () => {
      const [node] = await base.engine.sql<{ pools: string[] }[]>`select pools from node`
      return node?.pools.length === 1 && node.pools[0] !== old
    }, 'the old pool is forgotten')
  })
})
