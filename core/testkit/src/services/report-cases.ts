import assert from 'node:assert/strict'
import { Messages, Network, type NetworkReceipt, type ReportFilter, Reports } from '@heliograph/contracts'
import { inHours, recordOf, submit, submitOne, TO, TO_NETWORK, TO_TOO } from './requests.ts'
import type { ServiceCase, ServiceClient, ServiceWorld } from './service-world.ts'

/** The messages that the filters in the table select from, oldest first. */
const MESSAGES = ['first', 'second', 'scheduled', 'ended'] as const
type Name = (typeof MESSAGES)[number]

async function store(world: ServiceWorld, client: ServiceClient): Promise<ReadonlyMap<number, Name>> {
  await world.addChannel(client.principal.clientId, { sender: 'ACME' })
  const ids = [
    await submit(world, client, { text: 'first', messageId: 'm-1' }),
    await submit(
      world,
      client,
      { text: 'Ünd SECOND, 100%', to: [TO_TOO], from: 'ACME' },
      { origin: 'v2', requestId: 'r-2' },
    ),
    await submit(world, client, { text: 'scheduled', sendAt: inHours(world, 1) }, { bulkId: 'bulk' }),
    await submit(world, client, { text: 'ended', reference: 'ref' }, { bulkId: 'bulk' }),
  ].map(({ entries }) => entries[0]?.smsId as number)
  await world.service(Messages).cancel(client.principal, { smsId: ids[3] })
  return new Map(ids.map((id, index) => [id, MESSAGES[index] as Name]))
}

type Filter = Omit<ReportFilter, 'limit' | 'since' | 'until'> & {
  readonly limit?: number
  /** Hours from now. */
  readonly sinceHours?: number
  readonly untilHours?: number
}

const FILTERS: readonly (readonly [string, Filter, readonly Name[]])[] = [
  ['no filter gives the newest first', {}, ['ended', 'scheduled', 'second', 'first']],
  ['a limit cuts the oldest off', { limit: 2 }, ['ended', 'scheduled']],
  ['a message id', { messageId: 'm-1' }, ['first']],
  ['a message id that is not known', { messageId: 'm-2' }, []],
  ['a bulk id', { bulkId: 'bulk' }, ['ended', 'scheduled']],
  ['a sender', { from: 'ACME' }, ['second']],
  ['a recipient', { to: TO }, ['ended', 'scheduled', 'first']],
  ['a state', { states: ['scheduled'] }, ['scheduled']],
  ['several states', { states: ['scheduled', 'cancelled'] }, ['ended', 'scheduled']],
  ['no state at all', { states: [] }, []],
  ['since before them', { sinceHours: -1 }, ['ended', 'scheduled', 'second', 'first']],
  ['since after them', { sinceHours: 1 }, []],
  ['until before them', { untilHours: -1 }, []],
  ['conditions that all hold', { to: TO, bulkId: 'bulk', states: ['cancelled'] }, ['ended']],
  ['a reference', { reference: 'ref' }, ['ended']],
  ['a reference that nothing has', { reference: 'REF' }, []],
  ['a request', { requestId: 'r-2' }, ['second']],
  ['a request that brought nothing', { requestId: 'r-3' }, []],
  ['an interface', { origins: ['v2', 'smpp'] }, ['second']],
  ['no interface at all', { origins: [] }, []],
  ['a part of the text in other letters', { text: 'sec' }, ['second']],
  ['a part of the text beyond ASCII', { text: 'üND s' }, ['second']],
  ['a text that would be a pattern', { text: '_' }, []],
  ['a text with a sign of patterns', { text: '100%' }, ['second']],
  ['a part of no text', { text: 'third' }, []],
  ['little patience', { patienceMs: 0 }, ['ended', 'scheduled', 'second', 'first']],
  ['an id that is no message', { smsId: 999_999_999 }, []],
]

const RECEIPT = { networkStatus: 'DELIVRD', errorId: null, status: 'delivered' } as const

/** A message that the network has taken and reported on. */
async function reported(
  world: ServiceWorld,
  client: ServiceClient,
  ...receipts: readonly Pick<NetworkReceipt, 'status' | 'networkStatus' | 'errorId'>[]
) {
  const smsId = await submitOne(world, client, { to: [TO_NETWORK] })
  const sent = await world.submitted(smsId)
  for (const receipt of receipts)
    await world
      .service(Network)
      .receipt({ ...sent, link: 'main', to: TO_NETWORK, doneAt: inHours(world, 0), ...receipt })
  const record = await recordOf(world, client, smsId)
  return [record?.state, record?.networkStatus, record?.errorId]
}

