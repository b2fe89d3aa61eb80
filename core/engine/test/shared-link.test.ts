import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { after, afterEach, before, describe, it, type TestContext } from 'node:test'
import { type OutgoingMessage, PRIORITIES, type Priority } from '@heliograph/contracts'
import { buryNodes } from './support/bury-nodes.ts'
import { type Harness, startEngine } from './support/engine-harness.ts'
import { type Answer, accept, carrierOf, FakeLink, SharedLink, type Whole } from './support/fake-carrier.ts'

const recipients = (from: number, count: number) =>
  Array.from({ length: count }, (_, n) => `2782${String(from + n).padStart(7, '0')}`)

interface Handover {
  readonly node: number
  readonly link: string
  readonly smsId: number
  readonly at: number
}

/** Nodes with a connection each to a link `main` of two shares and to a link `backup`, which one node has at a time. */
interface World {
  readonly base: Harness
  readonly handovers: Handover[]
  readonly mains: readonly SharedLink[]
  readonly nodes: readonly Harness[]
  /** How the networks answer from now on; default: they take everything after a while. */
  answer: (link: string, message: OutgoingMessage) => Answer
  startNode(): Promise<void>
  /** Waits until each node has one of the shares and knows that the other has; gives the whole link these figures. */
  shared(whole: Whole): Promise<void>
  /** Waits until nothing waits, and returns what each node has handed over since the last time. */
  allSent(): Promise<readonly (readonly number[])[]>
}

const ANSWER_MS = 10

/** Nodes look each second at what others have written; on a busy machine it takes them longer. */
const LOOK_MS = 3_000

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

function slowly(message: OutgoingMessage): Answer {
  return new Promise((resolve) => setTimeout(() => resolve(accept(message)), ANSWER_MS))
}

async function createWorld(): Promise<World> {
  const settings = { routes: { default: { links: ['net/main'], fallbacks: [['net/backup']] } } }
  const base = await startEngine({ credit: '100000', settings })
  const mains: SharedLink[] = []
  const nodes: Harness[] = []
  const noting = <L extends FakeLink>(link: L, node: number): L => {
    link.answer = (message) => {
      world.handovers.push({ node, link: link.name, smsId: message.smsId, at: performance.now() })
      return world.answer(link.name, message)
    }
    return link
  }
  const up = () => base.engine.sql`select from link_lease where link = 'net/main' and is_up`
  const world: World = {
    base,
    mains,
    nodes,
    handovers: [],
    answer: (_, message) => slowly(message),
    async startNode() {
      const main = noting(new SharedLink('main', 2, { window: 20, partsPerSecond: 100 }), mains.length)
      const backup = noting(new FakeLink('backup'), mains.length)
      mains.push(main)
      const carriers = new Map([['net', carrierOf(main, backup)]])
      nodes.push(await startEngine({ joinTo: base, carriers, roles: ['dispatch', 'cron'], settings }))
    },
    async shared(whole) {
      await base.until(() => mains.every(({ open_ }) => open_ === 1), 'each node has a share')
      for (const main of mains) main.useWhole(whole)
      await base.until(async () => (await up()).length === mains.length, 'each says that it has it up')
      await pause(LOOK_MS)
    },
    async allSent() {
      await base.until(async () => (await base.engine.sql`select from batch`).length === 0, 'nothing waits')
      const done = world.handovers.splice(0)
      return mains.map((_, node) => done.filter((each) => each.node === node).map(({ smsId }) => smsId))
    },
  }
  return world
}

function assertOnce(sent: readonly (readonly number[])[], messages: number): void {
  const all = sent.flat()
  assert.deepEqual([all.length, new Set(all).size], [messages, messages], 'each is handed over once')
}

function assertBoth(sent: readonly (readonly number[])[], least: number): void {
  for (const { length } of sent) assert.ok(length >= least, `${sent.map((each) => each.length)} by the two`)
}

/** The shortest time in which so many messages in a row were handed over. */
function fastestMs(handovers: readonly Handover[], messages: number): number {
  const times = handovers.map(({ at }) => at).sort((a, b) => a - b)
  const spans = times.slice(messages - 1).map((at, index) => at - (times[index] as number))
  return Math.min(...spans)
}

