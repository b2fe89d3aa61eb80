import assert from 'node:assert/strict'
import { EventLog, type MessageEnded, type MessageEvent, Messages } from '@heliograph/contracts'
import { submitOne } from './requests.ts'
import { eventually, type ServiceCase, type ServiceClient, type ServiceWorld } from './service-world.ts'

let names = 0
const freshName = () => `follower-${++names}`

interface Followed {
  readonly reported: MessageEvent[]
  stop(): Promise<void>
}

/** Follows the ends of messages, and records those of a client. `recorded` runs before the handler ends. */
async function follow(
  world: ServiceWorld,
  client: ServiceClient,
  name: string,
  recorded: () => Promise<void> = async () => {},
): Promise<Followed> {
  const reported: MessageEvent[] = []
  const { clientId } = client.principal
  const { stop } = await world.service(EventLog).follow({
    name,
    kinds: ['message-ended'],
    async handler(events) {
      const own = events.filter((event) => event.clientId === clientId)
      reported.push(...own)
      if (own.length > 0) await recorded()
    },
  })
  return { reported, stop }
}

async function end(world: ServiceWorld, client: ServiceClient): Promise<number> {
  const smsId = await submitOne(world, client)
  await world.service(Messages).cancel(client.principal, { smsId })
  return smsId
}

async function endMany(world: ServiceWorld, client: ServiceClient, count: number): Promise<readonly number[]> {
  const smsIds: number[] = []
  for (let index = 0; index < count; index += 1) smsIds.push(await end(world, client))
  return smsIds
}

const idsOf = (events: readonly MessageEvent[]) => events.map((event) => (event as MessageEnded).smsId)

export const logCases: readonly ServiceCase[] = [
  {
    name: 'a follower gets what happens from then on, in order, and goes on where it was',
    async run(world, client) {
      const name = freshName()
      const first = await follow(world, client, name)
      const before = await endMany(world, client, 3)
      await eventually(() => first.reported.length >= 3, 'they are told')
      await first.stop()
      const after = await endMany(world, client, 2)
      const late = await follow(world, client, freshName())
      const second = await follow(world, client, name)
      await eventually(() => second.reported.length >= 2, 'what came meanwhile is told')
      await Promise.all([late.stop(), second.stop()])
      for (const each of [name, `follower-${names}`]) await world.service(EventLog).forget(each)
      assert.deepEqual([idsOf(first.reported), idsOf(second.reported)], [before, after])
    },
  },
  {
    name: 'events are replayed from a time, with the same ids',
    async run(world, client) {
      const name = freshName()
      const log = world.service(EventLog)
      const followed = await follow(world, client, name)
      const from = new Date(world.now() - 1_000)
      const smsIds = await endMany(world, client, 3)
      await eventually(() => followed.reported.length === 3, 'they are told')
      const first = await log.replay(name, from)
      assert.ok(first !== null && first >= from)
      await eventually(() => followed.reported.length >= 6, 'they are told again')
      assert.equal(await log.replay(name, new Date(world.now() + 3_600_000)), null)
      await followed.stop()
      await log.forget(name)
      assert.deepEqual(idsOf(followed.reported), [...smsIds, ...smsIds])
      const ids = followed.reported.map(({ eventId }) => eventId)
      assert.deepEqual(ids.slice(3), ids.slice(0, 3))
    },
  },
  {
    name: 'events are replayed that are being handed over, and none before them',
    async run(world, client) {
      const name = freshName()
      const log = world.service(EventLog)
      const from = new Date(world.now() - 1_000)
      let replayed: Date | null | undefined
      const followed = await follow(world, client, name, async () => {
        replayed ??= await log.replay(name, from)
      })
      const smsIds = await endMany(world, client, 1)
      await eventually(() => followed.reported.length >= 2, 'it is told again')
      await followed.stop()
      await log.forget(name)
      assert.ok(replayed)
      assert.deepEqual(idsOf(followed.reported), [...smsIds, ...smsIds])
    },
  },
  {
    name: 'of the followers under a name one gets each event',
    async run(world, client) {
      const name = freshName()
      const followers = [await follow(world, client, name), await follow(world, client, name)]
      const reported = () => followers.flatMap((each) => each.reported)
      const smsIds = await endMany(world, client, 5)
      await eventually(() => reported().length >= 5, 'all are told')
      await Promise.all(followers.map(({ stop }) => stop()))
      await world.service(EventLog).forget(name)
      assert.deepEqual(
        idsOf(reported()).toSorted((a, b) => a - b),
        smsIds,
      )
    },
  },
  {
    name: 'who is forgotten begins again, and cannot be replayed',
    async run(world, client) {
      const name = freshName()
      const log = world.service(EventLog)
      await (await follow(world, client, name)).stop()
      await endMany(world, client, 1)
      await log.forget(name)
      await assert.rejects(log.replay(name, new Date(0)), { category: 'not-found', code: 'follower-not-found' })
      const followed = await follow(world, client, name)
      const smsIds = await endMany(world, client, 1)
      await eventually(() => followed.reported.length > 0, 'what came later is told')
      await followed.stop()
      await log.forget(name)
      assert.deepEqual(idsOf(followed.reported), smsIds)
    },
  },
  {
    name: 'a follower without a name or kinds is refused',
    async run(world) {
      const { follow: begin } = world.service(EventLog)
      const handler = async () => {}
      for (const wrong of [{ name: '' }, { name: 'x'.repeat(101) }, { kinds: [] }, { kinds: ['else'] }]) {
        const follower = { name: 'fine', kinds: ['message-ended'], handler, ...wrong }
        await assert.rejects(begin(follower as never), { category: 'invalid', code: 'bad-subscription' })
      }
    },
  },
]
