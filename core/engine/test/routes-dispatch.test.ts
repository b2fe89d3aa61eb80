import assert from 'node:assert/strict'
import { after, before, describe, it, type TestContext } from 'node:test'
import { type PartOutcome, PRIORITIES, Routing, type SubmitMessage } from '@heliograph/contracts'
import { createRecordIds } from '../src/database/record-ids.ts'
import { rerouteBatches } from '../src/outbound/batches/reroute-batches.ts'
import { type Harness, type HarnessOptions, startEngine, systemClock } from './support/engine-harness.ts'
import { accept, carrierOf, FakeLink } from './support/fake-carrier.ts'

const refused = (fault: 'message' | 'destination' | 'route' | 'link'): readonly PartOutcome[] => [
  { kind: 'refused', fault, status: 'ESME_RSUBMITFAIL' },
]

let base: Harness
before(async () => {
  base = await startEngine()
})
after(() => base.close())

type Settings = NonNullable<HarnessOptions['settings']>

/** A node with the links a, b, ... of one carrier; it accepts, so its own rules apply. */
async function startNode(t: TestContext, names: readonly string[], settings: Settings) {
  const links = Object.fromEntries(names.map((name) => [name, new FakeLink(name)])) as Record<string, FakeLink>
  const node = await startEngine({
    joinTo: base,
    carriers: new Map([['net', carrierOf(...Object.values(links))]]),
    roles: ['dispatch', 'cron'],
    settings: { dispatch: { retryDelaysSeconds: [0.05] }, ...settings },
  })
  t.after(async () => {
    await node.close()
    // What one test left waiting must not reach the next.
    for (const table of ['batch', 'unmatched_receipt']) await base.engine.sql`delete from ${base.engine.sql(table)}`
  })
  const send = async (message: Partial<SubmitMessage> & { to?: string } = {}, priority: number = PRIORITIES.HIGH) => {
    const { entries } = await node.submit(message, { priority: priority as 10 })
    return entries[0]?.smsId as number
  }
  const untilState = (smsId: number, state: string) =>
    node.until(async () => (await node.stateOf(smsId)) === state, `${smsId} is ${state}`)
  const sent = (name: string) => (links[name] as FakeLink).submitted.map(({ smsId }) => smsId)
  return { node, links: links as Record<'a' | 'b' | 'c', FakeLink>, send, untilState, sent }
}

describe('rules', () => {
  it('send messages over the links of their routes', async (t) => {
    const { send, sent, untilState } = await startNode(t, ['a', 'b'], {
      routes: { default: { links: ['net/a'] }, german: { links: ['net/b'] } },
      routing: [{ when: { country: ['DE'] }, route: 'german' }],
    })
    const [here, there] = [await send({ to: '27821110001' }), await send({ to: '491701234567' })]
    for (const smsId of [here, there]) await untilState(smsId, 'submitted')
    assert.deepEqual([sent('a'), sent('b')], [[here], [there]])
  })

  it('may change while the node works: what is accepted then follows the new ones', async (t) => {
    const { node, send, sent, untilState } = await startNode(t, ['a', 'b'], {
      routes: { default: { links: ['net/a'] }, german: { links: ['net/b'] } },
    })
    const before = await send({ to: '491701234567' })
    await untilState(before, 'submitted')
    node.engine.useRoutingRules([{ when: { country: ['DE'] }, route: 'german' }])
    const after = await send({ to: '491701234567' })
    await untilState(after, 'submitted')
    assert.deepEqual([sent('a'), sent('b')], [[before], [after]])
    const service = node.engine.services.find(({ token }) => token.id === Routing.id)?.service as Routing
    const table = await service.table({ ...node.principal, role: 'operator' })
    assert.deepEqual(
      table.rules.map(({ route }) => route),
      ['german'],
    )
  })

  it('tell the recipients of one request apart', async (t) => {
    const { node, links } = await startNode(t, ['a', 'b'], {
      routes: { default: { links: ['net/a'] }, german: { links: ['net/b'] } },
      routing: [{ when: { to: ['49'] }, route: 'german' }],
    })
    await node.submit({ to: ['27821110001', '491701234567', '27821110002', '491701234568'] })
    await node.until(() => links.a.submitted.length + links.b.submitted.length === 4, 'all are handed over')
    assert.deepEqual(
      [links.a, links.b].map((link) => link.submitted.map(({ to }) => to).sort()),
      [
        ['27821110001', '27821110002'],
        ['491701234567', '491701234568'],
      ],
    )
  })
})

