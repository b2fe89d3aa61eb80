import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { PRIORITIES } from '@heliograph/contracts'
import { openDatabase, type Sql } from '../src/database/database.ts'
import { startDatabaseProxy } from './support/database-proxy.ts'
import { type HarnessOptions, startEngine } from './support/engine-harness.ts'
import { accept, carrierOf, FakeLink } from './support/fake-carrier.ts'

const recipients = (from: number, count: number) =>
  Array.from({ length: count }, (_, n) => `2782${String(from + n).padStart(7, '0')}`)

/** A message handed to a link: by which node, and when. */
interface Handover {
  readonly node: string
  readonly smsId: number
  readonly at: number
}

/** Two nodes with a link each to the same network; every handover is noted. */
async function startPair(t: TestContext, options: { readonly delayMs: number; readonly window: number }) {
  const base = await startEngine({ credit: '100000' })
  t.after(() => base.close())
  const handovers: Handover[] = []
  async function startNode(node: string, more: Partial<HarnessOptions> = {}) {
    const link = new FakeLink()
    link.window = options.window
    link.answer = (message) => {
      handovers.push({ node, smsId: message.smsId, at: performance.now() })
      return new Promise((resolve) => setTimeout(() => resolve(accept(message)), options.delayMs))
    }
    const harness = await startEngine({
      joinTo: base,
      carriers: new Map([['net', carrierOf(link)]]),
      roles: ['dispatch', 'cron'],
      ...more,
    })
    t.after(() => harness.close())
    return { harness, link }
  }
  const observer = openDatabase({ url: base.url, max: 1, applicationName: 'observer' })
  t.after(() => observer.end())
  return { base, handovers, startNode, observer }
}

const batchesLeft = async (sql: Sql) => (await sql`select from batch`).length

/** Messages that went out more than once. */
function repeated(handovers: readonly Handover[]): readonly number[] {
  const seen = new Set<number>()
  const again = new Set<number>()
  for (const { smsId } of handovers) (seen.has(smsId) ? again : seen).add(smsId)
  return [...again]
}

/** The messages whose answers from the network are recorded. */
async function recorded(sql: Sql): Promise<ReadonlySet<number>> {
  const rows = await sql<{ sms_id: number }[]>`select sms_id from submission where state = 'submitted'`
  return new Set(rows.map((row) => row.sms_id))
}

/** Whether a node has the link. */
const isLeased = async (sql: Sql) => (await sql`select from link_lease`).length === 1

