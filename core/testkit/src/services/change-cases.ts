import assert from 'node:assert/strict'
import { Messages, Schedules, TEXT_REMOVED } from '@heliograph/contracts'
import { inHours, recordOf, submit, submitOne, TO, TO_NETWORK, TO_TOO } from './requests.ts'
import type { ServiceCase, ServiceClient, ServiceWorld } from './service-world.ts'

const NO_BULK = { category: 'not-found', code: 'bulk-not-found' }
const NO_MESSAGE = { category: 'not-found', code: 'message-not-found' }
const NOT_ENDED = { category: 'conflict', code: 'not-ended' }
const TOO_LATE = { category: 'conflict', code: 'too-late' }
const LONG = 'x'.repeat(153 * 255 + 1)

const schedule = (world: ServiceWorld, client: ServiceClient, bulkId: string, hours: number) =>
  submit(world, client, { sendAt: inHours(world, hours) }, { bulkId })

async function stateOf(world: ServiceWorld, client: ServiceClient, smsId: number) {
  return (await recordOf(world, client, smsId))?.state
}

const scheduleCases: readonly ServiceCase[] = [
  {
    name: 'bulks are listed soonest first, each with its earliest time',
    async run(world, { ...client }) {
      await schedule(world, client, 'late', 3)
      await schedule(world, client, 'mixed', 4)
      await schedule(world, client, 'mixed', 2)
      await submit(world, client, {}, { bulkId: 'not scheduled' })
      const bulks = await world.service(Schedules).list(client.principal)
      assert.deepEqual(
        bulks.map(({ bulkId, messages }) => [bulkId, messages]),
        [
          ['mixed', 2],
          ['late', 1],
        ],
      )
      const soonest = bulks[0]?.sendAt as Date
      assert.ok(soonest < inHours(world, 3) && soonest > inHours(world, 1))
    },
  },
  {
    name: 'one bulk is listed by its id, none by another or by another client',
    async run(world, client) {
      const other = await world.addClient()
      await schedule(world, client, 'mine', 1)
      const { list } = world.service(Schedules)
      assert.equal((await list(client.principal, 'mine')).length, 1)
      assert.deepEqual(await list(client.principal, 'yours'), [])
      assert.deepEqual(await list(other.principal, 'mine'), [])
    },
  },
  {
    name: 'rescheduling moves the bulk and its messages',
    async run(world, client) {
      const { entries } = await schedule(world, client, 'b', 1)
      const sendAt = inHours(world, 5)
      const schedules = world.service(Schedules)
      const moved = { bulkId: 'b', sendAt, messages: 1, isPaused: false }
      assert.deepEqual(await schedules.reschedule(client.principal, 'b', sendAt), moved)
      assert.deepEqual(await schedules.list(client.principal), [moved])
      assert.deepEqual((await recordOf(world, client, entries[0]?.smsId as number))?.scheduledAt, sendAt)
    },
  },
  {
    name: 'cancelling a bulk ends what is scheduled and credits it back',
    client: { credit: '1' },
    async run(world, client) {
      const { entries } = await schedule(world, client, 'b', 1)
      const queued = await submit(world, client, {}, { bulkId: 'b' })
      await world.service(Schedules).cancel(client.principal, 'b')
      const record = await recordOf(world, client, entries[0]?.smsId as number)
      assert.deepEqual([record?.state, record?.errorId], ['cancelled', 4100])
      assert.ok(record?.doneAt)
      assert.equal(await stateOf(world, client, queued.entries[0]?.smsId as number), 'queued')
      assert.equal(await world.creditOf(client.principal.clientId), '0.950000')
      await assert.rejects(world.service(Schedules).cancel(client.principal, 'b'), NO_BULK)
    },
  },
  {
    name: 'a paused bulk says so, and goes on where it was',
    async run(world, client) {
      const { principal } = client
      const schedules = world.service(Schedules)
      const at = inHours(world, 1)
      const later = (await submit(world, client, { sendAt: at }, { bulkId: 'b' })).entries[0]?.smsId as number
      assert.equal(await schedules.state(principal, 'b'), 'pending')
      const now = (await submit(world, client, {}, { bulkId: 'b' })).entries[0]?.smsId as number
      assert.equal(await schedules.state(principal, 'b'), 'processing')
      await schedules.pause(principal, 'b')
      await schedules.pause(principal, 'b')
      assert.equal(await schedules.state(principal, 'b'), 'paused')
      assert.equal((await schedules.list(principal, 'b'))[0]?.isPaused, true)
      assert.equal((await schedules.reschedule(principal, 'b', at)).isPaused, true)
      assert.deepEqual(
        [await stateOf(world, client, later), await stateOf(world, client, now)],
        ['scheduled', 'queued'],
      )
      await schedules.resume(principal, 'b')
      await schedules.resume(principal, 'b')
      assert.equal(await schedules.state(principal, 'b'), 'processing')
      assert.equal((await schedules.list(principal, 'b'))[0]?.isPaused, false)
    },
  },
  {
    name: 'a paused bulk is cancelled as a whole, and credited back',
    client: { credit: '1' },
    async run(world, client) {
      const { principal } = client
      const schedules = world.service(Schedules)
      await submit(world, client, { sendAt: inHours(world, 1) }, { bulkId: 'b' })
      await submit(world, client, {}, { bulkId: 'b' })
      await schedules.pause(principal, 'b')
      await schedules.cancel(principal, 'b')
      assert.equal(await schedules.state(principal, 'b'), 'cancelled')
      assert.equal(await world.creditOf(principal.clientId), '1.000000')
      await assert.rejects(schedules.pause(principal, 'b'), NO_BULK)
    },
  },
  {
    name: 'a bulk that is unknown, of another client or not scheduled is not found',
    async run(world, client) {
      const other = await world.addClient()
      await schedule(world, other, 'theirs', 1)
      await submit(world, client, {}, { bulkId: 'queued' })
      const { cancel, pause, reschedule, state } = world.service(Schedules)
      for (const bulkId of ['none', 'theirs', 'queued']) {
        await assert.rejects(cancel(client.principal, bulkId), NO_BULK)
        await assert.rejects(reschedule(client.principal, bulkId, inHours(world, 2)), NO_BULK)
      }
      for (const bulkId of ['none', 'theirs']) {
        await assert.rejects(pause(client.principal, bulkId), NO_BULK)
        await assert.rejects(state(client.principal, bulkId), NO_BULK)
      }
    },
  },
]

