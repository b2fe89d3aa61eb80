import assert from 'node:assert/strict'
import { Conversations, type Principal, SystemStatus, Webhooks } from '@heliograph/contracts'
import { eventually, type ServiceCase, type ServiceClient } from '../../../testkit/src/services/service-world.ts'
import { setScene } from '../../../testkit/src/services/visible-cases.ts'
import type { EngineWorld } from '../support/service-world.ts'

/** The same scene with a webhook of each channel. */
async function setWebhooks(world: EngineWorld, client: ServiceClient) {
  const { hidden, shown, ...scene } = await setScene(world, client)
  const { clientId } = client.principal
  const addWebhook = ({ channelId }: { readonly channelId: number }) => world.addWebhook({ clientId, channelId })
  return {
    ...scene,
    hidden: { ...hidden, webhookId: await addWebhook(hidden) },
    shown: { ...shown, webhookId: await addWebhook(shown) },
  }
}

export const visibleCases: readonly ServiceCase<EngineWorld>[] = [
  {
    name: 'conversations of its channel',
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
    },
  },
  {
    name: 'webhooks of its channel, with URLs that have no token, and no hosts',
    async run(world, client) {
      const { admin, own, hidden, shown } = await setWebhooks(world, client)
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
    name: 'figures of its channel',
    async run(world, client) {
      const { admin, own } = await setWebhooks(world, client)
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
