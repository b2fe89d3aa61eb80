import assert from 'node:assert/strict'
import { Schedules } from '@heliograph/contracts'
import { inHours, submit, TO, TO_TOO } from './requests.ts'
import type { ServiceCase } from './service-world.ts'

const WRONG = { code: 'bad-speed-limit' }

/** Speed limits of bulks. */
export const speedCases: readonly ServiceCase[] = [
  {
    name: 'one message is a bulk as well, and waits for its turn',
    async run(world, client) {
      const { bulkId, entries } = await submit(world, client, {}, { speedLimit: { parts: 1, seconds: 60 } })
      assert.ok(bulkId !== undefined)
      assert.deepEqual([entries.length, entries[0]?.state], [1, 'queued'])
      assert.equal(await world.service(Schedules).state(client.principal, bulkId), 'processing')
    },
  },
  {
    name: 'a scheduled one can be moved and cancelled',
    async run(world, client) {
      const { principal } = client
      const schedules = world.service(Schedules)
      const speedLimit = { parts: 1_000, seconds: 3_600 }
      const draft = { to: [TO, TO_TOO], sendAt: inHours(world, 1) }
      const { bulkId = '' } = await submit(world, client, draft, { speedLimit })
      const sendAt = inHours(world, 2)
      assert.equal((await schedules.reschedule(principal, bulkId, sendAt)).messages, 2)
      assert.deepEqual(await schedules.list(principal, bulkId), [{ bulkId, sendAt, messages: 2, isPaused: false }])
      await schedules.cancel(principal, bulkId)
      assert.equal(await schedules.state(principal, bulkId), 'cancelled')
    },
  },
  {
    name: 'one that cannot be used refuses the request',
    async run(world, client) {
      for (const speedLimit of [
        { parts: 0, seconds: 60 },
        { parts: 1.5, seconds: 60 },
        { parts: 1, seconds: 86_401 },
      ])
        await assert.rejects(submit(world, client, {}, { speedLimit }), WRONG)
    },
  },
]
