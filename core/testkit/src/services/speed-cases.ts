import assert from 'node:assert/strict'
import { Schedules, type SpeedLimit, Uploads } from '@heliograph/contracts'
import { inHours, submit, TO, TO_TOO } from './requests.ts'
import type { ServiceCase } from './service-world.ts'
import { HEADER, ready, until } from './upload-steps.ts'

const SLOW: SpeedLimit = { parts: 1, seconds: 86_400 }
const FASTER: SpeedLimit = { parts: 100, seconds: 3_600 }
const WRONG = { code: 'bad-speed-limit' }
const SOUND = [HEADER, [`+${TO}`, 'Thandi', '10'], [`+${TO_TOO}`, 'José', '20']]

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
  {
    name: 'that of an upload holds for all of its messages, and can be another one until its end',
    async run(world, { principal }) {
      const uploads = world.service(Uploads)
      const { uploadId, bulkId } = await ready(world, principal, SOUND)
      const limitOf = async () => (await uploads.get(principal, uploadId))?.speedLimit
      assert.equal(await limitOf(), null)
      await assert.rejects(uploads.limitSpeed(principal, uploadId, { parts: 0, seconds: 60 }), WRONG)
      await uploads.limitSpeed(principal, uploadId, SLOW)
      assert.deepEqual(await limitOf(), SLOW)
      const start = (limit: SpeedLimit | null) => uploads.start(principal, uploadId, undefined, undefined, limit)
      await assert.rejects(start({ parts: 1, seconds: 0 }), WRONG)
      await start(FASTER)
      await until(world, principal, uploadId, { submitted: 2 })
      assert.deepEqual(await limitOf(), FASTER)
      for (const limit of [SLOW, null]) {
        await uploads.limitSpeed(principal, uploadId, limit)
        assert.deepEqual(await limitOf(), limit)
      }
      assert.equal(await world.service(Schedules).state(principal, bulkId), 'processing')
      await uploads.cancel(principal, uploadId)
      await assert.rejects(uploads.limitSpeed(principal, uploadId, SLOW), { code: 'upload-state' })
    },
  },
  {
    name: 'one that a text for groups was begun with holds when it is started, at a later time as well',
    async run(world, { principal }) {
      const uploads = world.service(Uploads)
      const draft = { name: 'Crew', groupIds: [], recipients: [TO], text: 'Hi' }
      const wrong = { ...draft, speedLimit: { parts: 1.5, seconds: 60 } }
      await assert.rejects(uploads.createFromGroups(principal, wrong), WRONG)
      const { uploadId, bulkId } = await uploads.createFromGroups(principal, { ...draft, speedLimit: SLOW })
      await until(world, principal, uploadId, 'ready')
      await uploads.start(principal, uploadId, inHours(world, 3))
      await until(world, principal, uploadId, 'scheduled')
      await world.service(Schedules).reschedule(principal, bulkId, inHours(world, 4))
      assert.deepEqual((await uploads.get(principal, uploadId))?.speedLimit, SLOW)
      await uploads.cancel(principal, uploadId)
    },
  },
]
