import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { Messages, type Principal } from '@heliograph/contracts'
import { type Harness, makeRequest, startEngine } from './support/engine-harness.ts'
import { type Answer, accept, carrierOf, FakeLink, holdAnswers } from './support/fake-carrier.ts'
import { isClaimed } from './support/is-claimed.ts'
import { find } from './support/smpp-node.ts'

/** More than a node has in memory. */
const CAMPAIGN = 2_200
const PASSWORDS = 10

const recipients = (count: number) => Array.from({ length: count }, (_, n) => `2782${String(n).padStart(7, '0')}`)

interface World {
  /** Accepts without dispatching. */
  readonly base: Harness
  readonly nodes: readonly Harness[]
  /** The messages that went out over any link, in order. */
  readonly sent: readonly number[]
  /** The same for each link. */
  readonly sentBy: readonly (readonly number[])[]
  /** Stops links from answering, until `open`. */
  readonly gate: { close(): void; open(): void }
  /** From now on links answer at once. */
  hurry(): void
  send(by: Harness, client: Principal, count: number): Promise<readonly number[]>
}

/** Nodes with a slow link each to one network, and a campaign of the first client on the way. */
async function startWorld(t: TestContext, fairness: 'order' | 'clients', nodes = 1): Promise<World> {
  const settings = { dispatch: { fairness } }
  const base = await startEngine({ settings })
  t.after(() => base.close())
  const sent: number[] = []
  const sentBy: number[][] = []
  const gates: World['gate'][] = []
  let delayMs = 2
  async function startNode(): Promise<Harness> {
    const link = new FakeLink()
    const own: number[] = []
    sentBy.push(own)
    link.window = 1
    link.answer = (message): Answer => {
      sent.push(message.smsId)
      own.push(message.smsId)
      return new Promise((resolve) => setTimeout(() => resolve(accept(message)), delayMs))
    }
    gates.push(holdAnswers(link))
    const node = await startEngine({ joinTo: base, settings, carriers: new Map([['net', carrierOf(link)]]) })
    t.after(() => node.close())
    return node
  }
  return {
    base,
    nodes: await Promise.all(Array.from({ length: nodes }, startNode)),
    sent,
    sentBy,
    gate: {
      close: () => gates.forEach((gate) => void gate.close()),
      open: () => gates.forEach((gate) => void gate.open()),
    },
    hurry() {
      delayMs = 0
    },
    async send({ engine }, client, count) {
      const { entries } = await engine.submissions.submit(client, makeRequest({ to: recipients(count) }))
      return entries.map(({ smsId }) => smsId)
    },
  }
}

const placesOf = (sent: readonly number[], smsIds: readonly number[]) => smsIds.map((smsId) => sent.indexOf(smsId))

const isRising = (places: readonly number[]) =>
  places.every((place, index) => index === 0 || place > (places[index - 1] as number))

describe('a campaign of one client and a few messages of another, of the same priority', () => {
  const CASES = [
    { name: 'accepted by another node', nodes: 1, by: ({ base }: World) => base },
    { name: 'accepted by the node that sends', nodes: 1, by: ({ nodes }: World) => nodes[0] as Harness },
    { name: 'with two nodes', nodes: 2, by: ({ base }: World) => base },
  ]
  for (const { name, nodes, by } of CASES) {
    it(`clients: they take turns, each in its order (${name})`, async (t) => {
      const world = await startWorld(t, 'clients', nodes)
      const { base, sent, sentBy, gate } = world
      const other = await base.addClient()
      const campaign = await world.send(by(world), base.principal, CAMPAIGN)
      await base.until(() => sent.length >= 20, 'the campaign is on its way')
      // How long a node takes to hear of messages is no matter of turns.
      gate.close()
      const passwords = await world.send(by(world), other, PASSWORDS)
      await base.until(() => isClaimed(base, passwords), 'a node has them')
      const before = sent.length
      gate.open()
      const last = passwords.at(-1) as number
      await base.until(() => sent.includes(last), 'the few have gone out')
      const places = placesOf(sent, passwords)
      assert.ok(isRising(places), `in order: ${places}`)
      // Each link sends one of the other client for each of these.
      for (const own of sentBy) {
        const ours = placesOf(own, passwords).filter((place) => place >= 0)
        const span = (ours.at(-1) ?? 0) - (ours[0] ?? 0)
        assert.ok(span < 2 * ours.length + 1, `${ours}`)
      }
      const first = places[0] as number
      assert.ok(first - before <= 200, `the first one passes the campaign: ${first - before} went before it`)
      world.hurry()
      await base.until(() => sent.length === CAMPAIGN + PASSWORDS, 'all have gone out')
      assert.equal(new Set(sent).size, sent.length)
      if (nodes === 1) assert.ok(isRising(placesOf(sent, campaign)), 'the campaign is in order')
    })
  }

  it('clients: what is tried again waits in the line of its client', async (t) => {
    const settings = { dispatch: { fairness: 'clients' as const } }
    const link = new FakeLink()
    link.answer = () => [{ kind: 'try-later', status: 'ESME_RMSGQFUL' }]
    const base = await startEngine({ settings, carriers: new Map([['net', carrierOf(link)]]) })
    t.after(() => base.close())
    const other = await base.addClient()
    for (const client of [base.principal, other]) await base.engine.submissions.submit(client, makeRequest({}))
    let lines: readonly number[] = []
    // What was handed over first is still there for a moment.
    await base.until(async () => {
      const rows = await base.engine.sql<{ line: number }[]>`select line from batch where due_at > now() order by line`
      lines = rows.map((row) => row.line)
      return lines.length === 2
    }, 'both are tried again')
    assert.deepEqual(lines, [base.principal.clientId, other.clientId])
  })

  it('clients: what is scheduled waits in the line of its client, also once it is replaced', async (t) => {
    const base = await startEngine({ settings: { dispatch: { fairness: 'clients' } } })
    t.after(() => base.close())
    const sendAt = new Date(Date.now() + 3_600_000)
    const { entries } = await base.submit({ to: recipients(2), sendAt })
    const lines = async () => (await base.engine.sql<{ line: number }[]>`select line from batch`).map((row) => row.line)
    const { clientId } = base.principal
    assert.deepEqual(await lines(), [clientId])
    const messages = find(base.engine.services, Messages)
    await messages.replace(base.principal, entries[0]?.smsId as number, { text: 'other' })
    assert.deepEqual(await lines(), [clientId, clientId])
  })

  it('order: they go in the order received', async (t) => {
    const world = await startWorld(t, 'order')
    const { base, sent } = world
    const other = await base.addClient()
    const campaign = await world.send(base, base.principal, CAMPAIGN)
    await base.until(() => sent.length >= 20, 'the campaign is on its way')
    const passwords = await world.send(base, other, PASSWORDS)
    world.hurry()
    await base.until(() => sent.length === CAMPAIGN + PASSWORDS, 'all have gone out')
    assert.deepEqual(sent, [...campaign, ...passwords])
  })
})
