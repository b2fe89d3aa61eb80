import assert from 'node:assert/strict'
import {
  Network,
  type Principal,
  Reports,
  Schedules,
  Subscriptions,
  type UploadRecord,
  Uploads,
} from '@heliograph/contracts'
import { inHours, submit, TO, TO_THREE, TO_TOO } from '../../../testkit/src/services/requests.ts'
import {
  eventually,
  NETWORK_PREFIX,
  type ServiceCase,
  type ServiceClient,
  type ServiceWorld,
} from '../../../testkit/src/services/service-world.ts'
import { HEADER, PLAN, ready, textsOf, until } from './upload-steps.ts'

const code = (expected: string) => (error: unknown) => (error as { code?: unknown }).code === expected

const NUMBERS = [1, 2, 3].map((n) => `${NETWORK_PREFIX}111000${n}`)

/** Submits a text to several numbers and notes it. */
async function sendBulk(
  world: ServiceWorld,
  client: Pick<ServiceClient, 'principal'>,
  to: readonly string[],
  sendAt?: Date,
): Promise<UploadRecord> {
  const { bulkId, entries } = await submit(world, client, { to, ...(sendAt && { sendAt }) })
  const counts = { submitted: to.length, accepted: entries.length, parts: entries.length }
  const speedLimit = { parts: 100_000, seconds: 1 }
  const bulk = { name: 'Sale', bulkId: bulkId as string, sendAt: sendAt ?? null, speedLimit, ...counts }
  const noted = await world.service(Uploads).noteBulk(client.principal, bulk)
  assert.deepEqual(noted.speedLimit, speedLimit)
  const again = await world.service(Uploads).noteBulk(client.principal, { ...bulk, name: 'Twice' })
  assert.deepEqual([again.uploadId, again.name], [noted.uploadId, 'Sale'])
  return noted
}

/** Has the network take and report on the messages of an upload: those to these numbers as undeliverable. */
async function report(
  world: ServiceWorld,
  principal: Principal,
  { bulkId }: UploadRecord,
  failed: readonly string[],
): Promise<void> {
  const { records } = await world.service(Reports).find(principal, { bulkId, limit: 100 })
  for (const { smsId, to } of records) {
    const sent = await world.submitted(smsId)
    const outcome = failed.includes(to)
      ? ({ status: 'undeliverable', networkStatus: 'UNDELIV', errorId: null } as const)
      : ({ status: 'delivered', networkStatus: 'DELIVRD', errorId: null } as const)
    await world.service(Network).receipt({ ...sent, link: 'main', to, doneAt: inHours(world, 0), ...outcome })
  }
}