export const reportCases: readonly ServiceCase[] = [
  ...FILTERS.map(
    ([name, { sinceHours, untilHours, ...filter }, expected]): ServiceCase => ({
      name,
      async run(world, client) {
        const names = await store(world, client)
        const { records } = await world.service(Reports).find(client.principal, {
          limit: 10,
          ...filter,
          ...(sinceHours === undefined ? {} : { since: inHours(world, sinceHours) }),
          ...(untilHours === undefined ? {} : { until: inHours(world, untilHours) }),
        })
        assert.deepEqual(
          records.map(({ smsId }) => names.get(smsId)),
          expected,
        )
      },
    }),
  ),
  {
    name: 'a record says all there is to say',
    async run(world, client) {
      const sendAt = inHours(world, 1)
      const draft = { text: 'ж'.repeat(71), reference: 'ref', messageId: 'mine', sendAt }
      const { entries } = await submit(world, client, draft, { bulkId: 'bulk' })
      const smsId = entries[0]?.smsId as number
      const { acceptedAt, ...record } = (await recordOf(world, client, smsId)) ?? {}
      assert.ok(acceptedAt instanceof Date)
      assert.deepEqual(record, {
        smsId,
        clientId: client.principal.clientId,
        messageId: 'mine',
        bulkId: 'bulk',
        reference: 'ref',
        origin: 'suite',
        from: client.address,
        to: TO,
        text: 'ж'.repeat(71),
        encoding: 'ucs2',
        parts: 2,
        price: { amount: '0.100000', currency: 'ZAR' },
        priority: 'HIGH',
        state: 'scheduled',
        scheduledAt: sendAt,
        submittedAt: null,
        doneAt: null,
        networkStatus: null,
        networkId: null,
        errorId: null,
      })
    },
  },
  {
    name: 'another client sees nothing of it',
    async run(world, client) {
      const other = await world.addClient()
      const { entries } = await submit(world, client, { messageId: 'mine' })
      const reports = world.service(Reports)
      const smsId = entries[0]?.smsId as number
      for (const filter of [{}, { smsId }, { messageId: 'mine' }, { to: TO }])
        assert.deepEqual((await reports.find(other.principal, { limit: 10, ...filter })).records, [])
    },
  },
  {
    name: 'an operator may ask for the messages of all clients, and nobody else',
    async run(world, client) {
      const other = await world.addClient()
      const messageId = 'of-either'
      const ids: number[] = []
      for (const who of [client, other]) ids.unshift(await submitOne(world, who, { messageId, reference: 'both' }))
      const reports = world.service(Reports)
      const operator = await world.addUser(client.principal.clientId, { role: 'operator' })
      const since = inHours(world, -1)
      const find = async (filter: Partial<ReportFilter>, who = operator) =>
        (await reports.find(who, { limit: 10, allClients: true, ...filter })).records.map(({ smsId }) => smsId)
      assert.deepEqual(await find({ reference: 'both' }), ids)
      assert.deepEqual(await find({ reference: 'both', since, until: inHours(world, 1) }), ids)
      assert.deepEqual(await find({ reference: 'both', allClients: false }), [ids[1]])
      assert.deepEqual(await find({ smsId: ids[0] }), [ids[0]])
      assert.equal((await find({ messageId }))[0], ids[0])
      const admin = await world.addUser(client.principal.clientId, { role: 'admin' })
      for (const who of [client.principal, admin])
        await assert.rejects(find({}, who), { category: 'forbidden', code: 'not-allowed' })
    },
  },
  {
    name: 'by their ids: own messages, and nothing else',
    async run(world, client) {
      const other = await world.addClient()
      const own = [await submitOne(world, client), await submitOne(world, client, { text: 'second' })]
      const foreign = await submitOne(world, other)
      const asked = [...own, foreign, 999_999_999, 0, -1, 0.5, Number.MAX_VALUE, ...own]
      const found = await world.service(Reports).findByIds(client.principal, asked)
      assert.deepEqual(
        [...found].map(([smsId, record]) => [smsId, record.smsId, record.text]).toSorted(),
        [
          [own[0], own[0], 'hello'],
          [own[1], own[1], 'second'],
        ].toSorted(),
      )
      assert.equal((await world.service(Reports).findByIds(client.principal, [])).size, 0)
    },
  },
  {
    name: 'a generated message id finds its message',
    async run(world, client) {
      const { entries } = await submit(world, client)
      const { messageId, smsId } = entries[0] ?? {}
      const { records: found } = await world.service(Reports).find(client.principal, { messageId, limit: 10 })
      assert.deepEqual(
        found.map((record) => record.smsId),
        [smsId],
      )
    },
  },
  {
    name: 'a receipt ends the message',
    run: async (world, client) =>
      assert.deepEqual(await reported(world, client, RECEIPT), ['delivered', 'DELIVRD', null]),
  },
  {
    name: 'a failure has its error',
    async run(world, client) {
      const failed = { status: 'undeliverable', networkStatus: 'UNDELIV', errorId: 27 } as const
      assert.deepEqual(await reported(world, client, failed), ['undeliverable', 'UNDELIV', 27])
    },
  },
  {
    name: 'a failure without a reason has the usual error',
    async run(world, client) {
      const failed = { status: 'undeliverable', networkStatus: 'UNDELIV', errorId: null } as const
      assert.deepEqual(await reported(world, client, failed), ['undeliverable', 'UNDELIV', 1])
    },
  },
  {
    name: 'a final state stays, whatever is reported later',
    async run(world, client) {
      const failed = { status: 'undeliverable', networkStatus: 'UNDELIV', errorId: 27 } as const
      assert.deepEqual(await reported(world, client, RECEIPT, failed), ['delivered', 'DELIVRD', null])
    },
  },
  {
    name: 'a delivery reported after the expiry counts',
    async run(world, client) {
      const expired = { status: 'expired', networkStatus: 'EXPIRED', errorId: null } as const
      assert.deepEqual(await reported(world, client, expired, RECEIPT), ['delivered', 'DELIVRD', null])
    },
  },
]
