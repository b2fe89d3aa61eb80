import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { until } from './support/gateway-process.ts'
import { WAIT_LIMIT_MS } from './support/peers/arrivals.ts'
import { type Account, createDeployment, type Deployment } from './support/peers/deployment.ts'
import { type Delivery, type Esme, type EsmeSession, readReceipt } from './support/peers/esme.ts'
import { startNpmSmppEsme } from './support/peers/npm-smpp-esme.ts'
import type { SmppGateway } from './support/peers/smpp-gateway.ts'

// One user with the maximum number of sessions, on two nodes of one deployment.

const SESSIONS = 20
const MESSAGES_PER_SESSION = 10
const INCOMING = 30

/** A dead node is noticed when its lease has run out. */
const DEAD_NODE_LIMIT_MS = 120_000

/** A bind checks a password, which costs time of both sides. */
const REFUSED_BIND_MS = 1_000

describe('20 sessions of one user on two nodes', () => {
  let deployment: Deployment
  let nodes: readonly [SmppGateway, SmppGateway]
  let account: Account
  let esme: Esme
  let sessions: EsmeSession[]
  const bind = (node: SmppGateway) => {
    const { systemId, password } = account
    return esme.bind({ port: node.smppPort, type: 'transceiver', systemId, password })
  }
  const bindOrDrop = async (node: SmppGateway) => {
    const session = await bind(node)
    if (session.status !== 0) session.drop()
    return session.status
  }
  const deliveriesOf = (which: readonly EsmeSession[]): readonly Delivery[] =>
    which.flatMap(({ deliveries }) => deliveries.all)
  const untilThereAre = (count: number) =>
    until(
      async () => deliveriesOf(sessions).length,
      (came) => came >= count,
      WAIT_LIMIT_MS,
    )

  before(async () => {
    deployment = await createDeployment()
    account = await deployment.addAccount({ name: 'Peer', number: '27820009999' })
    nodes = [await deployment.start(), await deployment.start()]
    esme = startNpmSmppEsme()
    sessions = []
    for (let index = 0; index < SESSIONS; index += 1) sessions.push(await bind(nodes[index % 2] as SmppGateway))
  })
  after(async () => {
    await esme?.stop()
    await deployment?.remove()
  })

  test('all are bound, one more is refused on either node, and may come when one has left', async () => {
    assert.ok(sessions.every(({ status }) => status === 0))
    for (const node of nodes) {
      const surplus = await bind(node)
      assert.equal(surplus.status, 0x0d)
      surplus.drop()
    }
    assert.equal(await sessions.pop()?.unbind(), 0)
    const next = await bind(nodes[0])
    assert.equal(next.status, 0)
    sessions.push(next)
  })

  test('each receipt reaches exactly one of them', async () => {
    const numbers = sessions.map((_, session) =>
      Array.from({ length: MESSAGES_PER_SESSION }, (_, index) => `2784${session + 10}0${index + 10}100`),
    )
    const ids = await Promise.all(
      sessions.map((session, index) =>
        Promise.all((numbers[index] ?? []).map((to) => session.submit({ from: 'Sender', to, text: `To ${to}` }))),
      ),
    )
    const accepted = ids.flat()
    assert.ok(accepted.every(({ status }) => status === 0))
    await untilThereAre(accepted.length)
    const received = deliveriesOf(sessions).map((delivery) => readReceipt(delivery)?.id)
    assert.deepEqual(received.sort(), accepted.map(({ messageId }) => messageId).sort())
  })

  test('each SMS from a subscriber reaches exactly one of them, whichever node it came to', async () => {
    const before = deliveriesOf(sessions).length
    const froms = Array.from({ length: INCOMING }, (_, index) => `278501${index + 100}`)
    for (const [index, from] of froms.entries()) {
      await nodes[index % 2]?.receive({ from, to: account.number, text: `From ${from}` })
    }
    await untilThereAre(before + INCOMING)
    const received = deliveriesOf(sessions)
      .filter(({ esmClass }) => esmClass === 0)
      .map(({ from }) => from)
    assert.deepEqual(received.sort(), froms)
  })

  test('when a node is killed, its places are free again and the other one delivers what comes', async () => {
    const [survivor, victim] = nodes
    const staying = sessions.filter((_, index) => index % 2 === 0 || index === sessions.length - 1)
    await victim.kill()
    for (const [index, from] of ['27860000001', '27860000002'].entries()) {
      await survivor.receive({ from, to: account.number, text: `After the kill ${index}` })
      await until(
        async () => deliveriesOf(staying).some((delivery) => delivery.from === from),
        (came) => came,
        WAIT_LIMIT_MS,
      )
    }
    for (let place = 1; place < SESSIONS / 2; place += 1) {
      await until(
        () => bindOrDrop(survivor),
        (status) => status === 0,
        DEAD_NODE_LIMIT_MS,
        REFUSED_BIND_MS,
      )
    }
  })
})
