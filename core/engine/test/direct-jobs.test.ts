import assert from 'node:assert/strict'
import { after, before, describe, it, type TestContext } from 'node:test'
import { PRIORITIES, type Priority } from '@heliograph/contracts'
import { Backlog } from '../src/queue/backlog.ts'
import { type Harness, startEngine } from './support/engine-harness.ts'
import { carrierOf, FakeLink } from './support/fake-carrier.ts'

const { CRITICAL, HIGH, BULK } = PRIORITIES
const never = () => false

describe('what may wait in the queue', () => {
  const backlog = () => new Backlog(['a', 'b'], [CRITICAL, HIGH, BULK])
  /** As if the queue had been looked through. */
  const empty = () => {
    const it = backlog()
    it.foundNone(it.fetchBegins(), never)
    return it
  }
  const rows: readonly { name: string; state: () => Backlog; behind: readonly [string, Priority][] }[] = [
    {
      name: 'everything, before the first fetch',
      state: backlog,
      behind: [
        ['a', CRITICAL],
        ['a', BULK],
        ['b', HIGH],
      ],
    },
    { name: 'nothing, once a fetch found none', state: empty, behind: [] },
    {
      name: 'what was left to it, and what comes after that',
      state: () => {
        const it = empty()
        it.leave('a', HIGH)
        return it
      },
      behind: [
        ['a', HIGH],
        ['a', BULK],
      ],
    },
    {
      name: 'what was left to it while the fetch that found none was under way',
      state: () => {
        const it = empty()
        const fetch = it.fetchBegins()
        it.leave('a', BULK)
        it.foundNone(fetch, never)
        return it
      },
      behind: [['a', BULK]],
    },
    {
      name: 'what the fetch that found none could not have taken',
      state: () => {
        const it = empty()
        it.leave('a', HIGH)
        it.leave('b', BULK)
        it.foundNone(it.fetchBegins(), (route) => route === 'b')
        return it
      },
      behind: [['b', BULK]],
    },
  ]
  for (const { name, state, behind } of rows) {
    it(name, () => {
      const it = state()
      const found = (['a', 'b'] as const).flatMap((route) =>
        [CRITICAL, HIGH, BULK].filter((priority) => it.isBefore(route, priority)).map((priority) => [route, priority]),
      )
      for (const expected of behind)
        assert.ok(
          found.some((one) => String(one) === String(expected)),
          String(expected),
        )
      if (behind.length < 3) assert.deepEqual(found, behind)
    })
  }
})

describe('messages accepted where they are dispatched', () => {
  let base: Harness
  before(async () => {
    base = await startEngine()
  })
  after(() => base.close())

  async function startNode(t: TestContext, link: FakeLink): Promise<Harness> {
    const node = await startEngine({ joinTo: base, carriers: new Map([['net', carrierOf(link)]]) })
    t.after(() => node.close())
    return node
  }

  const send = async (from: Harness, count: number, priority: Priority = HIGH) => {
    const to = Array.from({ length: count }, (_, n) => `2783${String(n).padStart(7, '0')}`)
    return (await from.submit({ to }, { priority })).entries.map(({ smsId }) => smsId)
  }
  const jobsLeft = async () => {
    const [row] = await base.engine.sql<{ jobs: number }[]>`select count(*) as jobs from graphile_worker._private_jobs`
    return row?.jobs
  }
  /** All were handed over, once, in this order, and no job is left. */
  async function assertSent(link: FakeLink, expected: readonly number[]): Promise<void> {
    await base.until(() => link.submitted.length >= expected.length, 'all are handed over')
    await base.until(async () => (await jobsLeft()) === 0, 'no job is left')
    assert.deepEqual(
      link.submitted.map(({ smsId }) => smsId),
      expected,
    )
  }

  it('keep the order received, one by one', async (t) => {
    const link = new FakeLink()
    const node = await startNode(t, link)
    const accepted: number[] = []
    for (let sent = 0; sent < 200; sent += 1) accepted.push(...(await send(node, 1)))
    await assertSent(link, accepted)
    const first = link.submitted[0]
    assert.equal(first?.text, 'hello')
    assert.equal(first?.attempt, 1)
  })

  it('stay behind those that wait because the link was down, and behind those of another node', async (t) => {
    const link = new FakeLink()
    link.setUp(false)
    const node = await startNode(t, link)
    const accepted = [...(await send(node, 300)), ...(await send(base, 300)), ...(await send(node, 10))]
    link.window = 3
    link.setUp(true)
    for (let request = 0; request < 20; request += 1) accepted.push(...(await send(node, 5)))
    await assertSent(link, accepted)
  })

  it('go through the queue when memory is full, in order', async (t) => {
    const link = new FakeLink()
    const node = await startNode(t, link)
    link.window = 1
    const accepted: number[] = []
    for (let request = 0; request < 6; request += 1) accepted.push(...(await send(node, 1_000)))
    accepted.push(...(await send(node, 1)))
    await assertSent(link, accepted)
  })

  it('pass what waits with less priority', async (t) => {
    const link = new FakeLink()
    const node = await startNode(t, link)
    link.window = 1
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const answer = link.answer
    link.answer = async (message) => {
      await held
      return answer(message)
    }
    const bulk = await send(node, 3_000, BULK)
    await base.until(() => link.submitted.length === 1, 'the first is handed over')
    const urgent = await send(node, 2, CRITICAL)
    release()
    await assertSent(link, [bulk[0] as number, ...urgent, ...bulk.slice(1)])
  })

  it('that their node accepted and did not live to send are sent by another', async (t) => {
    const down = new FakeLink()
    const dying = await startNode(t, down)
    // Handed over and never answered: the stop gives them back.
    down.window = 1
    down.answer = () => new Promise(() => {})
    const accepted = await send(dying, 5)
    await base.until(() => down.submitted.length === 1, 'the first is handed over')
    down.answer = (message) => [{ kind: 'accepted', networkId: `late-${message.smsId}` }]
    const link = new FakeLink()
    await startNode(t, link)
    await dying.engine.stopWork()
    await base.until(() => link.submitted.length >= 4, 'the others are sent by the other node')
    assert.deepEqual(link.submitted.map(({ smsId }) => smsId).slice(-4), accepted.slice(-4))
  })
})
