import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { PRIORITIES, type Priority } from '@heliograph/contracts'
import { openDatabase } from '../src/database/database.ts'
import { buryNode } from './support/bury-nodes.ts'
import { startDatabaseProxy } from './support/database-proxy.ts'
import { type Harness, startEngine } from './support/engine-harness.ts'
import { accept, carrierOf, FakeLink } from './support/fake-carrier.ts'
import { receipt } from './support/receipt-world.ts'

const recipients = (count: number) => Array.from({ length: count }, (_, n) => `2782${String(n).padStart(7, '0')}`)
const idsOf = (link: FakeLink) => link.submitted.map(({ smsId }) => smsId)

async function dataDir(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'heliograph-'))
  t.after(() => rm(folder, { recursive: true }))
  return folder
}

/** A node that was stopped while its database was away and its link answered. Resolves with what it had handed over. */
async function stopWhileAway(base: Harness, priority: Priority, folder: string | undefined) {
  await base.submit({ to: recipients(200) }, { priority })
  const proxy = await startDatabaseProxy(base.url)
  const link = new FakeLink()
  link.window = 40
  let isAway = false
  const answers: (() => void)[] = []
  link.answer = (message) => {
    if (!isAway && link.submitted.length <= 40) return accept(message)
    return new Promise((resolve) => answers.push(() => resolve(accept(message))))
  }
  const node = await startEngine({
    joinTo: { ...base, url: proxy.url, nodes: new Set() },
    roles: ['dispatch'],
    carriers: new Map([['net', carrierOf(link)]]),
    ...(folder !== undefined && { dataDir: folder }),
  })
  const [row] = await base.engine.sql<{ lease: number }[]>`select lease from node`
  await base.until(() => answers.length === 40, 'forty have no answer yet')
  await base.until(async () => (await base.states()).submitted === 40, 'the others are recorded')
  // It has heard so itself: a receipt waits for the answers before it.
  await node.engine.network.receipt(receipt('of no message'))
  isAway = true
  // Nothing more is handed over.
  link.setUp(false)
  proxy.silence({ all: true })
  for (const answer of answers) answer()
  await node.engine.stopWork(1_000)
  // What is left of the node ends sooner when its connections break.
  await proxy.close()
  await node.close()
  return { lease: row?.lease as number, handed: idsOf(link), log: node.log.dump() }
}

/** Listens for announcements, from now on. */
async function listen(t: TestContext, base: Harness): Promise<readonly string[]> {
  const sql = openDatabase({ url: base.url, max: 1, applicationName: 'listener' })
  t.after(() => sql.end({ timeout: 1 }))
  const heard: string[] = []
  await sql.listen('heliograph', (text) => heard.push(text))
  return heard
}

async function goOn(t: TestContext, base: Harness, folder: string | undefined, lease: number) {
  const link = new FakeLink()
  link.window = 1_000
  const node = await startEngine({
    joinTo: base,
    roles: ['dispatch'],
    carriers: new Map([['net', carrierOf(link)]]),
    ...(folder !== undefined && { dataDir: folder }),
  })
  t.after(() => node.close())
  await buryNode(base.engine.sql, lease)
  await base.until(async () => (await base.engine.sql`select from batch`).length === 0, 'all is sent')
  return link
}

