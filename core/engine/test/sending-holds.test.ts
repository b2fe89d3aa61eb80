import assert from 'node:assert/strict'
import { after, before, describe, it, type TestContext } from 'node:test'
import { type HoldScope, PRIORITIES, type Principal, type Priority } from '@heliograph/contracts'
import { countWaiting } from '../src/outbound/batches/waiting-messages.ts'
import { DEPLOYMENT } from '../src/outbound/holds/hold-statements.ts'
import {
  parkedRoute,
  parkingOfBulk,
  parkingOfClient,
  slowRoute,
  unparkedRoute,
  waitsForItsBulk,
} from '../src/outbound/holds/parked-batches.ts'
import { SendingHolds } from '../src/outbound/holds/sending-holds.ts'
import { type Harness, makeRequest, startEngine, systemClock } from './support/engine-harness.ts'
import { carrierOf, FakeLink } from './support/fake-carrier.ts'

/** Recipients of the two routes. */
const HERE = '27821110001'
const THERE = '491701234567'

const SETTINGS = {
  routes: { default: { links: ['net/a'] }, german: { links: ['net/a'] } },
  routing: [{ when: { country: ['DE'] }, route: 'german' }],
}

let base: Harness
let other: Principal
before(async () => {
  base = await startEngine({ settings: SETTINGS })
  other = await base.addClient()
})
after(() => base.close())

const routeOf = (name: string): HoldScope => ({ kind: 'route', name })
const clientOf = ({ clientId }: Principal): HoldScope => ({ kind: 'client', name: String(clientId) })

/** A node with one link for both routes. */
async function startNode(t: TestContext) {
  const link = new FakeLink('a')
  const node = await startEngine({
    joinTo: base,
    carriers: new Map([['net', carrierOf(link)]]),
    roles: ['dispatch'],
    settings: SETTINGS,
  })
  t.after(async () => {
    await node.close()
    for (const table of ['sending_hold', 'batch']) await base.engine.sql`delete from ${base.engine.sql(table)}`
  })
  const { holds, sql } = node.engine
  const known = () => node.log.entries.filter(({ text }) => text === 'holds have changed').length
  /** Resolves when the node knows. */
  const change = async (run: () => Promise<boolean>) => {
    const before = known()
    assert.equal(await run(), true)
    await node.until(() => known() > before, 'the node knows')
  }
  const send = async (to = HERE, principal = node.principal, priority: Priority = PRIORITIES.HIGH) =>
    (await node.engine.submissions.submit(principal, makeRequest({ to }, { priority }))).entries[0]?.smsId as number
  const sent = () => link.submitted.map(({ smsId }) => smsId)
  return {
    node,
    link,
    holds,
    send,
    sent,
    hold: (scope: HoldScope, reason = '') => change(() => holds.hold(scope, reason)),
    resume: (scope: HoldScope) => change(() => holds.resume(scope)),
    untilSent: (smsId: number) => node.until(() => sent().includes(smsId), `${smsId} is sent`),
    untilFree: (smsId: number) =>
      node.until(async () => {
        const [row] = await sql`select from batch where ${smsId}::bigint = any(sms_ids) and owner is null`
        return row !== undefined
      }, `${smsId} waits in the table`),
  }
}

