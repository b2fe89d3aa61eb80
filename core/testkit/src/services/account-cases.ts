import assert from 'node:assert/strict'
import {
  Channels,
  Clients,
  Contacts,
  Directory,
  type Principal,
  RateLimits,
  Reports,
  Subscriptions,
} from '@heliograph/contracts'
import { submitOne, TO, TO_TOO } from './requests.ts'
import { eventually, type ServiceCase } from './service-world.ts'

const WEB = { kind: 'web' } as const

const subscriptionCases: readonly ServiceCase[] = [
  {
    name: 'a contact that was never recorded is not known',
    async run(world, { principal }) {
      assert.equal(await world.service(Subscriptions).find(principal.clientId, TO), undefined)
    },
  },
  {
    name: 'opting out by SMS is described and found again',
    async run(world, { principal }) {
      const { find, set } = world.service(Subscriptions)
      const { changed, subscription } = await set(principal.clientId, TO, 'opted-out', {
        kind: 'sms',
        incomingSmsId: 1042,
      })
      assert.equal(changed, true)
      assert.match(subscription.description, /^OPTED OUT - \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC - SMS ID: 1042$/)
      assert.deepEqual(await find(principal.clientId, TO), subscription)
    },
  },
  {
    name: 'of many numbers those are found that have opted out',
    async run(world, { principal }) {
      const { optedOut, set } = world.service(Subscriptions)
      const other = (await world.addClient()).principal
      await set(principal.clientId, TO, 'opted-out', WEB)
      await set(principal.clientId, TO_TOO, 'opted-in', WEB)
      assert.deepEqual(await optedOut(principal.clientId, [TO, TO_TOO, '27821110009']), new Set([TO]))
      assert.deepEqual(await optedOut(other.clientId, [TO]), new Set())
      assert.deepEqual(await optedOut(principal.clientId, []), new Set())
    },
  },
  {
    name: 'opting out again changes nothing',
    async run(world, { principal }) {
      const { set } = world.service(Subscriptions)
      const first = await set(principal.clientId, TO, 'opted-out', { kind: 'sms', incomingSmsId: 1 })
      const again = await set(principal.clientId, TO, 'opted-out', WEB)
      assert.deepEqual(again, { changed: false, subscription: first.subscription })
    },
  },
  {
    name: 'an opt-in without an opt-out is recorded and changes nothing',
    async run(world, { principal }) {
      const { find, set } = world.service(Subscriptions)
      const { changed, subscription } = await set(principal.clientId, TO, 'opted-in', WEB)
      assert.deepEqual([changed, subscription.status], [false, 'opted-in'])
      assert.deepEqual(await find(principal.clientId, TO), subscription)
    },
  },
  {
    name: 'an unknown client is refused',
    async run(world) {
      const setting = world.service(Subscriptions).set(999_999_999, TO, 'opted-out', WEB)
      await assert.rejects(setting, { category: 'not-found', code: 'client-not-found' })
    },
  },
]