/** Uploads as campaigns. */
export const campaignCases: readonly ServiceCase[] = [
  {
    name: 'a text to several numbers is one, done when its messages have gone out',
    async run(world, client) {
      const { principal } = client
      const noted = await sendBulk(world, client, NUMBERS)
      assert.deepEqual(
        [noted.name, noted.state, noted.messages, noted.accepted, noted.parts, noted.rows, noted.plan],
        ['Sale', 'sending', 3, 3, 3, 0, null],
      )
      assert.equal(Number(noted.price.amount), 0.15)
      await report(world, principal, noted, [])
      await until(world, principal, noted.uploadId, 'done')
      const { records } = await world.service(Uploads).find(principal, { limit: 10, bulkIds: [noted.bulkId, 'other'] })
      assert.deepEqual(
        records.map(({ uploadId }) => uploadId),
        [noted.uploadId],
      )
      assert.deepEqual((await world.service(Uploads).find(principal, { limit: 10, bulkIds: ['other'] })).records, [])
    },
  },
  {
    name: 'one for a time to come is scheduled, follows when its bulk is moved, and is cancelled with it',
    async run(world, client) {
      const { principal } = client
      const uploads = world.service(Uploads)
      const { uploadId, bulkId, state } = await sendBulk(world, client, [TO, TO_TOO], inHours(world, 3))
      assert.equal(state, 'scheduled')
      const sendAt = inHours(world, 5)
      await world.service(Schedules).reschedule(principal, bulkId, sendAt)
      const moved = await uploads.get(principal, uploadId)
      assert.deepEqual([moved?.state, moved?.sendAt], ['scheduled', sendAt])
      await world.service(Schedules).cancel(principal, bulkId)
      const cancelled = await uploads.get(principal, uploadId)
      assert.deepEqual([cancelled?.state, cancelled?.endedAt !== null], ['cancelled', true])
      assert.deepEqual(await uploads.states(principal, uploadId), { cancelled: 2 })
      const other = await sendBulk(world, client, [TO, TO_TOO], inHours(world, 3))
      assert.equal((await uploads.cancel(principal, other.uploadId)).state, 'cancelled')
      assert.deepEqual(await uploads.states(principal, other.uploadId), { cancelled: 2 })
    },
  },
  {
    name: 'is paused with its bulk, and its bulk with it, however far it has come',
    async run(world, client) {
      const { principal } = client
      const [uploads, schedules] = [world.service(Uploads), world.service(Schedules)]
      for (const [sendAt, state] of [[inHours(world, 3), 'scheduled'] as const, [undefined, 'sending'] as const]) {
        const { uploadId, bulkId } = await sendBulk(world, client, [TO, TO_TOO], sendAt)
        const stateNow = async () => (await uploads.get(principal, uploadId))?.state
        assert.equal((await uploads.pause(principal, uploadId)).state, 'paused')
        assert.equal(await schedules.state(principal, bulkId), 'paused')
        assert.equal((await uploads.resume(principal, uploadId)).state, state)
        assert.notEqual(await schedules.state(principal, bulkId), 'paused')
        await schedules.pause(principal, bulkId)
        assert.equal(await stateNow(), 'paused')
        await schedules.resume(principal, bulkId)
        assert.equal(await stateNow(), state)
        await uploads.pause(principal, uploadId)
        assert.equal((await uploads.cancel(principal, uploadId)).state, 'cancelled')
        assert.deepEqual(await uploads.states(principal, uploadId), { cancelled: 2 })
        await assert.rejects(uploads.pause(principal, uploadId), code('upload-state'))
      }
    },
  },
  {
    name: 'gets another name, of 1 to 200 characters',
    async run(world, { principal }) {
      const uploads = world.service(Uploads)
      const { uploadId } = await ready(world, principal, [HEADER, [`+${TO}`, 'Thandi', '10']])
      assert.equal((await uploads.rename(principal, uploadId, ' July ')).name, 'July')
      assert.equal((await uploads.get(principal, uploadId))?.name, 'July')
      await assert.rejects(uploads.rename(principal, uploadId, ' '), code('bad-upload'))
      const other = await world.addClient()
      await assert.rejects(uploads.rename(other.principal, uploadId, 'Mine'), code('upload-not-found'))
    },
  },
  {
    name: 'has results: who replied and who opted out after it, each number once',
    async run(world, client) {
      const { principal, address } = client
      const uploads = world.service(Uploads)
      const network = world.service(Network)
      const [first, second] = NUMBERS as [string, string, string]
      const receive = (from: string, at: Date) =>
        network.incoming({
          carrier: 'net',
          link: 'main',
          from,
          to: address,
          text: 'yes',
          encoding: 'gsm',
          mayBeRepeated: false,
          receivedAt: at,
        })
      await receive(second, inHours(world, -2))
      const sent = await sendBulk(world, client, NUMBERS)
      await report(world, principal, sent, [second])
      const at = new Date(sent.createdAt.getTime() + 1_000)
      await receive(first, at)
      await receive(first, new Date(at.getTime() + 1_000))
      await receive(second, new Date(at.getTime() + 8 * 86_400_000))
      await receive('27839999999', at)
      await world.service(Subscriptions).set(principal.clientId, first, 'opted-out', { kind: 'web' })
      await world.service(Subscriptions).set(principal.clientId, TO_THREE, 'opted-out', { kind: 'web' })
      const counted = { states: { delivered: 2, undeliverable: 1 }, recipients: 3, replied: 1, optedOut: 1 }
      await eventually(
        async () => (await uploads.results(principal, sent.uploadId)).replied === 1,
        'the answer has been stored',
      )
      assert.deepEqual(await uploads.results(principal, sent.uploadId), { ...counted, texts: [] })
      const other = await world.addClient()
      await assert.rejects(uploads.results(other.principal, sent.uploadId), code('upload-not-found'))
    },
  },
  {
    name: 'is sent again to exactly those whose messages have failed, with the texts that they did not get',
    async run(world, client) {
      const { principal } = client
      const uploads = world.service(Uploads)
      const rows = [HEADER, ...NUMBERS.map((to, n) => [`+${to}`, `Name {${n}}`, String(n)]), ['12', 'Bad', '4']]
      const { uploadId } = await ready(world, principal, rows, { ...PLAN, flash: true })
      const speedLimit = { parts: 100_000, seconds: 1 }
      await uploads.start(principal, uploadId, undefined, undefined, speedLimit)
      const sent = await until(world, principal, uploadId, { submitted: 3 })
      await assert.rejects(uploads.createFromFailed(principal, uploadId, 'Again'), code('nothing-failed'))
      const failed = NUMBERS.slice(1)
      await report(world, principal, sent, failed)
      const again = await uploads.createFromFailed(principal, uploadId, ' Again ')
      const checked = await until(world, principal, again.uploadId, 'ready')
      assert.deepEqual([checked.name, checked.messages, checked.parts, checked.problems], ['Again', 2, 2, {}])
      assert.deepEqual(checked.speedLimit, speedLimit)
      assert.equal(Number(checked.price.amount), 0.1)
      await uploads.start(principal, again.uploadId)
      const { bulkId } = await until(world, principal, again.uploadId, { submitted: 2 })
      const texts = (await textsOf(world, principal, sent.bulkId)).filter(([to]) => failed.includes(to))
      assert.deepEqual(await textsOf(world, principal, bulkId), texts)
      assert.notEqual(bulkId, sent.bulkId)
      await assert.rejects(uploads.createFromFailed(principal, uploadId, ''), code('bad-upload'))
    },
  },
  {
    name: 'two texts are compared: each number has one of them, also when it is sent again',
    async run(world, { principal }) {
      const uploads = world.service(Uploads)
      const numbers = Array.from({ length: 30 }, (_, n) => `${NETWORK_PREFIX}11100${String(n).padStart(2, '0')}`)
      const rows = [HEADER, ...numbers.map((to) => [`+${to}`, 'Thandi', '10'])]
      const comparison = { text: 'Hi {name}', percent: 40 }
      const { uploadId, plan } = await ready(world, principal, rows, { ...PLAN, text: 'Dear {name}', comparison })
      assert.ok(plan?.comparison?.seed)
      await uploads.start(principal, uploadId)
      const sent = await until(world, principal, uploadId, { submitted: 30 })
      const { records } = await world.service(Reports).find(principal, { bulkId: sent.bulkId, limit: 100 })
      const letters = new Map(records.map(({ to, reference }) => [to, reference]))
      for (const { text, reference } of records) assert.equal(text, reference === 'B' ? 'Hi Thandi' : 'Dear Thandi')
      const ofLetter = (letter: string) => [...letters].filter(([, each]) => each === letter).map(([to]) => to)
      const [failedA, failedB] = [ofLetter('A')[0] as string, ofLetter('B')[0] as string]
      await report(world, principal, sent, [failedA, failedB])
      const [a, b] = [ofLetter('A').length, ofLetter('B').length]
      const none = { replied: 0, optedOut: 0 }
      assert.deepEqual((await uploads.results(principal, uploadId)).texts, [
        { text: 'A', recipients: a, delivered: a - 1, ...none },
        { text: 'B', recipients: b, delivered: b - 1, ...none },
      ])
      const again = await uploads.createFromFailed(principal, uploadId, 'Again')
      await until(world, principal, again.uploadId, 'ready')
      await uploads.start(principal, again.uploadId)
      const { bulkId } = await until(world, principal, again.uploadId, { submitted: 2 })
      const second = await world.service(Reports).find(principal, { bulkId, limit: 10 })
      assert.deepEqual(
        second.records.map(({ to, text, reference }) => [to, text, reference]).sort(),
        [
          [failedA, 'Dear Thandi', 'A'],
          [failedB, 'Hi Thandi', 'B'],
        ].sort(),
      )
    },
  },
  {
    name: 'a second text is checked like the first, and its share is some of the numbers',
    async run(world, { principal }) {
      const { uploadId } = await ready(world, principal, [HEADER, [`+${TO}`, 'Thandi', '10']])
      const planned = (text: string, percent: number) =>
        world.service(Uploads).plan(principal, uploadId, { ...PLAN, comparison: { text, percent } })
      await assert.rejects(planned('Hi', 0), code('bad-plan'))
      await assert.rejects(planned('Hi', 100), code('bad-plan'))
      await assert.rejects(planned(' ', 50), code('bad-plan'))
      await assert.rejects(planned('Hi {nobody}', 50), code('bad-plan'))
    },
  },
]
