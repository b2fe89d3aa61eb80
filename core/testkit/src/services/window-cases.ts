import assert from 'node:assert/strict'
import { type DeliveryWindow, Schedules } from '@heliograph/contracts'
import { inHours, recordOf, submit, TO, TO_TOO } from './requests.ts'
import type { ServiceCase, ServiceWorld } from './service-world.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** Every day, from some hours after now until some hours after, counted from the last full minute; and that minute. */
export function windowFrom(world: ServiceWorld, from: number, to: number) {
  const minute = Math.floor(world.now() / MINUTE_MS) * MINUTE_MS
  const timeOf = (hours: number) => new Date(minute + hours * HOUR_MS).toISOString().slice(11, 16)
  const deliveryWindow: DeliveryWindow = {
    days: [1, 2, 3, 4, 5, 6, 7],
    from: timeOf(from),
    to: timeOf(to),
    zone: 'UTC',
  }
  return { deliveryWindow, opens: new Date(minute + from * HOUR_MS) }
}

/** Delivery windows of messages. */
export const windowCases: readonly ServiceCase[] = [
  {
    name: 'while it is open a message goes at once, or at its time',
    async run(world, client) {
      const { deliveryWindow } = windowFrom(world, -2, 4)
      assert.equal((await submit(world, client, { deliveryWindow })).entries[0]?.state, 'queued')
      const sendAt = inHours(world, 1)
      const { entries } = await submit(world, client, { deliveryWindow, sendAt })
      assert.deepEqual((await recordOf(world, client, entries[0]?.smsId as number))?.scheduledAt, sendAt)
    },
  },
  {
    name: 'else it is a bulk that is scheduled for the next opening',
    async run(world, client) {
      const { principal } = client
      const { deliveryWindow, opens } = windowFrom(world, 1, 3)
      const { bulkId, entries } = await submit(world, client, { deliveryWindow, to: [TO, TO_TOO] })
      assert.deepEqual(
        entries.map(({ state }) => state),
        ['scheduled', 'scheduled'],
      )
      const bulk = { bulkId, sendAt: opens, messages: 2, isPaused: false }
      assert.deepEqual(await world.service(Schedules).list(principal, bulkId), [bulk])
      const later = await submit(world, client, { deliveryWindow, sendAt: inHours(world, 4) })
      const record = await recordOf(world, client, later.entries[0]?.smsId as number)
      assert.deepEqual(record?.scheduledAt, new Date(opens.getTime() + 24 * HOUR_MS))
    },
  },
  {
    name: 'a message whose validity ends before it opens has expired at once, and costs nothing',
    client: { credit: '1' },
    async run(world, client) {
      const { deliveryWindow } = windowFrom(world, 2, 3)
      const { entries } = await submit(world, client, { deliveryWindow, validitySeconds: 3_600 })
      assert.deepEqual(
        entries.map(({ state, smsId }) => [state, smsId]),
        [['expired', 0]],
      )
      assert.equal(Number(await world.creditOf(client.principal.clientId)), 1)
      const longer = await submit(world, client, { deliveryWindow, validitySeconds: 3 * 3_600 })
      assert.equal(longer.entries[0]?.state, 'scheduled')
    },
  },
  {
    name: 'one that cannot be used refuses the request',
    async run(world, client) {
      const deliveryWindow = { ...windowFrom(world, 1, 3).deliveryWindow, zone: 'Mars/Olympus' }
      await assert.rejects(submit(world, client, { deliveryWindow }), { code: 'bad-delivery-window' })
    },
  },
]
