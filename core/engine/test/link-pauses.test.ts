import assert from 'node:assert/strict'
import { after, before, describe, it, type TestContext } from 'node:test'
import { type LinkPdu, type LinkRecord, Links, type Principal, SystemStatus } from '@heliograph/contracts'
import { linkRecords } from '../src/operate/links.ts'
import { fewPdus } from '../src/outbound/dispatch/link-pdus.ts'
import { type Harness, type HarnessOptions, startEngine } from './support/engine-harness.ts'
import { carrierOf, FakeLink } from './support/fake-carrier.ts'
import { find } from './support/smpp-node.ts'

let base: Harness
let operator: Principal
before(async () => {
  base = await startEngine()
  operator = { ...base.principal, role: 'operator', email: 'ops@example.com' }
})
after(() => base.close())

/** A node with the links a and b of one carrier; the pauses of a test are removed when it ends. */
async function startNode(t: TestContext, settings: NonNullable<HarnessOptions['settings']> = {}) {
  const links = { a: new FakeLink('a'), b: new FakeLink('b') }
  const carriers = new Map([['net', carrierOf(links.a, links.b)]])
  const node = await startEngine({ joinTo: base, carriers, roles: ['dispatch'], settings })
  t.after(async () => {
    await node.close()
    await base.engine.sql`delete from link_pause`
  })
  const service = find(node.engine.services, Links)
  const isPaused = async (name: string) =>
    (await node.engine.linkStates()).find(({ id }) => id === `net/${name}`)?.isPaused
  return {
    node,
    links,
    isPaused,
    async pause(name: 'a' | 'b') {
      await service.pause(operator, `net/${name}`)
      await node.until(() => isPaused(name).then((paused) => paused === true), `the node knows that ${name} is paused`)
    },
    resume: (name: 'a' | 'b') => service.resume(operator, `net/${name}`),
    sent: (name: 'a' | 'b') => links[name].submitted.map(({ smsId }) => smsId),
    send: async () => (await node.submit({})).entries[0]?.smsId as number,
  }
}

type Node = Awaited<ReturnType<typeof startNode>>

const untilSubmitted = ({ node }: Node, smsId: number) =>
  node.until(async () => (await node.stateOf(smsId)) === 'submitted', `${smsId} is submitted`)

describe('a paused link', () => {
  it('leaves the messages to the others of its route', async (t) => {
    const node = await startNode(t)
    await node.pause('a')
    for (let n = 0; n < 5; n += 1) await untilSubmitted(node, await node.send())
    assert.deepEqual([node.sent('a').length, node.sent('b').length], [0, 5])
  })

  it('makes room for the next group', async (t) => {
    const routes = { default: { links: ['net/a'], fallbacks: [['net/b']] } }
    const node = await startNode(t, { routes })
    await untilSubmitted(node, await node.send())
    await node.pause('a')
    await untilSubmitted(node, await node.send())
    assert.deepEqual([node.sent('a').length, node.sent('b').length], [1, 1])
  })

  it('keeps what is sent until it is resumed, and is connected all the while', async (t) => {
    const node = await startNode(t)
    await node.pause('a')
    await node.pause('b')
    const smsId = await node.send()
    const waiting = async () => (await node.node.engine.linkStates())[0]?.waiting[0]?.messages
    await node.node.until(async () => (await waiting()) === 1, 'the message waits for the link')
    assert.deepEqual([node.sent('a'), node.sent('b'), node.links.a.isUp()], [[], [], true])
    await node.resume('b')
    await untilSubmitted(node, smsId)
    assert.deepEqual([node.sent('a'), node.sent('b')], [[], [smsId]])
  })

  it('is paused for a node that starts later, from its first message on', async (t) => {
    const first = await startNode(t)
    await first.pause('a')
    await first.node.close()
    const second = await startNode(t)
    assert.equal(await second.isPaused('a'), true)
    for (let n = 0; n < 5; n += 1) await untilSubmitted(second, await second.send())
    assert.deepEqual([second.sent('a').length, second.sent('b').length], [0, 5])
  })

  it('is marked in the figures of the deployment', async (t) => {
    const node = await startNode(t)
    await node.pause('a')
    const { links } = await find(node.node.engine.services, SystemStatus).deployment(operator)
    assert.deepEqual(
      links.map(({ link, isPaused }) => [link, isPaused]),
      [
        ['net/a', true],
        ['net/b', false],
      ],
    )
  })

  it('is told to a node that hears no announcements', async (t) => {
    const node = await startNode(t)
    await base.engine.sql`insert into link_pause (link, by) values ('net/a', '')`
    await node.node.until(() => node.isPaused('a').then((paused) => paused === true), 'the node has looked')
  })
})