const cancelCases: readonly ServiceCase[] = [
  {
    name: 'a queued message is cancelled once and credited back',
    client: { credit: '1' },
    async run(world, client) {
      const smsId = await submitOne(world, client)
      const { cancel } = world.service(Messages)
      assert.equal(await cancel(client.principal, { smsId }), 1)
      assert.equal(await stateOf(world, client, smsId), 'cancelled')
      assert.equal(await world.creditOf(client.principal.clientId), '1.000000')
      await assert.rejects(cancel(client.principal, { smsId }), TOO_LATE)
    },
  },
  {
    name: 'all that wait for a number are cancelled, however it is written',
    async run(world, client) {
      await submitOne(world, client)
      await submitOne(world, client, { sendAt: inHours(world, 1) })
      const other = await submitOne(world, client, { to: [TO_TOO] })
      assert.equal(await world.service(Messages).cancel(client.principal, { to: `+${TO}` }), 2)
      assert.equal(await stateOf(world, client, other), 'queued')
    },
  },
  {
    name: 'id and number have to fit both',
    async run(world, client) {
      const smsId = await submitOne(world, client)
      const { cancel } = world.service(Messages)
      await assert.rejects(cancel(client.principal, { smsId, to: TO_TOO }), NO_MESSAGE)
      assert.equal(await cancel(client.principal, { smsId, to: TO }), 1)
    },
  },
  {
    name: 'what a network has can no longer be changed',
    client: { credit: '1' },
    async run(world, client) {
      const smsId = await submitOne(world, client, { to: [TO_NETWORK] })
      await world.submitted(smsId)
      const { cancel, replace } = world.service(Messages)
      await assert.rejects(cancel(client.principal, { smsId }), TOO_LATE)
      await assert.rejects(replace(client.principal, smsId, { text: 'other' }), TOO_LATE)
      assert.equal(await world.creditOf(client.principal.clientId), '0.950000')
    },
  },
  {
    name: 'a message that is unknown or of another client is not found',
    async run(world, client) {
      const theirs = await submitOne(world, await world.addClient())
      const { cancel, replace } = world.service(Messages)
      for (const smsId of [theirs, 999_999_999]) {
        await assert.rejects(cancel(client.principal, { smsId }), NO_MESSAGE)
        await assert.rejects(replace(client.principal, smsId, { text: 'other' }), NO_MESSAGE)
      }
      for (const to of [TO_TOO, 'nobody']) await assert.rejects(cancel(client.principal, { to }), NO_MESSAGE)
    },
  },
  {
    name: 'the last message of a bulk takes it along',
    async run(world, client) {
      const { entries } = await schedule(world, client, 'b', 1)
      await world.service(Messages).cancel(client.principal, { smsId: entries[0]?.smsId })
      assert.deepEqual(await world.service(Schedules).list(client.principal), [])
    },
  },
]

