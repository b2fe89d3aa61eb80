import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type MessageEnded, type MessageEvent, MessageEvents } from '@heliograph/contracts'
import { claimEvents, dropUnheard } from '../src/notify/events/event-statements.ts'
import { OWNED_TABLES } from '../src/owned-tables.ts'
import { freeEnded } from '../src/ownership/owned-rows.ts'
import { type Harness, startEngine } from './support/engine-harness.ts'
import { carrierOf, FakeLink, networkIdOf } from './support/fake-carrier.ts'
import { find } from './support/smpp-node.ts'

describe('events', () => {
  const link = new FakeLink()
  const silent = new FakeLink('silent')
  silent.receipts = 'none'
  let node: Harness
  before(async () => {
    node = await startEngine({
      carriers: new Map([['net', carrierOf(link, silent)]]),
      settings: {
        routes: { default: { links: ['net/main'] }, silent: { links: ['net/silent'] } },
        routing: [{ when: { to: ['2784'] }, route: 'silent' }],
      },
    })
  })
  after(() => node.close())

  const service = () => find(node.engine.services, MessageEvents)

  async function listen(name: string, take: (events: readonly MessageEvent[]) => void = () => {}) {
    const reported: MessageEvent[] = []
    const { stop } = await service().subscribe({
      name,
      kinds: ['message-ended', 'sms-received'],
      handler: async (events) => {
        take(events)
        reported.push(...events)
      },
    })
    return { reported, stop }
  }

  async function submit(to: string): Promise<number> {
    return (await node.submit({ to })).entries[0]?.smsId as number
  }

  async function waiting(): Promise<number> {
    const [row] = await node.engine.sql<{ events: number }[]>`select count(*) as events from event`
    return row?.events as number
  }

  async function triggers(): Promise<readonly string[]> {
    const rows = await node.engine.sql<{ tgname: string }[]>`
      select tgname from pg_trigger
      where not tgisinternal and tgrelid in ('message_state'::regclass, 'incoming_message'::regclass) order by tgname`
    return rows.map(({ tgname }) => tgname)
  }

  async function report(smsId: number, to: string): Promise<void> {
    await node.until(async () => (await node.stateOf(smsId)) === 'submitted', `${smsId} is with the network`)
    const receipt = { carrier: 'net', link: 'main', networkId: networkIdOf(smsId, 1, 1), to, errorId: null } as const
    const doneAt = new Date()
    await node.engine.network.receipt({ ...receipt, doneAt, status: 'delivered', networkStatus: 'DELIVRD' })
  }

  test('nothing is noted without a subscription, and nothing is left after the last one ends', async () => {
    assert.deepEqual(await triggers(), [])
    const { stop } = await listen('comes and goes')
    assert.deepEqual(await triggers(), ['incoming_inserted', 'states_inserted', 'states_updated'])
    await stop()
    await submit('27841110000')
    await node.until(async () => (await waiting()) === 1, 'the event waits')
    await service().cancel('comes and goes')
    assert.deepEqual([await waiting(), await triggers()], [0, []])
    await submit('27841110000')
    await node.until(async () => (await node.states()).delivered === 2, 'it is delivered')
    assert.equal(await waiting(), 0)
  })

  const ENDS: readonly (readonly [string, string, (smsId: number, to: string) => Promise<void>, string])[] = [
    ['by a receipt', '27821110000', report, 'delivered'],
    ['by the answer, over a link without receipts', '27841110000', async () => {}, 'delivered'],
    ['by a refusal', '27821119999', async () => {}, 'refused-by-network'],
  ]
  for (const [name, to, finish, state] of ENDS)
    test(`a message that ended ${name} is reported once`, async () => {
      link.answer = (message) => [
        message.to.endsWith('9999')
          ? { kind: 'refused', fault: 'destination', status: 'ESME_RINVDSTADR' }
          : { kind: 'accepted', networkId: networkIdOf(message.smsId, message.attempt, 1) },
      ]
      const { reported, stop } = await listen('ends')
      const smsId = await submit(to)
      await finish(smsId, to)
      await node.until(() => reported.length > 0, 'it is reported')
      await stop()
      await service().cancel('ends')
      assert.deepEqual(
        reported.map((event) => [(event as MessageEnded).smsId, (event as MessageEnded).state]),
        [[smsId, state]],
      )
    })

  test('what a handler does not take comes again', async () => {
    let failures = 2
    const { reported, stop } = await listen('fails first', () => {
      failures -= 1
      if (failures >= 0) throw new Error('not now')
    })
    const smsId = await submit('27841110000')
    await node.until(() => reported.length > 0, 'it is taken at last')
    await stop()
    await service().cancel('fails first')
    assert.deepEqual([reported.length, (reported[0] as MessageEnded).smsId, failures], [1, smsId, -1])
  })

  test('of a batch only what the handler names comes again, later each time', async () => {
    const name = 'takes some'
    await (await listen(name)).stop()
    const smsIds = [await submit('27841110000'), await submit('27841110000'), await submit('27841110000')]
    await node.until(async () => (await waiting()) === 3, 'the events wait')
    const reported: number[][] = []
    const times: number[] = []
    const { stop } = await service().subscribe({
      name,
      kinds: ['message-ended'],
      async handler(events) {
        reported.push(events.map((event) => (event as MessageEnded).smsId))
        times.push(Date.now())
        return reported.length < 3 ? [events[0]?.eventId as number] : undefined
      },
    })
    await node.until(async () => (await waiting()) === 0, 'all are done with')
    await stop()
    await service().cancel(name)
    const [first] = reported[0] as number[]
    assert.deepEqual(reported.slice(1), [[first], [first]])
    const LEAST = [990, 1_990]
    const waits = times.slice(1).map((time, index) => time - (times[index] as number))
    assert.ok(
      waits.every((wait, index) => wait >= (LEAST[index] as number)),
      `after ${waits} ms`,
    )
    assert.deepEqual(
      reported[0]?.toSorted((a, b) => a - b),
      smsIds,
    )
  })

  test('what a node had when it came to an end is reported by another', async () => {
    const { sql } = node.engine
    const name = 'crashes'
    await (await listen(name)).stop()
    const smsId = await submit('27841110000')
    await node.until(async () => (await waiting()) === 1, 'the event waits')
    const [other] = await sql<{ lease: number }[]>`
      insert into node (node_id, name, roles) values (gen_random_uuid(), 'other', '{}') returning lease`
    const lease = other?.lease as number
    const [claimed] = await claimEvents(sql, lease, { name, limit: 10 })
    assert.equal(claimed?.subject_id, smsId)
    const { reported, stop } = await listen(name)
    const again = await claimEvents(sql, lease, { name, limit: 10 })
    assert.equal(again.length, 0, 'while that node lives no other has it')
    await sql`delete from node where lease = ${lease}`
    // The node may have been faster.
    await freeEnded(sql, OWNED_TABLES)
    assert.equal((await sql`select from event where owner = ${lease}`).length, 0, 'it is free')
    await node.until(() => reported.length === 1, 'it is reported at once')
    await stop()
    await service().cancel(name)
  })

  test('a subscription that nobody listens to for days is given up', async () => {
    const { sql } = node.engine
    for (const name of ['left', 'kept']) await (await listen(name)).stop()
    await submit('27841110000')
    await node.until(async () => (await waiting()) === 2, 'the events wait')
    await sql`update event_subscription set heard_at = now() - interval '73 hours' where name = 'left'`
    await sql`insert into event (subscription, kind, subject_id) values ('gone', 'sms-received', 1)`
    assert.deepEqual(await dropUnheard(sql, 72), ['left'])
    assert.equal(await waiting(), 1)
    await service().cancel('kept')
    assert.deepEqual(await triggers(), [])
  })
})
