import assert from 'node:assert/strict'
import {
  type MessageCount,
  Network,
  PeriodFigures,
  PRIORITIES,
  type Principal,
  SystemStatus,
} from '@heliograph/contracts'
import { inHours, recordOf, submit, submitOne, TO, TO_NETWORK, TO_TOO } from '../../../testkit/src/services/requests.ts'
import { eventually, type ServiceCase } from '../../../testkit/src/services/service-world.ts'
import type { EngineWorld } from '../support/service-world.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

function totals(counts: readonly MessageCount[]): Readonly<Record<string, number>> {
  const sums: Record<string, number> = {}
  for (const { origin, state, messages } of counts)
    sums[`${origin} ${state}`] = (sums[`${origin} ${state}`] ?? 0) + messages
  return sums
}

export const statusCases: readonly ServiceCase<EngineWorld>[] = [
  {
    name: "a client's messages of past days are counted, and divided by what they have in common",
    async run(world, client) {
      const other = await world.addClient()
      await submit(world, client, { to: [TO, TO_TOO] }, { origin: 'v2' })
      await submit(world, client, {}, { origin: 'smpp' })
      await submitOne(world, other)
      await world.counted()
      const day = (offset: number) => new Date(world.now() + offset * DAY_MS).toISOString().slice(0, 10)
      const period = { from: day(-1), until: day(2) }
      const figures = world.service(PeriodFigures)
      const { counts, countedAt, isComplete } = await figures.of(client.principal, { ...period, by: 'origin' })
      const shown = counts.map(({ key, messages, parts, ended }) => [key, messages, parts, ended])
      assert.deepEqual(shown, [
        ['smpp', 1, 1, 0],
        ['v2', 2, 2, 0],
      ])
      assert.ok(countedAt instanceof Date)
      assert.equal(isComplete, true)
      const earlier = await figures.of(client.principal, { from: day(-9), until: day(-2), step: 'day' })
      assert.deepEqual(earlier.counts, [])
      const stranger = await figures.of(other.principal, { ...period, clientId: client.principal.clientId })
      assert.equal(stranger.counts[0]?.messages, 1)
      assert.deepEqual(await figures.outcomes(client.principal, period), [])
      const byClient = figures.of(client.principal, { ...period, by: 'client' })
      await assert.rejects(byClient, { category: 'forbidden' })
      const operator = await world.addUser(client.principal.clientId, { role: 'operator' })
      const { counts: clients } = await figures.of(operator, { ...period, by: 'client' })
      assert.equal(clients.find(({ key }) => key === String(client.principal.clientId))?.messages, 3)
    },
  },
  {
    name: "a client's messages are counted by interface and state, not those of others",
    async run(world, client) {
      const other = await world.addClient()
      await submit(world, client, { to: [TO, TO_TOO] }, { origin: 'v2' })
      await submit(world, client, {}, { origin: 'smpp' })
      await submitOne(world, client, { sendAt: inHours(world, 1) })
      await submitOne(world, other)
      await world.counted()
      const { counts, countedAt } = await world.service(SystemStatus).messages(client.principal, { minutes: 5 })
      assert.deepEqual(totals(counts), { 'v2 queued': 2, 'smpp queued': 1, 'suite scheduled': 1 })
      assert.ok(countedAt instanceof Date)
      for (const { minute } of counts) {
        assert.equal(minute.getTime() % 60_000, 0)
        assert.ok(minute.getTime() <= world.now() && minute.getTime() > world.now() - 300_000)
      }
    },
  },
  {
    name: 'an operator is told of the messages of all clients',
    async run(world, client) {
      const operator = await world.addUser(client.principal.clientId, { role: 'operator' })
      const other = await world.addClient()
      for (const who of [client, other]) await submit(world, who, {}, { origin: 'all-of-them' })
      await world.counted()
      const { counts } = await world.service(SystemStatus).messages(operator, { minutes: 5 })
      assert.equal(totals(counts)['all-of-them queued'], 2)
    },
  },
  {
    name: 'an operator may ask for the figures of one client, and nobody for those of another',
    async run(world, client) {
      const operator = await world.addUser(client.principal.clientId, { role: 'operator' })
      const other = await world.addClient()
      await submitOne(world, other)
      await world.counted()
      const status = world.service(SystemStatus)
      const of = async (who: Principal) => {
        const scope = { clientId: other.principal.clientId, minutes: 5 }
        return totals((await status.messages(who, scope)).counts)['suite queued']
      }
      assert.equal(await of(operator), 1)
      assert.equal(await of(client.principal), undefined)
    },
  },
  {
    name: 'it is told how long messages took to the handset',
    async run(world, client) {
      const smsId = await submitOne(world, client, { to: [TO_NETWORK] })
      await submitOne(world, client)
      const sent = await world.submitted(smsId)
      const receipt = {
        status: 'delivered',
        networkStatus: 'DELIVRD',
        errorId: null,
        doneAt: inHours(world, 1),
      } as const
      await world.service(Network).receipt({ ...sent, link: 'main', to: TO_NETWORK, ...receipt })
      await eventually(async () => (await recordOf(world, client, smsId))?.state === 'delivered', 'it is delivered')
      await world.counted()
      const status = await world.service(SystemStatus).messages(client.principal, { minutes: 5 })
      const { deliveryTimes, minuteDeliveryTimes } = status
      const [minute] = minuteDeliveryTimes
      for (const times of [deliveryTimes, minute]) {
        assert.equal(times?.messages, 1)
        for (const time of [times.p50Ms, times.p95Ms]) assert.ok(Math.abs(time - HOUR_MS) < HOUR_MS / 9, `${time}`)
      }
      assert.equal((minute?.minute.getTime() ?? 0) % 60_000, 0)
      const nothing = await world.addClient()
      const { deliveryTimes: none } = await world.service(SystemStatus).messages(nothing.principal, { minutes: 5 })
      assert.equal(none, null)
    },
  },
  {
    name: 'webhooks are counted by what came of them',
    async run(world, client) {
      const { clientId } = client.principal
      const channelId = await world.addChannel(clientId, { sender: 'HOOKS' })
      for (const state of ['failed', 'failed', 'delivered'] as const)
        await world.addWebhook({ clientId, channelId }, { state })
      await world.counted()
      const counts = await world.service(SystemStatus).webhooks(client.principal)
      assert.deepEqual(counts, { delivered: 1, waiting: 0, retrying: 0, failed: 2 })
      const other = await world.addClient()
      assert.equal((await world.service(SystemStatus).webhooks(other.principal, { clientId })).failed, 0)
    },
  },
  {
    name: 'a client without messages has no counts',
    async run(world, client) {
      await world.counted()
      assert.deepEqual((await world.service(SystemStatus).messages(client.principal, { minutes: 60 })).counts, [])
    },
  },
  {
    name: 'an operator is told what waits, by priority',
    async run(world, client) {
      const operator = await world.addUser(client.principal.clientId, { role: 'operator' })
      const before = world.now()
      await submit(world, client, {}, { priority: PRIORITIES.CRITICAL })
      const { queue } = await world.service(SystemStatus).deployment(operator)
      assert.equal(queue[0]?.priority, 'CRITICAL')
      assert.ok(queue[0].messages >= 1 && queue[0].oldestAt.getTime() <= world.now())
      assert.ok(queue[0].oldestAt.getTime() >= before - 3_600_000)
    },
  },
  {
    name: 'nobody else is told of the deployment',
    async run(world, client) {
      const admin = await world.addUser(client.principal.clientId, { role: 'admin' })
      for (const who of [client.principal, admin])
        await assert.rejects(world.service(SystemStatus).deployment(who), {
          category: 'forbidden',
          code: 'not-allowed',
        })
    },
  },
]