describe('two nodes that share a link', () => {
  let world: World
  before(async () => {
    world = await createWorld()
    await world.startNode()
    await world.startNode()
  })
  after(() => world.base.close())
  afterEach(async () => {
    const { submitted, ...others } = await world.base.states()
    assert.deepEqual(others, {})
  })

  it('both send for one route, each message once', async () => {
    await world.shared({ window: 40, partsPerSecond: 400 })
    for (let n = 0; n < 10; n += 1) await world.base.submit({ to: recipients(n * 100, 100) })
    const sent = await world.allSent()
    assertOnce(sent, 1_000)
    assertBoth(sent, 250)
  })

  it('their rates and windows add up to those of the link', async () => {
    await world.shared({ window: 20, partsPerSecond: 100 })
    for (const main of world.mains) main.mostOutstanding = 0
    // In many batches: a node that is quicker may claim two of them, and keeps what it has claimed.
    for (let n = 0; n < 8; n += 1) await world.base.submit({ to: recipients(n * 50, 50) })
    await world.base.until(() => world.handovers.length === 400, 'all are handed over')
    // A hundred a second, and at the beginning what may go at once: a tenth of a second's worth of each.
    const ms = fastestMs(world.handovers, 211)
    assert.ok(ms >= 2_000 - 50, `${ms} ms for 211`)
    for (const { mostOutstanding } of world.mains) assert.ok(mostOutstanding <= 10, `${mostOutstanding} at once`)
    const sent = await world.allSent()
    assertOnce(sent, 400)
    assertBoth(sent, 100)
  })

  it('what one of them accepts it leaves to the other beyond what it can use itself', async () => {
    await world.shared({ window: 20, partsPerSecond: 100 })
    for (let n = 0; n < 60; n += 1) await world.nodes[0]?.submit({ to: recipients(n * 10, 10) })
    const sent = await world.allSent()
    assertOnce(sent, 600)
    assertBoth(sent, 150)
  })

  it('each sends what is more urgent first, and lets what comes later pass', async () => {
    await world.shared({ window: 20, partsPerSecond: 400 })
    const { sql } = world.base.engine
    const priorities = new Map<number, Priority>()
    const submit = async (priority: Priority, count: number) => {
      const { entries } = await world.base.submit({ to: recipients(0, count) }, { priority })
      for (const { smsId } of entries) priorities.set(smsId, priority)
    }
    await sql`insert into sending_hold (kind, name, reason) values ('deployment', '', '')`
    await pause(LOOK_MS)
    for (const priority of [PRIORITIES.BULK, PRIORITIES.HIGH])
      for (let n = 0; n < 10; n += 1) await submit(priority, 100)
    await sql`delete from sending_hold`
    await world.base.until(() => world.handovers.length > 1_200, 'they are at the bulk')
    await submit(PRIORITIES.CRITICAL, 4)
    const begun = world.handovers.length
    const isCritical = ({ smsId }: Handover) => priorities.get(smsId) === PRIORITIES.CRITICAL
    await world.base.until(() => world.handovers.filter(isCritical).length === 4, 'what is urgent is sent')
    const passed = world.handovers.findLastIndex(isCritical) - begun
    assert.ok(passed < 100, `${passed} went before`)
    const sent = await world.allSent()
    assertOnce(sent, 2_004)
    assertBoth(sent, 300)
    for (const own of sent) {
      const order = own.map((smsId) => priorities.get(smsId) as Priority).filter((each) => each > PRIORITIES.CRITICAL)
      assert.deepEqual(
        order,
        [...order].sort((a, b) => a - b),
      )
    }
  })

  it('what it refuses goes out over the fallback of the route, whichever node has that', async () => {
    await world.shared({ window: 20, partsPerSecond: 40 })
    const { answer } = world
    world.answer = (link, message) =>
      link === 'backup' ? accept(message) : [{ kind: 'refused', fault: 'route', status: 'NO' }]
    for (let n = 0; n < 10; n += 1) await world.base.submit({ to: recipients(n * 10, 10) })
    await world.base.until(() => world.handovers.length === 200, 'all have been over both')
    const { handovers } = world
    const links = (smsId: number) => handovers.filter((each) => each.smsId === smsId).map(({ link }) => link)
    for (const smsId of new Set(handovers.map((each) => each.smsId))) assert.deepEqual(links(smsId), ['main', 'backup'])
    const refused = new Set(handovers.filter(({ link }) => link === 'main').map(({ node }) => node))
    assert.equal(refused.size, 2, 'both were refused something')
    await world.allSent()
    world.answer = answer
  })

  it('the link of one goes down: what it had is sent by the other, which then has all of the link', async () => {
    await world.shared({ window: 40, partsPerSecond: 200 })
    const [a, b] = world.mains as [SharedLink, SharedLink]
    const before = a.submitted.length
    for (let n = 0; n < 8; n += 1) await world.base.submit({ to: recipients(n * 100, 100) })
    await world.base.until(() => a.submitted.length > before + 20, 'a is in the middle of it')
    b.mostOpen = 1
    a.setUp(false)
    await world.base.until(() => b.mostOpen === 2, 'b has both shares, before it leaves one again')
    const overBackup = world.handovers.filter(({ link }) => link === 'backup')
    assert.deepEqual(overBackup, [], 'the route is not without its link')
    assertOnce(await world.allSent(), 800)
  })

  it('one stops: the other has all of the link, and nothing is lost or sent twice', async () => {
    const [a, b] = world.mains as [SharedLink, SharedLink]
    await world.shared({ window: 40, partsPerSecond: 200 })
    const before = a.submitted.length
    for (let n = 0; n < 8; n += 1) await world.base.submit({ to: recipients(n * 100, 100) })
    await world.base.until(() => a.submitted.length > before + 20, 'a is in the middle of it')
    await world.nodes[0]?.close()
    await world.base.until(() => b.open_ === 2, 'b has both shares')
    assertOnce(await world.allSent(), 800)
  })
})

