import assert from 'node:assert/strict'
import {
  type HistoryEntry,
  MessageHistory,
  Messages,
  Network,
  type NetworkReceipt,
  Segments,
  Subscriptions,
} from '@heliograph/contracts'
import { inHours, recordOf, submit, submitOne, TO, TO_NETWORK, TO_TOO } from './requests.ts'
import { segmentOf } from './segment-cases.ts'
import type { ServiceCase, ServiceClient, ServiceWorld } from './service-world.ts'

async function historyOf(world: ServiceWorld, client: ServiceClient, smsId: number): Promise<readonly HistoryEntry[]> {
  const history = await world.service(MessageHistory).of(client.principal, smsId)
  assert.ok(history, `${smsId} has a history`)
  return history
}

async function kindsOf(world: ServiceWorld, client: ServiceClient, smsId: number): Promise<readonly string[]> {
  return (await historyOf(world, client, smsId)).map(({ kind }) => kind)
}

/** Submits a message that the network takes, and has it reported once or several times, a second apart. */
async function reported(world: ServiceWorld, client: ServiceClient, ...receipts: readonly Partial<NetworkReceipt>[]) {
  const smsId = await submitOne(world, client, { to: [TO_NETWORK] })
  const sent = await world.submitted(smsId)
  const doneAt = new Date(Math.ceil(world.now() / 1000) * 1000)
  for (const [index, receipt] of receipts.entries())
    await world.service(Network).receipt({
      ...sent,
      to: TO_NETWORK,
      status: 'delivered',
      networkStatus: 'DELIVRD',
      errorId: null,
      doneAt: later(doneAt, index),
      ...receipt,
    })
  return { smsId, doneAt, networkId: sent.networkId }
}

function later(date: Date, seconds: number): Date {
  return new Date(date.getTime() + seconds * 1000)
}

const PREPAID = { credit: '1.00', price: '0.05' } as const

/** The ways in which a message that no network has can end, with the history up to then. */
const ENDS: readonly {
  readonly name: string
  readonly state: string
  readonly before: readonly string[]
  readonly isScheduled: boolean
  readonly end: (world: ServiceWorld, client: ServiceClient, smsId: number) => Promise<unknown>
}[] = [
  {
    name: 'cancelled before its time',
    state: 'cancelled',
    before: ['accepted', 'scheduled'],
    isScheduled: true,
    end: (world, client, smsId) => world.service(Messages).cancel(client.principal, { smsId }),
  },
  {
    name: 'cancelled in the queue',
    state: 'cancelled',
    before: ['accepted', 'queued'],
    isScheduled: false,
    end: (world, client, smsId) => world.service(Messages).cancel(client.principal, { smsId }),
  },
  {
    name: 'opted out in the queue',
    state: 'opted-out',
    before: ['accepted', 'queued'],
    isScheduled: false,
    end: (world, client) =>
      world.service(Subscriptions).set(client.principal.clientId, TO, 'opted-out', { kind: 'web' }),
  },
]

const endCases = ENDS.flatMap(({ name, state, before, isScheduled, end }): readonly ServiceCase[] => {
  const run = async (world: ServiceWorld, client: ServiceClient) => {
    const smsId = await submitOne(world, client, isScheduled ? { sendAt: inHours(world, 1) } : {})
    await end(world, client, smsId)
    return historyOf(world, client, smsId)
  }
  return [
    {
      name: `${name}: the price went back`,
      client: PREPAID,
      async run(world, client) {
        const history = await run(world, client)
        assert.deepEqual(
          history.map(({ kind }) => kind),
          [...before, 'ended', 'refunded'],
        )
        const [ended, refunded] = history.slice(-2)
        assert.equal(ended?.kind === 'ended' && ended.state, state)
        const { currency } = client.principal
        assert.deepEqual(refunded?.kind === 'refunded' && refunded.amount, { amount: '0.050000', currency })
      },
    },
    {
      name: `${name}: nothing went back to a client that is billed afterwards`,
      async run(world, client) {
        assert.deepEqual(
          (await run(world, client)).map(({ kind }) => kind),
          [...before, 'ended'],
        )
      },
    },
  ]
})