describe('a node that stops while the database is away', () => {
  for (const [name, priority] of [
    ['resend', PRIORITIES.HIGH],
    ['hold', PRIORITIES.NORMAL],
  ] as const)
    it(`under ${name}: answers are kept and recorded at the next start; none goes out twice`, async (t) => {
      const base = await startEngine()
      t.after(() => base.close())
      const folder = await dataDir(t)
      const { lease, handed } = await stopWhileAway(base, priority, folder)
      assert.equal(handed.length, 80)
      const [file = ''] = await readdir(join(folder, 'answers'))
      const [head, ...lines] = (await readFile(join(folder, 'answers', file), 'utf8')).trimEnd().split('\n')
      const { format, version } = JSON.parse(head as string)
      assert.deepEqual([format, version, lines.length], ['heliograph-answers', 1, 40])
      const link = await goOn(t, base, folder, lease)
      assert.deepEqual(
        idsOf(link).filter((smsId) => handed.includes(smsId)),
        [],
      )
      assert.deepEqual(await base.states(), { submitted: 200 })
      const ids = await base.engine.sql`select from submission where network_id is not null`
      assert.equal(ids.length, 200)
      assert.deepEqual(await readdir(join(folder, 'answers')), [])
    })

  it('without a data folder the number of lost answers is logged', async (t) => {
    const base = await startEngine()
    t.after(() => base.close())
    const { lease, log } = await stopWhileAway(base, PRIORITIES.HIGH, undefined)
    assert.match(log, /are lost.*"answers":40|"answers":40.*are lost/)
    const link = await goOn(t, base, undefined, lease)
    assert.equal(link.submitted.length, 160)
  })

  it('answers win over a repetition that is planned on another node and has not gone out', async (t) => {
    const base = await startEngine()
    t.after(() => base.close())
    const folder = await dataDir(t)
    const { lease, handed } = await stopWhileAway(base, PRIORITIES.HIGH, folder)
    const link = new FakeLink()
    link.window = 1
    let go = () => {}
    link.answer = (message) =>
      new Promise((resolve) => {
        go = () => {
          link.window = 1_000
          link.answer = accept
          resolve(accept(message))
        }
      })
    const other = await startEngine({
      joinTo: base,
      roles: ['dispatch'],
      carriers: new Map([['net', carrierOf(link)]]),
    })
    t.after(() => other.close())
    await buryNode(base.engine.sql, lease)
    await base.until(() => link.submitted.length === 1, 'one has gone out again')
    const heard = await listen(t, base)
    const back = await startEngine({ joinTo: base, roles: ['dispatch'], carriers: new Map(), dataDir: folder })
    t.after(() => back.close())
    await base.until(async () => (await base.states()).submitted === 80, 'the answers are recorded')
    await base.until(() => heard.some((text) => text.startsWith('opted-out')), 'it is announced')
    // What comes after it on the same connection shows that the other node has heard it.
    const isPaused = async () => (await other.engine.linkStates())[0]?.isPaused
    await base.engine.sql`insert into link_pause (link, by) values ('net/main', '')`
    await base.engine.sql`select pg_notify('heliograph', 'pauses')`
    await base.until(async () => (await isPaused()) === true, 'it is paused')
    await base.engine.sql`delete from link_pause`
    await base.engine.sql`select pg_notify('heliograph', 'pauses')`
    await base.until(async () => (await isPaused()) === false, 'it is resumed')
    go()
    await base.until(async () => (await base.engine.sql`select from batch`).length === 0, 'all is sent')
    assert.ok(idsOf(link).filter((smsId) => handed.includes(smsId)).length <= 1)
    assert.deepEqual(await base.states(), { submitted: 200 })
  })

  it('under hold: answers that are found after another node took over end the doubt', async (t) => {
    const base = await startEngine()
    t.after(() => base.close())
    const folder = await dataDir(t)
    const { lease } = await stopWhileAway(base, PRIORITIES.NORMAL, folder)
    const link = await goOn(t, base, undefined, lease)
    assert.deepEqual([link.submitted.length, await base.states()], [120, { submitted: 160, unknown: 40 }])
    const back = await startEngine({ joinTo: base, roles: ['dispatch'], carriers: new Map(), dataDir: folder })
    t.after(() => back.close())
    assert.deepEqual(await base.states(), { submitted: 200 })
    assert.deepEqual(await readdir(join(folder, 'answers')), [])
  })

  it('files of another deployment or form are left alone', async (t) => {
    const base = await startEngine()
    t.after(() => base.close())
    const folder = await dataDir(t)
    const { lease } = await stopWhileAway(base, PRIORITIES.HIGH, folder)
    const names = await readdir(join(folder, 'answers'))
    const path = join(folder, 'answers', names[0] as string)
    await writeFile(path, (await readFile(path, 'utf8')).replace(/"deployment":"./, '"deployment":"x'))
    const link = await goOn(t, base, folder, lease)
    assert.equal(link.submitted.length, 160)
    assert.deepEqual(await readdir(join(folder, 'answers')), names)
  })
})

describe('a node that stops while messages are being loaded', () => {
  it('keeps the answers all the same, and does not wait for the messages', async (t) => {
    const base = await startEngine()
    t.after(() => base.close())
    const folder = await dataDir(t)
    const locker = openDatabase({ url: base.url, max: 1, applicationName: 'locker' })
    t.after(() => locker.end({ timeout: 1 }))
    const link = new FakeLink()
    const answers: (() => void)[] = []
    link.answer = (message) => new Promise((resolve) => answers.push(() => resolve(accept(message))))
    const node = await startEngine({
      joinTo: base,
      roles: ['dispatch'],
      carriers: new Map([['net', carrierOf(link)]]),
      dataDir: folder,
    })
    await base.submit({ to: recipients(3) })
    await base.submit({ to: recipients(2), sendAt: new Date(Date.now() + 3_600_000) })
    await base.until(() => answers.length === 3, 'three have no answer yet')
    await locker.begin(async (tx) => {
      await tx.unsafe('set local idle_in_transaction_session_timeout = 0')
      await tx`lock table message, submission in access exclusive mode`
      await base.engine.sql`update batch set due_at = now() where due_at > now() and owner is null`
      await base.engine.sql`select pg_notify('heliograph', 'batches')`
      const waiting = () => base.engine.sql`
        select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%message.sms_id%'`
      await base.until(async () => (await waiting()).length > 0, 'the others are being loaded')
      for (const answer of answers) answer()
      const beganAt = performance.now()
      await node.engine.stopWork(500)
      const tookMs = performance.now() - beganAt
      assert.ok(tookMs < 20_000, `stopped after ${tookMs} ms`)
      assert.equal((await readdir(join(folder, 'answers'))).length, 1)
    })
    await node.close()
  })
})

describe('a node that stops while a chore waits for a lock', () => {
  it('hands over nothing more, and does not wait for the chore', async (t) => {
    const base = await startEngine({ credit: '1000' })
    t.after(() => base.close())
    const locker = openDatabase({ url: base.url, max: 1, applicationName: 'locker' })
    t.after(() => locker.end({ timeout: 1 }))
    const link = new FakeLink()
    link.window = 20
    link.answer = (message) => new Promise((resolve) => setTimeout(() => resolve(accept(message)), 50))
    await locker.begin(async (tx) => {
      await tx.unsafe('set local idle_in_transaction_session_timeout = 0')
      await tx`lock table auto_reply in access exclusive mode`
      const node = await startEngine({
        joinTo: base,
        roles: ['dispatch', 'cron'],
        carriers: new Map([['net', carrierOf(link)]]),
      })
      await base.submit({ to: recipients(2_000) }, { priority: PRIORITIES.NORMAL, atomic: false })
      await base.until(() => link.submitted.length >= 60, 'it runs')
      const waiting = () => base.engine.sql`
        select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%auto_reply%'`
      await base.until(async () => (await waiting()).length > 0, 'a chore waits')
      const before = link.submitted.length
      const beganAt = performance.now()
      await node.engine.stopWork()
      const tookMs = performance.now() - beganAt
      assert.ok(link.submitted.length - before <= 20, `${link.submitted.length - before} handed over after the stop`)
      assert.ok(tookMs < 4_000, `stopped after ${tookMs} ms`)
      // Another node may have begun it as well by now.
      assert.ok((await waiting()).length > 0, 'the chore still waits')
      await node.close()
    })
    assert.equal((await base.engine.sql`select from batch where owner is not null`).length, 0)
  })
})
