import assert from 'node:assert/strict'
import { after, before, describe, it, type TestContext } from 'node:test'
import { PRIORITIES, type Priority } from '@heliograph/contracts'
import { Backlog } from '../src/outbound/batches/backlog.ts'
import { type Harness, startEngine } from './support/engine-harness.ts'
import { carrierOf, FakeLink } from './support/fake-carrier.ts'

const { CRITICAL, HIGH, BULK } = PRIORITIES
describe('what may wait in the table', () => {
  const backlog = () => new Backlog(['a', 'b'], [CRITICAL, HIGH, BULK])
  const ALL = [CRITICAL, HIGH, BULK] as const
  /** A look that took everything. */
  const lookThrough = (it: Backlog, look = it.lookBegins(), routes: readonly string[] = ['a', 'b']) => {
    for (const route of routes) for (const priority of ALL) it.foundLast(look, route, priority)
    return it
  }
  const announced = (it: Backlog) => {
    it.announced('a')
    return it
  }
  const rows: readonly { name: string; state: () => Backlog; behind: readonly [string, Priority][] }[] = [
    {
      name: 'everything, before the first look',
      state: backlog,
      behind: ['a', 'b'].flatMap((route) => ALL.map((priority): [string, Priority] => [route, priority])),
    },
    { name: 'nothing, once a look took all there was', state: () => lookThrough(backlog()), behind: [] },
    {
      name: 'what was left in it, and what comes after that',
      state: () => {
        const it = lookThrough(backlog())
        it.leave('a', HIGH)
        return it
      },
      behind: [
        ['a', HIGH],
        ['a', BULK],
      ],
    },
    {
      name: 'what was left in it while a look was under way that found none',
      state: () => {
        const it = lookThrough(backlog())
        const look = it.lookBegins()
        it.leave('a', BULK)
        return lookThrough(it, look)
      },
      behind: [['a', BULK]],
    },
    {
      name: 'what was being stored while a look found none, also when it is stored by now',
      state: () => {
        const it = lookThrough(backlog())
        it.hold('a', BULK)
        lookThrough(it)
        it.release('a', BULK)
        return it
      },
      behind: [['a', BULK]],
    },
    {
      name: 'nothing of what was stored once a later look found none',
      state: () => {
        const it = lookThrough(backlog())
        it.hold('a', BULK)
        it.hold('a', BULK)
        it.release('a', BULK)
        it.release('a', BULK)
        return lookThrough(it)
      },
      behind: [],
    },
    {
      name: 'what was left in it by one of two transactions while the other goes on',
      state: () => {
        const it = lookThrough(backlog())
        it.hold('a', BULK)
        it.hold('a', BULK)
        it.release('a', BULK)
        return lookThrough(it)
      },
      behind: [['a', BULK]],
    },
    { name: 'nothing of what another node announced', state: () => announced(lookThrough(backlog())), behind: [] },
    {
      name: 'nothing once a look found none, also when more is announced meanwhile',
      state: () => {
        const it = lookThrough(backlog())
        it.leave('a', BULK)
        const look = it.lookBegins()
        return lookThrough(announced(it), look)
      },
      behind: [],
    },
    {
      name: 'what a look had no room for',
      state: () => {
        const it = announced(lookThrough(backlog()))
        it.foundMore('a', HIGH)
        return it
      },
      behind: [
        ['a', HIGH],
        ['a', BULK],
      ],
    },
    {
      name: 'what the look that found none did not look for',
      state: () => {
        const it = lookThrough(backlog())
        it.leave('a', HIGH)
        it.leave('b', BULK)
        return lookThrough(it, it.lookBegins(), ['a'])
      },
      behind: [['b', BULK]],
    },
  ]
  for (const { name, state, behind } of rows) {
    it(name, () => {
      const it = state()
      const found = ['a', 'b'].flatMap((route) =>
        ALL.filter((priority) => it.isBefore(route, priority)).map((priority) => [route, priority]),
      )
      assert.deepEqual(found, behind)
    })
  }

  it('is looked for when it is announced, until a later look found none', () => {
    const it = lookThrough(backlog())
    const look = it.lookBegins()
    it.announced('a')
    const seen = [it.of('a'), it.of('b'), lookThrough(it, look).of('a'), lookThrough(it).of('a')]
    assert.deepEqual(seen, [ALL, [], ALL, []])
  })

  it('ends with the next look, unless the last one had no room for all', () => {
    const it = lookThrough(backlog())
    const near = () => it.isNearEnd('a', HIGH)
    const seen = [near()]
    it.leave('a', HIGH)
    seen.push(near())
    it.foundMore('a', HIGH)
    seen.push(near())
    lookThrough(it)
    seen.push(near())
    it.leave('a', HIGH)
    seen.push(near())
    assert.deepEqual(seen, [false, true, false, false, true])
  })
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
  const batchesLeft = async () => {
    const [row] = await base.engine.sql<{ batches: number }[]>`select count(*) as batches from batch`
    return row?.batches
  }
  /** Checks that all were handed over once, in this order, and that no batch is left. */
  async function assertSent(link: FakeLink, expected: readonly number[]): Promise<void> {
    await base.until(() => link.submitted.length >= expected.length, 'all are handed over')
    await base.until(async () => (await batchesLeft()) === 0, 'no batch is left')
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

  /** Notes which messages are stored to wait in the table. */
  const noteWaiting = async (t: TestContext) => {
    await base.engine.sql.unsafe(`
      create table left_message (sms_id bigint);
      create function note_left() returns trigger language plpgsql as $$
        begin insert into heliograph.left_message select unnest(new.sms_ids); return null; end $$;
      create trigger note_left after insert on batch for each row when (new.owner is null) execute function note_left()`)
    t.after(() =>
      base.engine.sql.unsafe('drop trigger note_left on batch; drop function note_left; drop table left_message'),
    )
  }
  const waitedOf = async (smsIds: readonly number[]) => {
    const rows = await base.engine.sql<{ sms_id: number }[]>`select sms_id from left_message`
    const waited = new Set(rows.map((row) => row.sms_id))
    return smsIds.filter((smsId) => waited.has(smsId))
  }

  it('go to the link at once again, without a pause in between, after some had to wait', async (t) => {
    const link = new FakeLink()
    link.setUp(false)
    const node = await startNode(t, link)
    await noteWaiting(t)
    const accepted = await send(node, 300)
    link.setUp(true)
    for (let request = 0; request < 300; request += 1) accepted.push(...(await send(node, 1)))
    const waited = await waitedOf(accepted)
    assert.deepEqual(waited.slice(0, 300), accepted.slice(0, 300))
    // A look that takes too long is not waited for, and then nothing waits for a second.
    assert.deepEqual(await waitedOf(accepted.slice(-20)), [])
    await assertSent(link, accepted)
  })

  it('go to the link at once while another node leaves messages for it', async (t) => {
    const link = new FakeLink()
    const node = await startNode(t, link)
    await noteWaiting(t)
    let first = await send(node, 1)
    while ((await waitedOf(first)).length > 0) first = await send(node, 1)
    let isDone = false
    const others: number[] = []
    const sending = (async () => {
      while (!isDone) others.push(...(await send(base, 1, BULK)))
    })()
    const own: number[] = []
    for (let request = 0; request < 60; request += 1) own.push(...(await send(node, 1)))
    isDone = true
    await sending
    assert.deepEqual([await waitedOf(own), await waitedOf(others)], [[], others])
    const sent = () => new Set(link.submitted.map(({ smsId }) => smsId))
    await base.until(() => [...own, ...others].every((smsId) => sent().has(smsId)), 'all are handed over')
  })

  it('go through the table when memory is full, in order', async (t) => {
    const link = new FakeLink()
    const node = await startNode(t, link)
    link.window = 1
    const accepted: number[] = []
    for (let request = 0; request < 6; request += 1) accepted.push(...(await send(node, 1_000)))
    accepted.push(...(await send(node, 1)))
    await assertSent(link, accepted)
  })

  it('of a large request keep their order while the table is looked at', async (t) => {
    const link = new FakeLink()
    const node = await startNode(t, link)
    const accepted: number[] = []
    let isDone = false
    const looks = (async () => {
      while (!isDone) await base.engine.sql`select pg_notify('heliograph', 'batches')`
    })()
    for (let request = 0; request < 4; request += 1) accepted.push(...(await send(node, 3_000)))
    isDone = true
    await looks
    await assertSent(link, accepted)
  })

  it('pass what waits with less priority', async (t) => {
    const link = new FakeLink()
    const node = await startNode(t, link)
    link.window = 1
    const answer = link.answer
    const held: (() => void)[] = []
    link.answer = async (message) => {
      await new Promise<void>((resolve) => held.push(resolve))
      return answer(message)
    }
    // Each is noted in the database before it is handed over, one at a time.
    const bulk = await send(node, 600, BULK)
    await base.until(() => link.submitted.length === 1, 'the first is handed over')
    const urgent = await send(node, 2, CRITICAL)
    const sent = () => link.submitted.map(({ smsId }) => smsId)
    // They may have gone through the table if a look at it was under way just then, so one answer at a time.
    while (!sent().includes(urgent[1] as number) && sent().length < bulk.length) {
      const before = link.submitted.length
      held.shift()?.()
      await base.until(() => link.submitted.length > before, 'the next is handed over')
    }
    const passed = sent().indexOf(urgent[0] as number)
    link.answer = answer
    for (const release of held) release()
    await assertSent(link, [...bulk.slice(0, passed), ...urgent, ...bulk.slice(passed)])
    assert.ok(passed > 0 && passed < bulk.length / 2, `the urgent ones came after ${passed} others`)
  })

  it('that their node accepted but did not get to send are sent by another', async (t) => {
    const down = new FakeLink()
    const dying = await startNode(t, down)
    // One message is handed over and never answered; the stop gives back the rest.
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
