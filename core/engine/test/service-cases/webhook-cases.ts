import assert from 'node:assert/strict'
import {
  Accounts,
  Channels,
  type Principal,
  type WebhookFilter,
  type WebhookPage,
  Webhooks,
} from '@heliograph/contracts'
import type { ServiceCase, ServiceClient } from '../../../testkit/src/services/service-world.ts'
import type { EngineWorld } from '../support/service-world.ts'

const NOT_ALLOWED = { category: 'forbidden', code: 'not-allowed' }
const HOUR = 3_600_000

/** The client's channel, and its users by their roles; the operator is a user of another client. */
async function setScene(world: EngineWorld, { principal }: ServiceClient) {
  const { clientId } = principal
  const channelId = (await world.service(Channels).defaultOf(principal))?.channelId as number
  const home = await world.addClient()
  return {
    channel: { clientId, channelId },
    admin: await world.addUser(clientId, { role: 'admin' }),
    operator: await world.addUser(home.principal.clientId, { role: 'operator' }),
    stranger: await world.addUser(home.principal.clientId, { role: 'admin' }),
  }
}

const idsOf = ({ records }: WebhookPage) => records.map(({ webhookId }) => webhookId)

export const webhookCases: readonly ServiceCase<EngineWorld>[] = [
  {
    name: 'they are listed newest first, by any condition, page by page',
    async run(world, client) {
      const { channel, admin } = await setScene(world, client)
      const channelId = await world.addChannel(channel.clientId, { sender: 'OTHER', default: false })
      const anHourAgo = new Date(world.now() - HOUR)
      const first = await world.addWebhook(channel, { createdAt: anHourAgo, subjectId: 7 })
      const second = await world.addWebhook(channel, { kind: 'incoming', state: 'delivered', subjectId: 8 })
      const third = await world.addWebhook({ ...channel, channelId }, { kind: 'opt-out', state: 'pending' })
      const { find } = world.service(Webhooks)
      const rows: readonly (readonly [Omit<WebhookFilter, 'limit'>, readonly number[]])[] = [
        [{}, [third, second, first]],
        [{ kind: 'incoming' }, [second]],
        [{ state: 'failed' }, [first]],
        [{ channelId }, [third]],
        [{ subjectId: 7 }, [first]],
        [{ subjectId: 7, state: 'delivered' }, []],
        [{ since: new Date(world.now() - HOUR / 2) }, [third, second]],
        [{ before: third }, [second, first]],
      ]
      for (const [filter, expected] of rows)
        assert.deepEqual(idsOf(await find(admin, { ...filter, limit: 10 })), expected, JSON.stringify(filter))
      const page = await find(admin, { limit: 2 })
      assert.deepEqual([idsOf(page), page.next], [[third, second], second])
      const rest = await find(admin, { limit: 2, before: page.next })
      assert.deepEqual([idsOf(rest), rest.next], [[first], undefined])
    },
  },
  {
    name: 'one is shown with what was sent and answered',
    async run(world, client) {
      const { channel } = await setScene(world, client)
      const webhookId = await world.addWebhook(channel)
      const found = await world.service(Webhooks).of(client.principal, webhookId)
      assert.deepEqual(
        [found?.kind, found?.state, found?.attempts, found?.url, found?.request?.method, found?.request?.body],
        ['dlr', 'failed', 1, 'https://client.example/', 'POST', '{"kind":"dlr"}'],
      )
      assert.equal(found?.request?.headers['Content-Type'], 'application/json')
      assert.deepEqual(
        found?.log.map(({ attempt, status, failure, reply, elapsedMs }) => [
          attempt,
          status,
          failure,
          reply,
          elapsedMs,
        ]),
        [[1, 400, null, 'no', 5]],
      )
    },
  },
  {
    name: 'nobody sees those of another client, but for operators',
    async run(world, client) {
      const { channel, admin, operator, stranger } = await setScene(world, client)
      const webhookId = await world.addWebhook(channel)
      const { find, of } = world.service(Webhooks)
      const seen = async (who: Principal, clientId?: number) => [
        idsOf(await find(who, { clientId, subjectId: 1, limit: 100 })).includes(webhookId),
        (await of(who, webhookId)) !== undefined,
      ]
      for (const who of [client.principal, admin, operator]) assert.deepEqual(await seen(who), [true, true], who.role)
      assert.deepEqual(await seen(stranger), [false, false])
      assert.deepEqual(await seen(stranger, channel.clientId), [false, false])
      assert.deepEqual(idsOf(await find(operator, { clientId: channel.clientId, limit: 9 })), [webhookId])
      for (const unknown of [999_999_999, -1, 0.5, Number.NaN]) assert.equal(await of(operator, unknown), undefined)
    },
  },
  {
    name: 'they are sent again by their ids, the own ones',
    async run(world, client) {
      const { channel, admin, operator, stranger } = await setScene(world, client)
      const webhookIds = [await world.addWebhook(channel), await world.addWebhook(channel, { state: 'delivered' })]
      const { of, resend } = world.service(Webhooks)
      assert.deepEqual(await resend(stranger, { webhookIds }), { resent: 0 })
      assert.equal((await of(admin, webhookIds[0] as number))?.state, 'failed')
      assert.deepEqual(await resend(admin, { webhookIds: [...webhookIds, 999_999_999, 0.5] }), { resent: 2 })
      assert.notEqual((await of(admin, webhookIds[0] as number))?.state, 'failed')
      assert.deepEqual(await resend(operator, { webhookIds }), { resent: 2 })
      await assert.rejects(resend(client.principal, { webhookIds }), NOT_ALLOWED)
    },
  },
  {
    name: 'all that failed since a time are sent again, the own ones',
    async run(world, client) {
      const { channel, admin, stranger } = await setScene(world, client)
      const old = await world.addWebhook(channel, { createdAt: new Date(world.now() - HOUR) })
      const [fresh, other] = [await world.addWebhook(channel), await world.addWebhook(channel, { kind: 'opt-in' })]
      await world.addWebhook(channel, { state: 'delivered' })
      const failedSince = new Date(world.now() - HOUR / 2)
      const { of, resend } = world.service(Webhooks)
      assert.deepEqual(await resend(stranger, { failedSince, clientId: channel.clientId }), { resent: 0 })
      assert.deepEqual(await resend(admin, { failedSince, kind: 'opt-in' }), { resent: 1 })
      assert.deepEqual(await resend(admin, { failedSince }), { resent: 1 })
      const failed = async (webhookId: number) => (await of(admin, webhookId))?.state === 'failed'
      assert.deepEqual([await failed(old), await failed(fresh), await failed(other)], [true, false, false])
      await assert.rejects(resend(client.principal, { failedSince }), NOT_ALLOWED)
    },
  },
  {
    name: 'hosts that webhooks wait for are told with their next probe, the own ones',
    async run(world, client) {
      const { channel, admin, operator, stranger } = await setScene(world, client)
      const { clientId } = channel
      const { pausedHosts } = world.service(Webhooks)
      assert.deepEqual(await pausedHosts(admin), [])
      const probeAt = new Date(world.now() + HOUR)
      await world.pauseHost(clientId, 'https://b.example', probeAt)
      await world.pauseHost(clientId, 'https://a.example:8443', probeAt)
      const seen = async (who: Principal, filter?: { clientId: number }) =>
        (await pausedHosts(who, filter)).map(({ host }) => host).sort()
      const both = ['https://a.example:8443', 'https://b.example']
      for (const who of [client.principal, admin]) assert.deepEqual(await seen(who), both, who.role)
      assert.deepEqual(await seen(operator, { clientId }), both)
      assert.ok((await seen(operator)).length >= 2)
      assert.deepEqual([await seen(stranger), await seen(stranger, { clientId })], [[], []])
      const [first] = await pausedHosts(admin)
      assert.deepEqual([first?.clientId, first?.waiting, first?.probeAt], [clientId, 1, probeAt])
      assert.ok(first?.since instanceof Date)
    },
  },
  {
    name: 'a URL is tried out by those who keep the channel, when it has one',
    async run(world, client) {
      const { channel, admin, operator, stranger } = await setScene(world, client)
      const { channelId } = channel
      const { test } = world.service(Webhooks)
      await assert.rejects(test(admin, { channelId, kind: 'dlr' }), { category: 'invalid', code: 'no-webhook-url' })
      const dlrUrl = 'https://client.example/dlr'
      await world.service(Accounts).setChannel(admin, { channelId, dlrUrl })
      for (const who of [admin, operator]) {
        const { answer, request } = await test(who, { channelId, kind: 'dlr' })
        assert.deepEqual([request.method, request.url, answer.status, answer.failure], ['POST', dlrUrl, 200, null])
      }
      await assert.rejects(test(client.principal, { channelId, kind: 'dlr' }), NOT_ALLOWED)
      const notFound = { category: 'not-found', code: 'channel-not-found' }
      await assert.rejects(test(stranger, { channelId, kind: 'dlr' }), notFound)
      await assert.rejects(test(operator, { channelId: 999_999_999, kind: 'dlr' }), notFound)
    },
  },
  // The last of these cases: it leaves no room for others to send to this host within the minute.
  {
    name: 'a client sends at most 300 again in a minute to a host; an operator is not refused',
    async run(world, client) {
      const { channel, admin, operator } = await setScene(world, client)
      const webhookIds: number[] = []
      for (let count = 0; count < 20; count += 1) webhookIds.push(await world.addWebhook(channel))
      const { resend } = world.service(Webhooks)
      let sent = 0
      const flood = async () => {
        for (let call = 0; call < 60; call += 1) sent += (await resend(admin, { webhookIds })).resent
      }
      await assert.rejects(flood, (error: { code?: string; retryAfterSeconds?: number }) => {
        const { code, retryAfterSeconds = 0 } = error
        return code === 'too-many-resends' && retryAfterSeconds > 0 && retryAfterSeconds <= 60
      })
      assert.ok(sent > 200 && sent <= 300, String(sent))
      assert.deepEqual(await resend(operator, { webhookIds }), { resent: 20 })
    },
  },
  {
    name: 'a credential that reaches no further than sending sends none again',
    async run(world, client) {
      const { admin, operator } = await setScene(world, client)
      for (const who of [client.principal, admin, operator])
        await assert.rejects(world.service(Webhooks).resend({ ...who, scope: 'send' }, { webhookIds: [1] }), {
          category: 'forbidden',
          code: 'send-only',
        })
    },
  },
]
