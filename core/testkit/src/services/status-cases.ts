import assert from 'node:assert/strict'
import { type MessageCount, PRIORITIES, SystemStatus } from '@heliograph/contracts'
import { inHours, submit, submitOne, TO, TO_TOO } from './requests.ts'
import type { ServiceCase } from './service-world.ts'

function totals(counts: readonly MessageCount[]): Readonly<Record<string, number>> {
  const sums: Record<string, number> = {}
  for (const { origin, state, messages } of counts)
    sums[`${origin} ${state}`] = (sums[`${origin} ${state}`] ?? 0) + messages
  return sums
}

export const statusCases: readonly ServiceCase[] = [
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
      assert.ok(queue[0].oldestAt.getTime() >= before - 60_000)
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