describe('the links of a group', () => {
  it('share the parts by weight while all have room', async (t) => {
    const { node, links } = await startNode(t, ['a', 'b'], {
      routes: {
        default: {
          links: [
            { link: 'net/a', weight: 3 },
            { link: 'net/b', weight: 1 },
          ],
        },
      },
    })
    const to = Array.from({ length: 400 }, (_, n) => `2784${String(n).padStart(7, '0')}`)
    links.a.window = 1_000
    links.b.window = 1_000
    await node.submit({ to })
    await node.until(() => links.a.submitted.length + links.b.submitted.length === 400, 'all are handed over')
    assert.deepEqual([links.a.submitted.length, links.b.submitted.length], [300, 100])
  })

  it('do not wait for each other: who has room takes', async (t) => {
    const { node, links } = await startNode(t, ['a', 'b'], { routes: { default: { links: ['net/a', 'net/b'] } } })
    links.a.window = 1
    links.a.answer = () => new Promise((resolve) => t.after(() => resolve([{ kind: 'not-sent' }])))
    await node.submit({ to: Array.from({ length: 50 }, (_, n) => `2784${String(n).padStart(7, '0')}`) })
    await node.until(() => links.b.submitted.length === 49, 'the other has all but one')
    links.a.setUp(false)
  })
})

describe('a group to fall back on', () => {
  const routes: Settings['routes'] = { default: { links: ['net/a', 'net/b'], fallbacks: [['net/c']] } }

  it('gets nothing while a link before it is up', async (t) => {
    const { links, send, sent, untilState } = await startNode(t, ['a', 'b', 'c'], { routes })
    links.a.setUp(false)
    const smsId = await send()
    await untilState(smsId, 'submitted')
    assert.deepEqual([sent('b'), sent('c')], [[smsId], []])
  })

  it('gets all when none is, at once', async (t) => {
    const { node, links, send, untilState } = await startNode(t, ['a', 'b', 'c'], { routes })
    links.a.setUp(false)
    links.b.window = 1
    links.b.answer = () => new Promise((resolve) => t.after(() => resolve([{ kind: 'not-sent' }])))
    await send()
    await node.until(() => links.b.submitted.length === 1, 'link b is full')
    const second = await send()
    links.b.setUp(false)
    await untilState(second, 'submitted')
    assert.equal(links.c.submitted[0]?.smsId, second)
  })

  it('gets what all before it refused for reasons of their own', async (t) => {
    const { links, send, sent, untilState } = await startNode(t, ['a', 'b', 'c'], { routes })
    links.a.answer = () => refused('route')
    links.b.answer = () => refused('link')
    const smsId = await send()
    await untilState(smsId, 'submitted')
    assert.deepEqual([sent('a'), sent('b'), sent('c')], [[smsId], [smsId], [smsId]])
  })

  for (const fault of ['message', 'destination'] as const) {
    it(`does not get what was refused for the ${fault}`, async (t) => {
      const { links, send, sent, untilState } = await startNode(t, ['a', 'b', 'c'], { routes })
      for (const link of [links.a, links.b]) link.answer = () => refused(fault)
      const smsId = await send()
      await untilState(smsId, 'refused-by-network')
      assert.deepEqual(sent('c'), [])
    })
  }

  it('refuses as well: refused', async (t) => {
    const { links, send, untilState } = await startNode(t, ['a', 'b', 'c'], { routes })
    for (const link of Object.values(links)) link.answer = () => refused('route')
    const smsId = await send()
    await untilState(smsId, 'refused-by-network')
  })
})

describe('what is left of a long message', () => {
  const routes: Settings['routes'] = { default: { links: ['net/a', 'net/b'] } }
  const partly = (message: { only: readonly number[] | null }): readonly PartOutcome[] =>
    message.only === null
      ? [
          { kind: 'accepted', networkId: 'x1' },
          { kind: 'try-later', status: 'ESME_RMSGQFUL' },
        ]
      : [{ kind: 'accepted', networkId: 'x2' }]

  it('queue full: goes over the link that has the rest of it', async (t) => {
    const { links, send, untilState } = await startNode(t, ['a', 'b'], { routes })
    links.a.answer = partly
    const smsId = await send({ text: 'a'.repeat(200) })
    await untilState(smsId, 'submitted')
    assert.deepEqual(
      links.a.submitted.map(({ attempt, only }) => [attempt, only]),
      [
        [1, null],
        [2, [2]],
      ],
    )
    assert.equal(links.b.submitted.length, 0)
  })

  it('goes whole over another when that one is down', async (t) => {
    const { links, send, untilState } = await startNode(t, ['a', 'b'], { routes })
    links.a.answer = (message) => {
      links.a.setUp(false)
      return partly(message)
    }
    const smsId = await send({ text: 'a'.repeat(200) })
    await untilState(smsId, 'submitted')
    assert.deepEqual(
      links.b.submitted.map(({ attempt, only }) => [attempt, only]),
      [[2, null]],
    )
  })

  it('throttled: first again, before what came later', async (t) => {
    const { node, links, send, untilState } = await startNode(t, ['a'], { routes: {} })
    links.a.window = 2
    let throttled = false
    links.a.answer = (message) => {
      if (throttled || message.parts === 1) return accept(message).slice(0, message.only?.length ?? message.parts)
      throttled = true
      return [
        { kind: 'accepted', networkId: 't1' },
        { kind: 'throttled', status: 'ESME_RTHROTTLED' },
      ]
    }
    const long = await send({ text: 'a'.repeat(200) })
    const short = await send()
    await untilState(short, 'submitted')
    await untilState(long, 'submitted')
    assert.deepEqual(
      links.a.submitted.map(({ smsId, only }) => [smsId, only]),
      [
        [long, null],
        [long, [2]],
        [short, null],
      ],
    )
    assert.equal(node.log.entries.filter(({ level }) => level === 'error').length, 0)
  })
})

