import assert from 'node:assert/strict'
import { type HoldScope, Holds, Messages, Schedules, Segments, Waiting } from '@heliograph/contracts'
import { PORTAL, quietNow } from '../../../testkit/src/services/quiet-cases.ts'
import { inHours, submit, submitOne, TO_NETWORK } from '../../../testkit/src/services/requests.ts'
import { segmentOf } from '../../../testkit/src/services/segment-cases.ts'
import type { ServiceCase, ServiceClient, ServiceWorld } from '../../../testkit/src/services/service-world.ts'
import { windowFrom } from '../../../testkit/src/services/window-cases.ts'

function causesOf(world: ServiceWorld, { principal }: ServiceClient, smsId: number) {
  return world.service(Waiting).ofMessage(principal, smsId)
}

const operatorOf = (world: ServiceWorld, { principal }: ServiceClient) =>
  world.addUser(principal.clientId, { role: 'operator' })

/** Runs something while the sending of a client is on hold. */
async function whileHeld(world: ServiceWorld, client: ServiceClient, run: () => Promise<void>): Promise<void> {
  const operator = await operatorOf(world, client)
  const scope: HoldScope = { kind: 'client', name: String(client.principal.clientId) }
  await world.service(Holds).hold(operator, scope, 'unpaid')
  try {
    await run()
  } finally {
    await world.service(Holds).resume(operator, scope)
  }
}

export const waitingCases: readonly ServiceCase[] = [
  {
    name: 'a scheduled message waits for its time',
    async run(world, client) {
      const until = inHours(world, 1)
      const smsId = await submitOne(world, client, { sendAt: until })
      assert.deepEqual(await causesOf(world, client, smsId), [{ kind: 'scheduled', until }])
    },
  },
  {
    name: 'a message waits for the end of quiet hours, and one with another time does not',
    async run(world, client) {
      const end = await quietNow(world, client)
      const later = inHours(world, 2)
      const causes = async (sendAt?: Date) => {
        const { entries } = await submit(world, client, sendAt === undefined ? {} : { sendAt }, PORTAL)
        return world.service(Waiting).ofMessage(client.principal, entries[0]?.smsId as number)
      }
      assert.deepEqual(await causes(), [{ kind: 'quiet-hours', until: end }])
      assert.deepEqual(await causes(later), [{ kind: 'scheduled', until: later }])
    },
  },
  {
    name: 'one with a delivery window waits for its opening',
    async run(world, client) {
      const { deliveryWindow, opens } = windowFrom(world, 1, 3)
      const smsId = await submitOne(world, client, { deliveryWindow })
      assert.deepEqual(await causesOf(world, client, smsId), [{ kind: 'delivery-window', until: opens }])
    },
  },
  {
    name: 'all messages of a paused bulk wait for it, those for a later time as well',
    async run(world, client) {
      const { principal } = client
      const schedules = world.service(Schedules)
      const submitted = async (draft: object) =>
        (await submit(world, client, draft, { bulkId: 'b' })).entries[0]?.smsId as number
      const later = await submitted({ sendAt: inHours(world, 1) })
      const now = await submitted({})
      const kinds = async (smsId: number) => (await causesOf(world, client, smsId))?.map(({ kind }) => kind)
      await schedules.pause(principal, 'b')
      assert.deepEqual(await kinds(later), ['bulk-paused', 'scheduled'])
      assert.equal((await kinds(now))?.[0], 'bulk-paused')
      await schedules.resume(principal, 'b')
      assert.deepEqual(await kinds(later), ['scheduled'])
    },
  },
  {
    name: 'one that a network has waits for its report, and one that has ended for nothing',
    async run(world, client) {
      const sent = await submitOne(world, client, { to: [TO_NETWORK] })
      await world.submitted(sent)
      assert.deepEqual(await causesOf(world, client, sent), [{ kind: 'receipt' }])
      const ended = await submitOne(world, client, { sendAt: inHours(world, 1) })
      await world.service(Messages).cancel(client.principal, { smsId: ended })
      assert.deepEqual(await causesOf(world, client, ended), [])
    },
  },
  {
    name: 'a segment waits for the others',
    async run(world, client) {
      const { smsId } = await world.service(Segments).add(client.principal, segmentOf(1))
      assert.deepEqual(await causesOf(world, client, smsId), [{ kind: 'segments' }])
    },
  },
  {
    name: 'a client learns that its sending is on hold; the words of operators are for operators',
    async run(world, client) {
      const smsId = await submitOne(world, client)
      const operator = await operatorOf(world, client)
      await whileHeld(world, client, async () => {
        const shown = async (who: ServiceClient['principal']) => {
          const [first] = (await world.service(Waiting).ofMessage(who, smsId)) ?? []
          return first?.kind === 'held' && [first.scope, first.name, first.reason]
        }
        assert.deepEqual(await shown(client.principal), ['client', '', ''])
        assert.deepEqual(await shown(operator), ['client', String(client.principal.clientId), 'unpaid'])
      })
    },
  },
  {
    name: 'a client sees no name of a link or route',
    async run(world, client) {
      const smsId = await submitOne(world, client)
      const reported = JSON.stringify(await causesOf(world, client, smsId))
      assert.doesNotMatch(reported, /net\/|default/)
    },
  },
  {
    name: 'what a client would send waits for its hold and its credit',
    client: { credit: '0.04', price: '0.05' },
    async run(world, client) {
      const operator = await operatorOf(world, client)
      const { clientId } = client.principal
      const kinds = async () => {
        const question = { route: 'network', clientId, priority: 'NORMAL' } as const
        const causes = await world.service(Waiting).ofRoute(operator, question)
        return causes.map(({ kind }) => kind).filter((kind) => kind !== 'no-link')
      }
      assert.deepEqual(await kinds(), ['no-credit'])
      await whileHeld(world, client, async () => assert.deepEqual(await kinds(), ['no-credit', 'held']))
    },
  },
  {
    name: 'nobody learns of messages of others, and there is nothing of unknown ones',
    async run(world, client) {
      const other = await world.addClient()
      const smsId = await submitOne(world, client)
      assert.equal(await causesOf(world, other, smsId), undefined)
      for (const unknown of [0, -1, 0.5, Number.NaN, 2 ** 60, 999_999_999])
        assert.equal(await causesOf(world, client, unknown), undefined)
    },
  },
]