describe('sending that is on hold', () => {
  it('is all of it, CRITICAL as well, while links stay up; it goes in its order when it is let go', async (t) => {
    const { node, link, hold, resume, send, sent, untilSent, untilFree } = await startNode(t)
    await hold(DEPLOYMENT, 'an audit')
    const normal = await send(HERE, node.principal, PRIORITIES.NORMAL)
    const critical = await send(THERE, other, PRIORITIES.CRITICAL)
    for (const smsId of [normal, critical]) await untilFree(smsId)
    assert.deepEqual([sent(), link.isUp(), await node.stateOf(normal)], [[], true, 'queued'])
    assert.equal((await countWaiting(node.engine.sql)).length, 2)
    assert.deepEqual(await node.engine.holdsHealth(), {
      status: 'degraded',
      reason: 'sending is on hold: deployment (an audit) (heliograph sending list)',
    })
    await resume(DEPLOYMENT)
    await untilSent(normal)
    await untilSent(critical)
    assert.deepEqual(await node.engine.holdsHealth(), { status: 'ok' })
  })

  it('is that of a route, while others go over the same link', async (t) => {
    const { hold, resume, send, sent, untilSent } = await startNode(t)
    await hold(routeOf('german'))
    const held = await send(THERE)
    const free = await send(HERE)
    await untilSent(free)
    assert.deepEqual(sent(), [free])
    await resume(routeOf('german'))
    await untilSent(held)
  })

  it('is that of a client, which waits apart and is in the way of no other', async (t) => {
    const { node, hold, resume, send, sent, untilSent, untilFree } = await startNode(t)
    await hold(clientOf(other))
    const held: number[] = []
    for (const to of [HERE, THERE, HERE]) held.push(await send(to, other))
    const free = await send(HERE)
    await untilSent(free)
    for (const smsId of held) await untilFree(smsId)
    assert.deepEqual(sent(), [free])
    // The batch of what was sent is removed soon after.
    await node.until(async () => {
      const waiting = (await countWaiting(base.engine.sql)).map(({ route, messages }) => `${route} ${messages}`)
      return waiting.join() === 'default 2,german 1'
    }, 'they are shown as waiting for their routes')
    await resume(clientOf(other))
    for (const smsId of held) await untilSent(smsId)
    assert.equal(sent().length, 4)
  })

  it('stays where it is that waits in the memory of a node', async (t) => {
    const { link, hold, resume, send, sent, untilSent, untilFree } = await startNode(t)
    link.window = 1
    let answer = () => {}
    link.answer = ({ smsId }) =>
      new Promise((resolve) => {
        answer = () => resolve([{ kind: 'accepted', networkId: `n-${smsId}` }])
      })
    const first = await send(HERE)
    await untilSent(first)
    const [mine, theirs] = [await send(HERE), await send(HERE, other)]
    await hold(clientOf(other))
    await untilFree(theirs)
    answer()
    await untilSent(mine)
    answer()
    assert.deepEqual(sent(), [first, mine])
    await resume(clientOf(other))
    await untilSent(theirs)
    answer()
  })

  it('is known to a node that starts later, from its first message on', async (t) => {
    const first = await startNode(t)
    await first.hold(clientOf(other))
    await first.hold(routeOf('german'))
    await first.node.close()
    const second = await startNode(t)
    const held = [await second.send(THERE), await second.send(HERE, other)]
    const free = await second.send(HERE)
    await second.untilSent(free)
    for (const smsId of held) await second.untilFree(smsId)
    assert.deepEqual(second.sent(), [free])
  })

  it('is listed in order, and holds what was told first until it is let go', async (t) => {
    const { holds } = await startNode(t)
    for (const scope of [clientOf(other), routeOf('german'), DEPLOYMENT]) await holds.hold(scope, 'why')
    assert.equal(await holds.hold(DEPLOYMENT, 'why else'), false)
    assert.deepEqual(
      (await holds.list()).map(({ kind, name, reason }) => [kind, name, reason]),
      [
        ['deployment', '', 'why else'],
        ['route', 'german', 'why'],
        ['client', String(other.clientId), 'why'],
      ],
    )
    for (const scope of [clientOf(other), routeOf('german'), DEPLOYMENT]) {
      assert.equal(await holds.resume(scope), true)
      assert.equal(await holds.resume(scope), false)
    }
  })
})

describe('holds as a node sees them', () => {
  const rows: readonly (readonly [string, readonly HoldScope[], route: string, isHeld: boolean])[] = [
    ['nothing', [], 'default', false],
    ['the deployment', [DEPLOYMENT], 'default', true],
    ['the route', [routeOf('default')], 'default', true],
    ['its later groups', [routeOf('default')], 'default/2', true],
    ['another route', [routeOf('german')], 'default', false],
    ['a client', [{ kind: 'client', name: '1001' }], 'default', false],
  ]
  for (const [name, scopes, route, isHeld] of rows)
    it(`${name}: ${route} is ${isHeld ? '' : 'not '}on hold`, async (t) => {
      const { sql } = base.engine
      t.after(() => sql`delete from sending_hold`)
      for (const { kind, name: of } of scopes)
        await sql`insert into sending_hold (kind, name, reason) values (${kind}, ${of}, '')`
      const holds = new SendingHolds({ sql, clock: systemClock, logger: base.log, onChange: () => {} })
      t.after(() => holds.stop())
      await holds.start()
      assert.equal(holds.hasRoute(route), isHeld)
      const isHeldClient = (clientId: number) => holds.parkingOf(clientId, null) !== undefined
      assert.deepEqual([isHeldClient(1001), isHeldClient(1002)], [scopes[0]?.kind === 'client', false])
    })

  it('the route of what is parked is found again', () => {
    const bulk = parkingOfBulk({ pauseId: 7, clientId: 1001, bulkId: 'b' })
    for (const route of ['default', 'default/2', 'held']) {
      const parked = [parkingOfClient(1001), bulk].map((parking) => parkedRoute(parking, route))
      const all = [...parked, slowRoute(3, route), slowRoute(null, route)]
      assert.deepEqual(all.map(unparkedRoute), [route, route, route, route])
      assert.deepEqual(all.map(waitsForItsBulk), [false, true, true, false])
    }
  })
})
