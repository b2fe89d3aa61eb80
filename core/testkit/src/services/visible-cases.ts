import assert from 'node:assert/strict'
import {
  Channels,
  Conversations,
  MessageHistory,
  Network,
  type Principal,
  Reports,
  Segments,
  SystemStatus,
  Webhooks,
} from '@heliograph/contracts'
import { submitOne } from './requests.ts'
import { segmentOf } from './segment-cases.ts'
import { eventually, type ServiceCase, type ServiceClient, type ServiceWorld } from './service-world.ts'

let numbers = 0
const freshNumber = () => `2788${String(++numbers).padStart(7, '0')}`

/** A client with two channels, and something that went out or came in on each of them. */
async function setScene(world: ServiceWorld, client: ServiceClient) {
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
      webhookId: await world.addWebhook({ clientId, channelId: hiddenId }),
      incomingId: await receive(world, contact, client.address),
    },
    shown: {
      channelId: ownId,
      smsId: await submitOne(world, { principal: own }),
      segmentId: (await world.service(Segments).add(own, segment)).smsId,
      webhookId: await world.addWebhook({ clientId, channelId: ownId }),
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
    name: 'conversations and histories of its channel',
    async run(world, client) {
      const { admin, contact, own, hidden, shown } = await setScene(world, client)
      const { find, get, entries, countUnread } = world.service(Conversations)
      const listed = async (who: Principal) => (await find(who, { limit: 10 })).records.map((each) => each.channelId)
      await eventually(async () => (await listed(admin)).length === 2, 'both conversations are listed')
      assert.deepEqual([await listed(own), await countUnread(own)], [[shown.channelId], 1])
      const key = { channelId: hidden.channelId, contact }
      assert.equal(await get(own, key), undefined)
      assert.deepEqual((await entries(own, key, { limit: 10 })).entries, [])
      assert.equal((await entries(admin, key, { limit: 10 })).entries.length, 1)
      const { of } = world.service(MessageHistory)
      for (const smsId of [hidden.smsId, hidden.segmentId]) {
        assert.equal(await of(own, smsId), undefined)
        assert.ok(await of(admin, smsId))
      }
      for (const smsId of [shown.smsId, shown.segmentId]) assert.ok(await of(own, smsId))
    },
  },
  {
    name: 'webhooks of its channel, with URLs that have no token, and no hosts',
    async run(world, client) {
      const { admin, own, hidden, shown } = await setScene(world, client)
      const { find, of, pausedHosts } = world.service(Webhooks)
      const idsOf = async (who: Principal, channelId?: number) =>
        (await find(who, { limit: 10, channelId })).records.map(({ webhookId }) => webhookId)
      assert.deepEqual(await idsOf(own), [shown.webhookId])
      assert.deepEqual(await idsOf(own, shown.channelId), [shown.webhookId])
      assert.deepEqual(await idsOf(own, hidden.channelId), [])
      assert.deepEqual(await idsOf(admin), [shown.webhookId, hidden.webhookId])
      assert.equal(await of(own, hidden.webhookId), undefined)
      const { url } = (await of(admin, shown.webhookId)) ?? {}
      assert.equal((await of(own, shown.webhookId))?.url, url?.replace(/\?.*/, ''))
      await world.pauseHost(client.principal.clientId, 'https://acme.example', new Date(world.now() + 60_000))
      assert.deepEqual([(await pausedHosts(own)).length, (await pausedHosts(admin)).length], [0, 1])
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
  {
    name: 'figures of its channel',
    async run(world, client) {
      const { admin, own } = await setScene(world, client)
      await world.counted()
      const { messages, webhooks } = world.service(SystemStatus)
      const figures = async (who: Principal) => {
        const { counts } = await messages(who, { minutes: 5 })
        return [counts.reduce((total, each) => total + each.messages, 0), (await webhooks(who)).failed]
      }
      assert.deepEqual(
        [await figures(own), await figures(admin)],
        [
          [1, 1],
          [2, 2],
        ],
      )
    },
  },
]