export const historyCases: readonly ServiceCase[] = [
  {
    name: 'a message that waits was accepted and queued',
    async run(world, client) {
      const smsId = await submitOne(world, client)
      const { acceptedAt: at, origin, parts, price } = (await recordOf(world, client, smsId)) ?? {}
      assert.deepEqual(await historyOf(world, client, smsId), [
        { kind: 'accepted', at, origin, requestId: null, parts, price },
        { kind: 'queued', at },
      ])
    },
  },
  {
    name: 'it names the request that all messages of it came by',
    async run(world, client) {
      const { entries } = await submit(world, client, { to: [TO, TO_TOO] }, { requestId: 'k3v9q0tx7mzd' })
      for (const { smsId } of entries) {
        const [accepted] = await historyOf(world, client, smsId)
        assert.equal(accepted?.kind === 'accepted' && accepted.requestId, 'k3v9q0tx7mzd')
      }
    },
  },
  {
    name: 'a scheduled one has its time and is not queued',
    async run(world, client) {
      const dueAt = inHours(world, 1)
      const smsId = await submitOne(world, client, { sendAt: dueAt })
      const [accepted, ...rest] = await historyOf(world, client, smsId)
      assert.deepEqual(rest, [{ kind: 'scheduled', at: accepted?.at, dueAt }])
    },
  },
  ...endCases,
  {
    name: 'a message that the network took has its link, attempt, part and id',
    async run(world, client) {
      const smsId = await submitOne(world, client, { to: [TO_NETWORK] })
      const { networkId } = await world.submitted(smsId)
      const history = await historyOf(world, client, smsId)
      assert.deepEqual(
        history.map(({ kind }) => kind),
        ['accepted', 'queued', 'answered'],
      )
      const { at, ...answered } = history.at(-1) as HistoryEntry
      assert.ok(at instanceof Date)
      assert.deepEqual(answered, {
        kind: 'answered',
        link: 'net/main',
        attempt: 1,
        part: 1,
        outcome: 'accepted',
        networkId,
        networkStatus: null,
      })
    },
  },
  {
    name: "a receipt has the network's word and time, and ends the message",
    async run(world, client) {
      const { smsId, doneAt: at } = await reported(world, client, {})
      const history = await historyOf(world, client, smsId)
      const due = { at, state: 'delivered', networkStatus: 'DELIVRD', errorId: null }
      assert.deepEqual(history.slice(3), [
        { kind: 'receipt', attempt: 1, part: 1, ...due },
        { kind: 'ended', ...due },
      ])
    },
  },
  {
    name: 'a receipt from before the answer follows it all the same',
    async run(world, client) {
      const doneAt = new Date(world.now() - 3_600_000)
      const { smsId } = await reported(world, client, { doneAt })
      const history = await historyOf(world, client, smsId)
      assert.deepEqual(
        history.map(({ kind }) => kind),
        ['accepted', 'queued', 'answered', 'receipt', 'ended'],
      )
      assert.deepEqual(history.at(-1)?.at, doneAt)
    },
  },
  {
    name: 'what a network failed to deliver is not paid back',
    client: PREPAID,
    async run(world, client) {
      const { smsId } = await reported(world, client, { status: 'expired', networkStatus: 'EXPIRED' })
      assert.deepEqual((await kindsOf(world, client, smsId)).slice(3), ['receipt', 'ended'])
    },
  },
  {
    name: 'a report on the way has its text and ends nothing',
    async run(world, client) {
      const text = 'id:1 sub:001 dlvrd:000 stat:ACCEPTD err:000'
      const accepted = { status: 'accepted', networkStatus: 'ACCEPTD', text } as const
      const { smsId, doneAt: at } = await reported(world, client, accepted, {
        status: 'enroute',
        networkStatus: 'ENROUTE',
      })
      const report = { kind: 'report', attempt: 1, part: 1, errorId: null }
      assert.deepEqual((await historyOf(world, client, smsId)).slice(3), [
        { ...report, at, ...accepted },
        { ...report, at: later(at, 1), status: 'enroute', networkStatus: 'ENROUTE', text: null },
      ])
    },
  },
  {
    name: 'that a message was read is told after its delivery, and ends nothing',
    async run(world, client) {
      const read = { status: 'read', networkStatus: 'READ' } as const
      const { smsId, doneAt } = await reported(world, client, {}, read)
      const history = await historyOf(world, client, smsId)
      assert.deepEqual(
        history.slice(3).map(({ kind }) => kind),
        ['receipt', 'ended', 'report'],
      )
      const due = { kind: 'report', at: later(doneAt, 1), attempt: 1, part: 1, errorId: null, text: null }
      assert.deepEqual(history.at(-1), { ...due, ...read })
      assert.equal((await recordOf(world, client, smsId))?.state, 'delivered')
    },
  },
  {
    name: 'a receipt against the final state is told and changes nothing; the same receipt again is not told',
    async run(world, client) {
      const undeliverable = { status: 'undeliverable', networkStatus: 'UNDELIV', errorId: 1 } as const
      const { smsId, doneAt } = await reported(world, client, {}, undeliverable, {})
      const history = await historyOf(world, client, smsId)
      assert.deepEqual(
        history.slice(3).map(({ kind }) => kind),
        ['receipt', 'ended', 'report'],
      )
      const due = { kind: 'report', at: later(doneAt, 1), attempt: 1, part: 1, text: null }
      assert.deepEqual(history.at(-1), { ...due, ...undeliverable })
    },
  },
  {
    name: 'a late delivery comes after the end it replaced, whatever its time',
    async run(world, client) {
      const expired = { state: 'expired', networkStatus: 'EXPIRED', errorId: 4098 } as const
      const { smsId, doneAt } = await reported(
        ...([world, client, { status: 'expired', networkStatus: 'EXPIRED' }] as const),
        { doneAt: new Date(world.now() - 60_000) },
      )
      const history = (await historyOf(world, client, smsId)).slice(3)
      assert.deepEqual(history.slice(0, 2), [
        { kind: 'receipt', at: doneAt, attempt: 1, part: 1, ...expired },
        { kind: 'ended', at: doneAt, ...expired },
      ])
      assert.deepEqual(
        history.slice(2).map((entry) => [entry.kind, 'state' in entry && entry.state]),
        [
          ['receipt', 'delivered'],
          ['ended', 'delivered'],
        ],
      )
    },
  },
  {
    name: 'by the id of a segment, while it waits and once it is joined',
    async run(world, client) {
      const ids: number[] = []
      for (const part of [1, 2]) {
        const { smsId } = await world.service(Segments).add(client.principal, segmentOf(part))
        ids.push(smsId)
        assert.deepEqual(await kindsOf(world, client, smsId), ['accepted', 'queued'])
      }
      const [first, second] = await Promise.all(ids.map((smsId) => historyOf(world, client, smsId)))
      assert.deepEqual(first, second)
    },
  },
  {
    name: 'unknown messages and those of others have none',
    async run(world, client) {
      const other = await world.addClient()
      const smsId = await submitOne(world, client)
      const { of } = world.service(MessageHistory)
      assert.equal(await of(other.principal, smsId), undefined)
      for (const unknown of [0, -1, 0.5, Number.NaN, 2 ** 60, 999_999_999])
        assert.equal(await of(client.principal, unknown), undefined)
    },
  },
]