const replaceCases: readonly ServiceCase[] = [
  {
    name: 'another text is measured and paid for',
    client: { credit: '1' },
    async run(world, client) {
      const smsId = await submitOne(world, client)
      const { replace } = world.service(Messages)
      await replace(client.principal, smsId, { text: 'ж'.repeat(71) })
      const record = await recordOf(world, client, smsId)
      assert.deepEqual([record?.encoding, record?.parts, record?.price.amount], ['ucs2', 2, '0.100000'])
      assert.equal(await world.creditOf(client.principal.clientId), '0.900000')
      await replace(client.principal, smsId, { text: 'short' })
      assert.equal(await world.creditOf(client.principal.clientId), '0.950000')
    },
  },
  {
    name: 'a text that is too long or too dear changes nothing',
    client: { credit: '0.06' },
    async run(world, client) {
      const smsId = await submitOne(world, client)
      const { replace } = world.service(Messages)
      await assert.rejects(replace(client.principal, smsId, { text: LONG }), { code: 'message-too-long' })
      await assert.rejects(replace(client.principal, smsId, { text: 'x'.repeat(161) }), { code: 'no-credit' })
      assert.equal((await recordOf(world, client, smsId))?.text, 'hello')
      assert.equal(await world.creditOf(client.principal.clientId), '0.010000')
    },
  },
  {
    name: 'another time moves a scheduled message',
    async run(world, client) {
      const smsId = await submitOne(world, client, { sendAt: inHours(world, 1) })
      const sendAt = inHours(world, 3)
      await world.service(Messages).replace(client.principal, smsId, { sendAt })
      const record = await recordOf(world, client, smsId)
      assert.deepEqual([record?.state, record?.scheduledAt], ['scheduled', sendAt])
    },
  },
  {
    name: 'a time schedules a queued message, as part of a bulk',
    async run(world, client) {
      const smsId = await submitOne(world, client)
      const sendAt = inHours(world, 3)
      await world.service(Messages).replace(client.principal, smsId, { sendAt })
      assert.equal(await stateOf(world, client, smsId), 'scheduled')
      const bulks = await world.service(Schedules).list(client.principal)
      const { bulkId } = (await recordOf(world, client, smsId)) ?? {}
      assert.deepEqual(bulks, [{ bulkId, sendAt, messages: 1, isPaused: false }])
    },
  },
  {
    name: 'a time in the past queues a scheduled message',
    async run(world, client) {
      const smsId = await submitOne(world, client, { sendAt: inHours(world, 1) })
      await world.service(Messages).replace(client.principal, smsId, { sendAt: inHours(world, -1) })
      assert.equal(await stateOf(world, client, smsId), 'queued')
      assert.deepEqual(await world.service(Schedules).list(client.principal), [])
    },
  },
]

const endedCases: readonly ServiceCase[] = [
  {
    name: 'the text of a message that has ended is removed, and nothing else, once and for all',
    async run(world, client) {
      const smsId = await submitOne(world, client, { text: 'a secret text' })
      const { cancel, redact } = world.service(Messages)
      await cancel(client.principal, { smsId })
      const before = await recordOf(world, client, smsId)
      for (let time = 1; time <= 2; time += 1) {
        await redact(client.principal, smsId)
        assert.deepEqual(await recordOf(world, client, smsId), { ...before, text: TEXT_REMOVED })
      }
    },
  },
  {
    name: 'others of its bulk keep the text that they share with it, until the last of them has none',
    async run(world, client) {
      const text = 'a text for many, so long that it is kept apart. '.repeat(20)
      const { entries } = await submit(world, client, { text, to: [TO, TO_TOO] }, { bulkId: 'shared' })
      const [first, second] = entries.map(({ smsId }) => smsId) as [number, number]
      const { cancel, redact } = world.service(Messages)
      for (const smsId of [first, second]) await cancel(client.principal, { smsId })
      await redact(client.principal, first)
      assert.equal((await recordOf(world, client, second))?.text, text)
      await redact(client.principal, second)
      assert.equal((await recordOf(world, client, second))?.text, TEXT_REMOVED)
    },
  },
  {
    name: 'a message that has ended is removed',
    async run(world, client) {
      const smsId = await submitOne(world, client)
      const { cancel, remove } = world.service(Messages)
      await cancel(client.principal, { smsId })
      await remove(client.principal, smsId)
      assert.equal(await recordOf(world, client, smsId), undefined)
      await assert.rejects(remove(client.principal, smsId), NO_MESSAGE)
    },
  },
  {
    name: 'neither is done to a message that is under way, unknown, or of another client',
    async run(world, client) {
      const smsId = await submitOne(world, client)
      const stranger = await world.addClient()
      const theirs = await submitOne(world, stranger)
      await world.service(Messages).cancel(stranger.principal, { smsId: theirs })
      const { redact, remove } = world.service(Messages)
      for (const change of [redact, remove]) {
        await assert.rejects(change(client.principal, smsId), NOT_ENDED)
        for (const other of [theirs, 999_999_999]) await assert.rejects(change(client.principal, other), NO_MESSAGE)
      }
      assert.equal((await recordOf(world, stranger, theirs))?.text, 'hello')
    },
  },
]

export const changeCases: readonly ServiceCase[] = [...scheduleCases, ...cancelCases, ...replaceCases, ...endedCases]