const accessCases: readonly ServiceCase[] = [
  {
    name: 'a key finds its principal, another key nothing',
    async run(world, { apiKey, principal }) {
      const { byApiKey } = world.service(Directory)
      assert.deepEqual(await byApiKey(apiKey), principal)
      for (const key of ['', apiKey.slice(1), `${apiKey}x`, apiKey.toLowerCase()])
        assert.equal(await byApiKey(key), undefined)
    },
  },
  {
    name: 'the key of a user that was disabled finds nothing',
    async run(world, { apiKey, principal }) {
      await world.disableUser(principal.userId)
      const { byApiKey } = world.service(Directory)
      await eventually(async () => (await byApiKey(apiKey)) === undefined, 'the key is refused')
    },
  },
  {
    name: 'a user is found with its present role and without a key, unless it is disabled',
    async run(world, { principal }) {
      const { byUser } = world.service(Directory)
      assert.deepEqual(await byUser(principal.userId), { ...principal, keyId: null })
      for (const unknown of [999_999_999, 0, -1, 0.5, Number.NaN, 2 ** 60])
        assert.equal(await byUser(unknown), undefined)
      await world.disableUser(principal.userId)
      await eventually(async () => (await byUser(principal.userId)) === undefined, 'the user is refused')
    },
  },
  {
    name: 'an operator acts for any client, with its face and its channels',
    client: { country: 'GB', rateLimit: 7 },
    async run(world, { address, principal }) {
      const home = await world.addClient()
      const channelId = await world.addChannel(home.principal.clientId, { sender: 'Home' })
      const operator = await world.addUser(home.principal.clientId, { role: 'operator', channelId })
      const acting = await world.service(Directory).actingFor(operator, principal.clientId)
      const { clientId, clientName, country, currency, rateLimit } = principal
      assert.deepEqual(acting, { ...operator, clientId, clientName, country, currency, rateLimit })
      assert.equal((await world.service(Channels).defaultOf(acting))?.address, address)
      assert.equal((await world.service(Channels).defaultOf(operator))?.channelId, channelId)
      const back = await world.service(Directory).actingFor(acting, home.principal.clientId)
      assert.deepEqual(back, operator)
    },
  },
  {
    name: "what an operator sends for a client is the client's, and on its bill",
    client: { credit: '1.00' },
    async run(world, { principal }) {
      const home = await world.addClient({ credit: '1.00' })
      const operator = await world.addUser(home.principal.clientId, { role: 'operator' })
      const acting = await world.service(Directory).actingFor(operator, principal.clientId)
      const smsId = await submitOne(world, { principal: acting })
      const find = (as: Principal) => world.service(Reports).find(as, { smsId, limit: 1 })
      assert.equal((await find(principal)).records.length, 1)
      assert.equal((await find(acting)).records.length, 1)
      assert.equal((await find(home.principal)).records.length, 0)
      assert.equal(await world.creditOf(principal.clientId), '0.950000')
      assert.equal(await world.creditOf(home.principal.clientId), '1.000000')
    },
  },
  {
    name: 'others act for their own client alone',
    async run(world, { principal }) {
      const { actingFor } = world.service(Directory)
      const other = await world.addClient()
      const admin = await world.addUser(principal.clientId, { role: 'admin' })
      for (const own of [principal, admin]) {
        assert.deepEqual(await actingFor(own, principal.clientId), own)
        const acting = actingFor(own, other.principal.clientId)
        await assert.rejects(acting, { category: 'not-found', code: 'client-not-found' })
      }
      const operator = await world.addUser(principal.clientId, { role: 'operator' })
      for (const unknown of [999_999_999, 0, Number.NaN, 2 ** 60])
        await assert.rejects(actingFor(operator, unknown), { category: 'not-found', code: 'client-not-found' })
    },
  },
  {
    name: 'requests are admitted up to the limit of the key, and no other key pays for it',
    client: { rateLimit: 3 },
    async run(world, { principal }) {
      const other = await world.addClient({ rateLimit: 3 })
      const { admit } = world.service(RateLimits)
      for (let request = 0; request < 3; request += 1) assert.deepEqual(admit(principal), { admitted: true })
      const refused = admit(principal)
      assert.ok(!refused.admitted && refused.retryAfterSeconds > 0 && refused.retryAfterSeconds <= 60)
      assert.deepEqual(admit(other.principal), { admitted: true })
    },
  },
]

const lookUpCases: readonly ServiceCase[] = [
  {
    name: 'messages go out from the default channel, while it is enabled',
    async run(world, { address, principal }) {
      const { defaultOf } = world.service(Channels)
      const channel = await defaultOf(principal)
      assert.deepEqual([channel?.address, channel?.clientId], [address, principal.clientId])
      await world.disableChannel(channel?.channelId as number)
      assert.equal(await defaultOf(principal), undefined)
    },
  },
  {
    name: 'a channel is found by its id with its settings, enabled or not',
    async run(world, { address, principal }) {
      const { defaultOf, find } = world.service(Channels)
      const channelId = (await defaultOf(principal))?.channelId as number
      const channel = await find(channelId)
      assert.deepEqual(
        [channel?.clientId, channel?.address, channel?.forwardEmail, channel?.incomingHandler],
        [principal.clientId, address, null, 'json'],
      )
      await world.disableChannel(channelId)
      await eventually(async () => (await find(channelId))?.enabled === false, 'the change is seen')
      for (const unknown of [999_999_999, 0, -1, 0.5, Number.NaN, 2 ** 60]) assert.equal(await find(unknown), undefined)
    },
  },
  {
    name: 'a client is found by its id, with little about it',
    async run(world, { principal }) {
      const { find } = world.service(Clients)
      const { clientId, clientName: name, country } = principal
      assert.deepEqual(await find(clientId), { clientId, name, country })
      for (const unknown of [999_999_999, 0, -1, 0.5, Number.NaN, 2 ** 60]) assert.equal(await find(unknown), undefined)
    },
  },
  {
    name: 'contacts are counted, opted-out ones too, those of others not',
    async run(world, { principal }) {
      const other = await world.addClient()
      const { set } = world.service(Subscriptions)
      const { count } = world.service(Contacts)
      assert.equal(await count(principal), 0)
      await set(principal.clientId, TO, 'opted-out', WEB)
      await set(principal.clientId, `${TO}1`, 'opted-in', WEB)
      await set(other.principal.clientId, TO, 'opted-out', WEB)
      assert.deepEqual([await count(principal), await count(other.principal)], [2, 1])
    },
  },
]

export const accountCases: readonly ServiceCase[] = [...subscriptionCases, ...accessCases, ...lookUpCases]
