import assert from 'node:assert/strict'
import { Channels, MessageHistory, Network, Reports, Segments } from '@heliograph/contracts'
import { submitOne } from './requests.ts'
import { segmentOf } from './segment-cases.ts'
import type { ServiceCase, ServiceClient, ServiceWorld } from './service-world.ts'

let numbers = 0
const freshNumber = () => `2788${String(++numbers).padStart(7, '0')}`

/** A client with two channels, and something that went out or came in on each of them. */
export async function setScene(world: ServiceWorld, client: ServiceClient) {
  const { principal } = client
  const { clientId } = principal
  const number = freshNumber()
  const hiddenId = (await world.service(Channels).defaultOf(principal))?.channelId as number
  const ownId = await world.addChannel(clientId, { number, default: false })
  const own = await world.addUser(clientId, { channelId: ownId })
  const admin = await world.addUser(clientId, { role: 'admin', channelId: ownId })
  await world.accountsChanged()
  const [contact, segment] = [freshNumber(), segmentOf(1, { reference: ++numbers })]
  return {
    own,
    admin,
    contact,
    hidden: {
      channelId: hiddenId,
      smsId: await submitOne(world, client),
      segmentId: (await world.service(Segments).add(principal, segment)).smsId,
      incomingId: await receive(world, contact, client.address),
    },
    shown: {
      channelId: ownId,
      smsId: await submitOne(world, { principal: own }),
      segmentId: (await world.service(Segments).add(own, segment)).smsId,
      incomingId: await receive(world, contact, number),
    },
  }
}

async function receive(world: ServiceWorld, from: string, to: string): Promise<number> {
  const { incomingId } = await world.service(Network).incoming({
    carrier: 'net',
    link: 'main',
    from,
    to,
    text: 'Hello',
    encoding: 'gsm',
    mayBeRepeated: false,
    receivedAt: new Date(world.now()),
  })
  return incomingId as number
}

export const visibleCases: readonly ServiceCase[] = [
  {
    name: 'it is its own channel for a user, and every channel for others',
    async run(world, client) {
      const { admin, own, shown } = await setScene(world, client)
      const operator = await world.addUser(client.principal.clientId, { role: 'operator', channelId: shown.channelId })
      const { visibleTo } = world.service(Channels)
      const seen = await Promise.all([own, client.principal, admin, operator].map(visibleTo))
      assert.deepEqual(seen, [shown.channelId, null, null, null])
    },
  },
  {
    name: 'histories of its channel',
    async run(world, client) {
      const { admin, own, hidden, shown } = await setScene(world, client)
      const { of } = world.service(MessageHistory)
      for (const smsId of [hidden.smsId, hidden.segmentId]) {
        assert.equal(await of(own, smsId), undefined)
        assert.ok(await of(admin, smsId))
      }
      for (const smsId of [shown.smsId, shown.segmentId]) assert.ok(await of(own, smsId))
    },
  },
  {
    name: 'reports are of one channel where that is asked for',
    async run(world, client) {
      const { own, hidden, shown } = await setScene(world, client)
      const { find, findByIds } = world.service(Reports)
      const { channelId } = shown
      const idsOf = async (filter: object) =>
        (await find(own, { ...filter, limit: 10 })).records.map((each) => each.smsId)
      assert.deepEqual(await idsOf({ channelId }), [shown.smsId])
      for (const smsId of [hidden.smsId, hidden.segmentId]) assert.deepEqual(await idsOf({ channelId, smsId }), [])
      for (const smsId of [shown.smsId, shown.segmentId]) assert.deepEqual(await idsOf({ channelId, smsId }), [smsId])
      const all = [hidden.smsId, hidden.segmentId, shown.smsId, shown.segmentId]
      assert.deepEqual([...(await findByIds(own, all, { channelId })).keys()].sort(), all.slice(2).sort())
      assert.equal((await findByIds(own, all)).size, 4)
    },
  },
]
