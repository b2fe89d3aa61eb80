import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import type { OutgoingMessage } from '@heliograph/contracts'
import { type Harness, startEngine } from './support/engine-harness.ts'
import { type Answer, accept, carrierOf, FakeLink } from './support/fake-carrier.ts'

const NAMES = ['a', 'b', 'f'] as const
type Name = (typeof NAMES)[number]

/** Two routes of a link each, and one fallback for both. */
const SETTINGS = {
  routes: {
    default: { links: ['net/a'], fallbacks: [['net/f']] },
    other: { links: ['net/b'], fallbacks: [['net/f']] },
  },
  routing: [{ when: { to: ['2783'] }, route: 'other' }],
}

const RECIPIENTS = { a: '27821110000', b: '27831110000' } as const

/** Nodes look each second at what others have written; on a busy machine it takes them longer. */
const LOOK_MS = 3_000

const REFUSED: Answer = [{ kind: 'refused', fault: 'route', status: 'NO' }]

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

interface Handover {
  readonly node: string
  readonly link: Name
  readonly smsId: number
}

/** Two nodes, each with a connection of its own to every link; what networks are given is noted. */
async function startPair(
  t: TestContext,
  answer: (link: Name, message: OutgoingMessage) => Answer = (_, each) => accept(each),
) {
  const base = await startEngine({ credit: '100000', settings: SETTINGS })
  t.after(() => base.close())
  const handovers: Handover[] = []
  async function startNode(node: string) {
    const links = NAMES.map((name) => {
      const link = new FakeLink(name)
      link.answer = (message) => {
        handovers.push({ node, link: name, smsId: message.smsId })
        return answer(name, message)
      }
      return link
    })
    const carriers = new Map([['net', carrierOf(...links)]])
    return {
      node,
      links,
      harness: await startEngine({ joinTo: base, carriers, roles: ['dispatch'], settings: SETTINGS }),
    }
  }
  const nodes = await Promise.all([startNode('one'), startNode('two')])
  const leases = () => base.engine.sql<{ lease: number }[]>`select lease from link_lease where is_up`
  /** Waits until all nodes know which links are up. */
  async function allUp() {
    await base.until(async () => (await leases()).length === NAMES.length, 'all links are up')
    await pause(LOOK_MS)
  }
  await base.until(async () => new Set((await leases()).map(({ lease }) => lease)).size === 2, 'both nodes have links')
  await allUp()
  return { base, handovers, nodes, allUp, setUp: (name: Name, isUp: boolean) => setUp(nodes, name, isUp) }
}

function setUp(nodes: readonly { readonly links: readonly FakeLink[] }[], name: Name, isUp: boolean): void {
  for (const { links } of nodes) links.find((link) => link.name === name)?.setUp(isUp)
}

async function submit(base: Harness, route: 'a' | 'b', count = 1): Promise<readonly number[]> {
  const to = Array.from({ length: count }, (_, n) => String(Number(RECIPIENTS[route]) + n))
  return (await base.submit({ to })).entries.map(({ smsId }) => smsId)
}

const linksOf = (handovers: readonly Handover[], smsIds: readonly number[]) =>
  smsIds.map((smsId) => handovers.filter((each) => each.smsId === smsId).map(({ link }) => link))