describe('two nodes', () => {
  it('a link’s rate holds over both', async (t) => {
    const { base, handovers, startNode } = await startPair(t, { delayMs: 1, window: 100 })
    const links = [(await startNode('a')).link, (await startNode('b')).link]
    for (const link of links) {
      link.partsPerSecond = 50
      link.changed()
    }
    await base.submit({ to: recipients(0, 150) })
    await base.until(() => handovers.length === 150, 'all are handed over')
    const times = handovers.map(({ at }) => at)
    // 50 a second, plus what may go at once, a tenth of a second's worth.
    assert.ok((times.at(-1) as number) - (times[0] as number) >= ((150 - 10) / 50) * 1000)
    assert.equal(new Set(handovers.map(({ node }) => node)).size, 1, 'one of them has the link')
  })

  it('one is cut off from Postgres but not from its network: what it had is sent once', async (t) => {
    const { base, handovers, startNode, observer } = await startPair(t, { delayMs: 100, window: 20 })
    const proxy = await startDatabaseProxy(base.url)
    t.after(() => proxy.close())
    let fenced = false
    const a = await startNode('a', { joinTo: { ...base, url: proxy.url }, onFatal: () => (fenced = true) })
    await base.until(() => isLeased(observer), 'a has the link')
    const b = await startNode('b')
    // Waits until b may judge other nodes.
    await base.until(
      async () => (await observer`select from node where started_at < now() - interval '16 seconds'`).length === 2,
      'both are known for a while',
    )
    for (let n = 0; n < 8; n += 1) await base.submit({ to: recipients(n * 250, 250) }, { priority: PRIORITIES.HIGH })
    await base.until(() => a.link.submitted.length > 100, 'a is in the middle of it')
    await base.until(async () => (await recorded(observer)).size > 50, 'answers are recorded')
    assert.equal(b.link.submitted.length, 0)
    proxy.freeze()
    const known = await recorded(observer)
    await base.until(() => b.link.submitted.length > 0, 'b has taken over')
    const takenAt = handovers.find(({ node }) => node === 'b')?.at as number
    await base.until(async () => (await batchesLeft(observer)) === 0, 'all is sent')
    proxy.thaw()
    await base.until(() => fenced, 'a hears of it')
    const late = handovers.filter(({ node, at }) => node === 'a' && at > takenAt)
    assert.deepEqual(late, [], 'a hands over nothing once b has begun')
    const twice = repeated(handovers)
    assert.deepEqual(
      twice.filter((smsId) => known.has(smsId)),
      [],
      'none is sent twice with its answer known',
    )
    // At most what a handed over before it noticed that its answers are no longer written is of unknown outcome.
    t.diagnostic(`sent by both with an answer that a could not write: ${twice.length}`)
    const states = await base.states()
    assert.deepEqual(states, { submitted: 2_000 })
  })

  it('the link of one goes down: what it had in memory is sent by the other', async (t) => {
    const { base, startNode, handovers, observer } = await startPair(t, { delayMs: 50, window: 10 })
    const a = await startNode('a')
    await base.until(() => isLeased(observer), 'a has the link')
    const b = await startNode('b')
    for (let n = 0; n < 4; n += 1) await base.submit({ to: recipients(n * 250, 250) })
    await base.until(() => a.link.submitted.length > 50, 'a is in the middle of it')
    assert.equal(b.link.submitted.length, 0)
    a.link.setUp(false)
    await base.until(async () => (await batchesLeft(observer)) === 0, 'b has sent the rest')
    assert.ok(b.link.submitted.length > 500)
    assert.deepEqual(repeated(handovers), [])
    assert.deepEqual(await base.states(), { submitted: 1_000 })
  })

  it('a job pool is replaced twice in a row under load: nothing is sent by both', async (t) => {
    const { base, startNode, handovers, observer } = await startPair(t, { delayMs: 100, window: 50 })
    const { exitCode } = process
    t.after(() => {
      process.exitCode = exitCode
    })
    process.exitCode = 3
    const roles = ['dispatch', 'webhooks', 'cron'] as const
    const nodes = [await startNode('a', { roles }), await startNode('b', { roles })]
    for (let n = 0; n < 12; n += 1) await base.submit({ to: recipients(n * 150, 150) })
    await base.until(() => handovers.length > 100, 'it runs')
    const ended = () => nodes.filter(({ harness }) => harness.log.dump().split('job pool ended').length > 2).length
    while (ended() < 2) {
      // The only way to end a pool from outside: it believes that its tables were changed underneath it.
      await observer`select pg_notify('worker:migrate', '{"breaking":true,"migrationNumber":999}')`
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
    await base.until(async () => (await batchesLeft(observer)) === 0, 'all is sent')
    assert.deepEqual(repeated(handovers), [])
    assert.deepEqual(await base.states(), { submitted: 1_800 })
    assert.equal(process.exitCode, 3, 'the process ends as if nothing had been')
  })
})

/** Ways to make the database refuse writes. */
const REFUSALS = [
  {
    name: 'read-only',
    on: (database: string) => `alter database "${database}" set default_transaction_read_only = on`,
    off: (database: string) => `alter database "${database}" set default_transaction_read_only = off`,
  },
  {
    name: 'of no permission for this table',
    on: () => 'alter table heliograph.submission rename to submission_away',
    off: () => 'alter table heliograph.submission_away rename to submission',
  },
] as const

describe('a database that refuses for three seconds under load', () => {
  for (const { name, on, off } of REFUSALS) {
    it(`${name}: no answer is dropped, nothing stays locked, nothing goes out twice`, async (t) => {
      const { base, startNode, handovers, observer } = await startPair(t, { delayMs: 100, window: 20 })
      await startNode('a')
      for (let n = 0; n < 30; n += 1) await base.submit({ to: recipients(n * 30, 30) })
      await base.until(() => handovers.length > 100, 'it runs')
      const url = new URL(base.url)
      const database = url.pathname.slice(1)
      if (name === 'read-only') url.pathname = '/postgres'
      const admin = openDatabase({ url: url.href, max: 1, applicationName: 'admin' })
      t.after(() => admin.end())
      const breakAll = () => admin`
        select pg_terminate_backend(pid) from pg_stat_activity where datname = ${database} and pid <> pg_backend_pid()`
      await admin.unsafe(on(database))
      await breakAll()
      const stoppedAt = handovers.length
      await new Promise((resolve) => setTimeout(resolve, 3_000))
      // Half a second and a window: by then it has noticed that its answers are not written.
      assert.ok(handovers.length - stoppedAt <= 20 * 8, `${handovers.length - stoppedAt} handed over meanwhile`)
      await admin.unsafe(off(database))
      if (name === 'read-only') await breakAll()
      await base.until(async () => (await batchesLeft(observer)) === 0, 'all is sent')
      assert.deepEqual(repeated(handovers), [])
      assert.deepEqual(await base.states(), { submitted: 900 })
    })
  }
})