it('octets and a header of their own reach the link as they came, also by the job queue', async (t) => {
  const { node, links, send, untilState } = await startNode(t, ['a'], { routes: {} })
  const message = { text: '00FF10', encoding: 'binary', userDataHeader: '0504158A0000' } as const
  await untilState(await send(message), 'submitted')
  links.a.setUp(false)
  const queued = await send(message)
  links.a.setUp(true)
  await untilState(queued, 'submitted')
  assert.deepEqual(
    links.a.submitted.map(({ text, encoding, userDataHeader, parts }) => ({ text, encoding, userDataHeader, parts })),
    [1, 2].map(() => ({ ...message, parts: 1 })),
  )
  assert.equal((await node.engine.linkStates())[0]?.status.state, 'up')
})

describe('routes that no longer exist', () => {
  it('their messages get the route they would get now, schedules included', async (t) => {
    const settings = { routing: [{ when: { to: ['49'] }, route: 'german' }] }
    const old = await startEngine({
      joinTo: base,
      roles: ['dispatch', 'cron'],
      settings: { routes: { default: { links: ['net/a'] }, german: { links: ['net/a'] } }, ...settings },
    })
    t.after(() => old.close())
    const soon = (await old.submit({ to: '491701234567' })).entries[0]?.smsId as number
    const sendAt = new Date(Date.now() + 3_600_000)
    const bulk = await old.submit({ to: '491701234568', sendAt }, { bulkId: 'moved-route' })
    const { links, untilState } = await startNode(t, ['a'], {})
    const move = () => rerouteBatches(base.engine.sql, createRecordIds(base.engine.sql, systemClock), () => 'default')
    assert.equal(await move(), 0, 'a node that serves the route may just be starting')
    await base.engine.sql`update batch set due_at = now() - interval '61 seconds' where bulk_id is null`
    assert.equal(await move(), 1)
    await base.engine.sql`select pg_notify('heliograph', 'batches')`
    await untilState(soon, 'submitted')
    assert.deepEqual(
      links.a.submitted.map(({ smsId }) => smsId),
      [soon],
    )
    await base.engine.sql`update batch set due_at = now() - interval '61 seconds'`
    assert.equal(await move(), 1)
    const rows = await base.engine.sql<{ route: string }[]>`
      select route from batch where bulk_id = ${bulk.bulkId as string}`
    assert.deepEqual([...rows], [{ route: 'default' }])
  })

  it('a configuration that names links that do not exist does not start', async () => {
    const node = await startEngine({ joinTo: base, roles: ['dispatch'], settings: { routes: { x: { links: ['y'] } } } })
    await assert.rejects(node.engine.startWork(), {
      message: "routes.x.links: no link 'y'; links that exist: none\nroutes: a route named 'default' is required",
    })
  })
})

describe('the state of links', () => {
  it('tells window, use, receipts and what waits', async (t) => {
    const { node, links, send, untilState } = await startNode(t, ['a'], { routes: {} })
    const smsId = await send()
    await untilState(smsId, 'submitted')
    const receipt = { carrier: 'net', link: 'a', status: 'delivered', networkStatus: 'DELIVRD', errorId: null } as const
    const [row] = await base.engine.sql<{ network_id: string }[]>`
      select network_id from submission where sms_id = ${smsId}`
    const doneAt = new Date()
    for (const networkId of [row?.network_id as string, 'nobody-knows-it', row?.network_id as string]) {
      await node.engine.network.receipt({ ...receipt, networkId, doneAt })
    }
    await node.until(async () => (await base.engine.sql`select from batch`).length === 0, 'its batch is done with')
    links.a.setUp(false)
    links.a.partsPerSecond = 20
    await send({}, PRIORITIES.BULK)
    await send({}, PRIORITIES.LOW)
    // A count of what waits is good for a few seconds.
    await node.until(
      async () => (await node.engine.linkStates())[0]?.waiting.length === 2,
      'what waits has been counted',
    )
    const [state] = await node.engine.linkStates()
    assert.deepEqual(
      { ...state, waiting: state?.waiting.map(({ priority, messages }) => [priority, messages]) },
      {
        id: 'net/a',
        isPaused: false,
        status: { state: 'down', detail: null, binds: [], throttles: 0 },
        window: 100,
        outstanding: 0,
        partsPerSecond: 20,
        receipts: { matched: 2, unmatched: 1, matchRate: 2 / 3 },
        routes: ['default'],
        waiting: [
          ['LOW', 1],
          ['BULK', 1],
        ],
      },
    )
    links.a.setUp(true)
  })
})
