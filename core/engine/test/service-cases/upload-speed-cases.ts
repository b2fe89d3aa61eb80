import assert from 'node:assert/strict'
import { Schedules, type SpeedLimit, Uploads } from '@heliograph/contracts'
import { inHours, TO, TO_TOO } from '../../../testkit/src/services/requests.ts'
import type { ServiceCase } from '../../../testkit/src/services/service-world.ts'
import { HEADER, ready, until } from './upload-steps.ts'

const SLOW: SpeedLimit = { parts: 1, seconds: 86_400 }
const FASTER: SpeedLimit = { parts: 100, seconds: 3_600 }
const WRONG = { code: 'bad-speed-limit' }
const SOUND = [HEADER, [`+${TO}`, 'Thandi', '10'], [`+${TO_TOO}`, 'José', '20']]

/** Speed limits of uploads. */
export const uploadSpeedCases: readonly ServiceCase[] = [
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