function pduOf(sequenceNumber: number, at: Date, octets = ''): LinkPdu {
  const header = { command: 'enquire_link', status: 'ESME_ROK', sequenceNumber, fields: [], octets, length: 16 }
  return { at, direction: 'in', bind: 'transceiver', peer: 'smsc:2775', ...header }
}

describe('PDUs of links', () => {
  const at = new Date('2026-01-01T00:00:00Z')
  const many = Array.from({ length: 50 }, (_, number) => pduOf(number, at, 'ab'.repeat(400)))

  it('travel beside the heartbeats to the operator, wherever the link is', async (t) => {
    const node = await startNode(t)
    node.links.a.pdus = many
    const pdusOf = async () => (await find(base.engine.services, Links).list(operator))[0]?.pdus ?? []
    await node.node.until(async () => (await pdusOf()).length > 0, 'the PDUs have travelled')
    const pdus = await pdusOf()
    assert.deepEqual(pdus, many.slice(0, pdus.length))
  })

  it('travel as far as they are few', () => {
    const few = fewPdus(many)
    assert.deepEqual(few, many.slice(0, few.length))
    const characters = few.reduce((sum, each) => sum + JSON.stringify(each).length, 0)
    assert.ok(characters <= 20_000 && characters > 18_000, String(characters))
    assert.deepEqual([fewPdus([]), fewPdus(many.slice(0, 3))], [[], many.slice(0, 3)])
  })
})

describe('links of all nodes', () => {
  const figures = {
    window: 10,
    outstanding: 0,
    partsPerSecond: 0,
    throttles: 0,
    binds: { bound: 1, all: 1 },
    receipts: { matched: 0, unmatched: 0 },
  }
  const sign = (link: string, state: string, pdus?: readonly LinkPdu[]) => {
    return { link, state, detail: null, figures, pdus, routes: ['default'] }
  }
  const signOf = ({ pdus: _, ...rest }: ReturnType<typeof sign>) => JSON.stringify(rest)
  const pdusOf = ({ pdus = [] }: ReturnType<typeof sign>) => JSON.stringify(pdus)
  const node = (name: string, held: readonly string[], signs: readonly ReturnType<typeof sign>[]) => {
    return { name, held, links: signs.map(({ link }) => link), signs: signs.map(signOf), pdus: signs.map(pdusOf) }
  }
  const at = new Date('2026-01-01T00:00:00Z')
  const pdu = pduOf(1, at)
  const waiting = [{ route: 'default', priority: 10, messages: 3, oldestAt: at }]
  const depth = [{ priority: 'HIGH', messages: 3, oldestAt: at }]

  const rows: readonly (readonly [string, Parameters<typeof linkRecords>, readonly Partial<LinkRecord>[]])[] = [
    ['none', [[], [], []], []],
    [
      'the node that has the lease tells',
      [[node('one', [], [sign('net/a', 'standby')]), node('two', ['net/a'], [sign('net/a', 'up')])], [], waiting],
      [{ link: 'net/a', node: 'two', state: 'up', figures, pause: null, waiting: depth as LinkRecord['waiting'] }],
    ],
    [
      'its PDUs are reported by the node that has the lease',
      [[node('one', [], [sign('net/a', 'up')]), node('two', ['net/a'], [sign('net/a', 'up', [pdu])])], [], []],
      [{ link: 'net/a', node: 'two', pdus: [pdu] }],
    ],
    [
      'of nodes that share it, each tells its part',
      [
        [
          node('one', ['net/a'], [sign('net/a', 'refused', [pdu])]),
          node('two', ['net/a'], [sign('net/a', 'up', [pduOf(2, new Date(at.getTime() + 1))])]),
          node('three', [], [sign('net/a', 'standby')]),
        ],
        [],
        waiting,
      ],
      [
        {
          link: 'net/a',
          node: 'one, two',
          state: 'up',
          detail: null,
          waiting: depth as LinkRecord['waiting'],
          figures: { ...figures, window: 20, binds: { bound: 2, all: 2 } },
          pdus: [pduOf(2, new Date(at.getTime() + 1)), pdu],
        },
      ],
    ],
    [
      'one that no node uses stands by, with its routes',
      [[node('one', [], [sign('net/a', 'up')])], [], waiting],
      [{ link: 'net/a', node: null, state: 'standby', figures: null, routes: ['default'] }],
    ],
    [
      'a pause of a link that no node has any more is reported',
      [[], [{ link: 'net/gone', at, by: 'ops@example.com' }], waiting],
      [{ link: 'net/gone', node: null, pause: { at, by: 'ops@example.com' }, routes: [], waiting: [] }],
    ],
  ]
  for (const [name, args, expected] of rows)
    it(name, () => {
      const found = linkRecords(...args)
      assert.equal(found.length, expected.length)
      for (const [index, record] of expected.entries()) assert.deepEqual({ ...found[index], ...record }, found[index])
    })
})