/** A node with a share of `main` in a process of its own. */
function startVictim(t: TestContext, url: string, delayMs: number, window: number) {
  const script = new URL('./support/node-process.ts', import.meta.url).pathname
  const args = ['--conditions=@heliograph/source', '--import', '@heliograph/tsx', script, url, String(delayMs)]
  const env = { ...process.env, SHARES: '2' }
  const child = spawn(process.execPath, [...args, String(window)], { stdio: ['ignore', 'pipe', 'inherit'], env })
  const handed: number[] = []
  const lines = createInterface({ input: child.stdout })
  lines.on('line', (line) => void handed.push(Number(line)))
  const ended = Promise.all([once(child, 'exit'), once(lines, 'close')])
  t.after(() => child.kill('SIGKILL'))
  return {
    handed,
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

describe('one of two nodes that share a link is killed', () => {
  for (const { name, priority } of [
    { name: 'resend', priority: PRIORITIES.HIGH },
    { name: 'hold', priority: PRIORITIES.NORMAL },
  ]) {
    it(`under ${name}: the other has all of the link; nothing is lost, or sent twice with a known answer`, async (t) => {
      const base = await startEngine({ credit: '100000' })
      t.after(() => base.close())
      const { sql } = base.engine
      const main = new SharedLink('main', 2, { window: 20, partsPerSecond: 400 })
      main.answer = (message) => slowly(message)
      await startEngine({ joinTo: base, carriers: new Map([['net', carrierOf(main)]]) })
      await base.until(() => main.open_ === 2, 'the first has the link')
      const victim = startVictim(t, base.url, 100, 40)
      await base.until(() => main.open_ === 1, 'the victim has a share')
      const accepted: number[] = []
      for (let n = 0; n < 40; n += 1) {
        const { entries } = await base.submit({ to: recipients(n * 50, 50) }, { priority })
        accepted.push(...entries.map(({ smsId }) => smsId))
      }
      await base.until(() => victim.handed.length > 300, 'the victim is in the middle of it')
      await victim.kill()
      await base.until(async () => (await connectionsOf(base, 'victim')) === 0, 'its last statements have ended')
      const before = new Set(victim.handed)
      const rows = await sql<{ sms_id: number }[]>`select sms_id from submission where state = 'submitted'`
      const recorded = new Set(rows.map((row) => row.sms_id).filter((smsId) => before.has(smsId)))
      const marked = await sql`select from attempt where lease in (select lease from node where name = 'victim')`
      await buryNodes(sql, 'victim')
      await base.until(() => main.open_ === 2, 'the other has both shares')
      await base.until(async () => (await sql`select from batch`).length === 0, 'all is done')
      const own = main.submitted.map(({ smsId }) => smsId)
      assert.equal(new Set(own).size, own.length, 'the other sends nothing twice')
      const twice = own.filter((smsId) => before.has(smsId))
      assert.deepEqual(
        twice.filter((smsId) => recorded.has(smsId)),
        [],
      )
      assert.ok(recorded.size > 0)
      const { submitted = 0, unknown = 0, ...others } = await base.states()
      assert.deepEqual([submitted + unknown, others], [accepted.length, {}])
      if (name === 'resend') {
        assert.equal(unknown, 0)
        assert.deepEqual(new Set([...before, ...own]), new Set(accepted))
      } else {
        assert.deepEqual(twice, [])
        assert.ok(unknown > 0 && unknown <= marked.length, `${unknown} of ${marked.length}`)
      }
    })
  }
})

/** Postgres finishes a statement whose client has died, and only then notices. */
async function connectionsOf({ engine }: Harness, node: string): Promise<number> {
  const rows = await engine.sql`
    select from pg_stat_activity
    where datname = current_database() and starts_with(application_name, ${`heliograph ${node} `})`
  return rows.length
}