describe('two nodes with a fallback that all routes share', () => {
  it('share the links, and the fallback is used only while the first link is down, whichever node has it', async (t) => {
    const { base, handovers, allUp, setUp } = await startPair(t)
    const sent = async (state: Readonly<Record<string, number>>) => {
      await base.until(async () => JSON.stringify(await base.states()) === JSON.stringify(state), 'all is sent')
    }
    const first = [...(await submit(base, 'a', 20)), ...(await submit(base, 'b', 20))]
    await sent({ submitted: 40 })
    assert.deepEqual(
      linksOf(handovers, first).map(([link]) => link),
      first.map((_, index) => (index < 20 ? 'a' : 'b')),
    )
    setUp('a', false)
    setUp('b', false)
    const second = [...(await submit(base, 'a', 20)), ...(await submit(base, 'b', 20))]
    await sent({ submitted: 80 })
    assert.deepEqual(
      linksOf(handovers, second),
      second.map(() => ['f']),
    )
    setUp('a', true)
    setUp('b', true)
    await allUp()
    const third = [...(await submit(base, 'a', 20)), ...(await submit(base, 'b', 20))]
    await sent({ submitted: 120 })
    assert.deepEqual(
      linksOf(handovers, third).map(([link]) => link),
      third.map((_, index) => (index < 20 ? 'a' : 'b')),
    )
  })

  it('what the first link refuses goes out over the fallback, once, and its history says so', async (t) => {
    const { base, handovers } = await startPair(t, (link, message) => (link === 'f' ? accept(message) : REFUSED))
    const smsIds = [...(await submit(base, 'a', 10)), ...(await submit(base, 'b', 10))]
    await base.until(async () => (await base.states()).submitted === 20, 'all is sent')
    assert.deepEqual(
      linksOf(handovers, smsIds),
      smsIds.map((_, index) => (index < 10 ? ['a', 'f'] : ['b', 'f'])),
    )
    const detours = await base.engine.sql`select from message_history where kind = 'passed-on'`
    assert.equal(detours.length, 20)
    await base.until(async () => (await base.engine.sql`select from batch`).length === 0, 'no batch is left')
  })

  it('what of a batch a link has taken stays with it, and only what it refused moves on', async (t) => {
    let answerRest = () => {}
    const rest = new Promise<void>((resolve) => {
      answerRest = resolve
    })
    const { base, handovers } = await startPair(t, async (link, message) => {
      if (link === 'a' && message.smsId % 2 === 1) return REFUSED
      if (link === 'a') await rest
      return accept(message)
    })
    const smsIds = await submit(base, 'a', 20)
    await base.until(async () => (await base.states()).submitted === 10, 'what was refused has gone out')
    assert.equal((await base.states()).queued, 10, 'the first link has the rest')
    answerRest()
    await base.until(async () => (await base.states()).submitted === 20, 'all is sent')
    assert.deepEqual(
      linksOf(handovers, smsIds),
      smsIds.map((smsId) => (smsId % 2 === 1 ? ['a', 'f'] : ['a'])),
    )
    await base.until(async () => (await base.engine.sql`select from batch`).length === 0, 'no batch is left')
  })

  it('what all of them refuse is refused', async (t) => {
    const { base, handovers } = await startPair(t, () => REFUSED)
    const smsIds = [...(await submit(base, 'a')), ...(await submit(base, 'b'))]
    await base.until(async () => (await base.states())['refused-by-network'] === 2, 'both are refused')
    assert.deepEqual(linksOf(handovers, smsIds), [
      ['a', 'f'],
      ['b', 'f'],
    ])
  })

  it('what was refused waits while the fallback is down, and is not given to the first link again', async (t) => {
    const { base, handovers, setUp } = await startPair(t, (link, message) => (link === 'a' ? REFUSED : accept(message)))
    setUp('f', false)
    const smsIds = await submit(base, 'a', 5)
    await base.until(() => handovers.length === 5, 'all are refused')
    await pause(LOOK_MS)
    setUp('f', true)
    await base.until(async () => (await base.states()).submitted === 5, 'all is sent')
    assert.deepEqual(
      linksOf(handovers, smsIds),
      smsIds.map(() => ['a', 'f']),
    )
  })

  it('a link that changes nodes is waited for', async (t) => {
    const { base, handovers, nodes } = await startPair(t)
    await submit(base, 'a')
    await base.until(() => handovers.length === 1, 'it is known which node has the link')
    const left = nodes.find(({ node }) => node === handovers[0]?.node)?.harness.close()
    const smsIds = [...(await submit(base, 'a', 20)), ...(await submit(base, 'b', 20))]
    await base.until(async () => (await base.states()).submitted === 41, 'all is sent')
    await left
    assert.deepEqual(
      linksOf(handovers, smsIds),
      smsIds.map((_, index) => (index < 20 ? ['a'] : ['b'])),
    )
  })

  it('a paused link is as good as down', async (t) => {
    const { base, handovers } = await startPair(t)
    await base.engine.sql`insert into link_pause (link, by) values ('net/a', 'ops')`
    await pause(2 * LOOK_MS)
    const smsIds = await submit(base, 'a', 5)
    await base.until(async () => (await base.states()).submitted === 5, 'all is sent')
    assert.deepEqual(
      linksOf(handovers, smsIds),
      smsIds.map(() => ['f']),
    )
  })
})
