import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { type SpeedLimit, type Submissions, type UploadRecord, Uploads, Waiting } from '@heliograph/contracts'
import { type Harness, startEngine, systemClock } from './support/engine-harness.ts'
import { slowBulks } from './support/slow-bulks.ts'
import { find } from './support/smpp-node.ts'
import { slicesOf, work } from './support/upload-slices.ts'

const ONE_A_SECOND: SpeedLimit = { parts: 60, seconds: 60 }
const TEN_A_SECOND: SpeedLimit = { parts: 600, seconds: 60 }
const SIX_A_MINUTE: SpeedLimit = { parts: 6, seconds: 60 }

const HOUR_MS = 3_600_000

const START = Date.now()
let now = START

let base: Harness
let uploads: Uploads
before(async () => {
  base = await startEngine({ credit: '1000', clock: { ...systemClock, now: () => now } })
  uploads = find(base.engine.services, Uploads)
})
after(() => base.close())
afterEach(async () => {
  now = START
  const { sql } = base.engine
  await sql`delete from batch`
  await sql`delete from bulk_speed`
  await sql`delete from paused_bulk`
})

const { lookAndTake, routesOf } = slowBulks(() => base)

/** Sends a text to so many numbers as a campaign. Resolves with it when all of its rows have been submitted. */
async function send(
  count: number,
  speedLimit: SpeedLimit | null,
  { sendAt, submissions = base.engine.submissions }: { sendAt?: Date; submissions?: Submissions } = {},
): Promise<UploadRecord> {
  const { principal } = base
  const rows = Array.from({ length: count }, (_, n) => [`2782${String(n).padStart(7, '0')}`])
  const { uploadId } = await uploads.create(principal, { name: 'list', octets: 1 })
  await uploads.addRows(principal, uploadId, { from: 0, to: 1, separator: ',', rows })
  await uploads.plan(principal, uploadId, { hasHeader: false, numberColumn: 0, text: 'Hello' })
  await work(slicesOf(base, submissions), uploadId)
  await uploads.start(principal, uploadId, sendAt, undefined, speedLimit)
  await work(slicesOf(base, submissions), uploadId)
  // What goes at once is due by the clock of Postgres.
  if (sendAt === undefined) await base.engine.sql`update batch set due_at = ${new Date(now)}::timestamptz`
  return (await uploads.get(principal, uploadId)) as UploadRecord
}

/** Lets time pass. Resolves with how many messages go then. */
async function after1s(): Promise<number> {
  now += 1_000
  return (await lookAndTake(now)).length
}

async function causesOf({ bulkId }: UploadRecord): Promise<readonly unknown[]> {
  const { records } = await base.reports.find(base.principal, { bulkId, states: ['queued'], limit: 1 })
  const causes = await find(base.engine.services, Waiting).ofMessage(base.principal, records[0]?.smsId as number)
  return (causes ?? []).filter(({ kind }) => kind === 'bulk-speed')
}

const limit = ({ uploadId }: UploadRecord, to: SpeedLimit | null) => uploads.limitSpeed(base.principal, uploadId, to)

const neededBy = async ({ uploadId }: UploadRecord) =>
  (await base.engine.sql`select needs from upload where upload_id = ${uploadId}::bigint`)[0]?.needs

const SLOW = ['held:speed-#:default']

describe('a campaign with a speed limit', () => {
  it('has its messages wait for their turn, and lets no more go than that', async () => {
    const campaign = await send(70, ONE_A_SECOND)
    assert.deepEqual([campaign.speedLimit, campaign.submitted, campaign.sendAt], [ONE_A_SECOND, 70, null])
    assert.deepEqual(await routesOf(campaign.bulkId), SLOW)
    assert.deepEqual(await causesOf(campaign), [{ kind: 'bulk-speed', limit: ONE_A_SECOND }])
    assert.equal(await neededBy(campaign), 124, 'nodes that do not know of it would send all at once')
    const counts = [(await lookAndTake(now)).length]
    while (counts.length < 10) counts.push(await after1s())
    assert.deepEqual(counts, Array(10).fill(1))
  })

  it('gets another one while it goes, or none', async () => {
    const campaign = await send(70, ONE_A_SECOND)
    assert.equal((await lookAndTake(now)).length, 1)
    assert.equal(await after1s(), 1)
    await limit(campaign, TEN_A_SECOND)
    assert.deepEqual([await after1s(), await after1s()], [10, 10])
    await limit(campaign, SIX_A_MINUTE)
    assert.deepEqual([await after1s(), await after1s(), await after1s()], [1, 0, 0])
    assert.deepEqual(await causesOf(campaign), [{ kind: 'bulk-speed', limit: SIX_A_MINUTE }])
    assert.equal((await limit(campaign, null)).speedLimit, null)
    assert.deepEqual(await causesOf(campaign), [])
    assert.equal(await after1s(), 47)
  })

  it('gets another one while its rows are being submitted under the old one', async () => {
    const { submissions } = base.engine
    const changed = send(3, ONE_A_SECOND, {
      submissions: {
        async submit(principal, request) {
          const { records } = await uploads.find(principal, { limit: 1 })
          await limit(records[0] as UploadRecord, SIX_A_MINUTE)
          return submissions.submit(principal, request)
        },
      },
    })
    assert.deepEqual((await changed).speedLimit, SIX_A_MINUTE)
    assert.deepEqual(await causesOf(await changed), [{ kind: 'bulk-speed', limit: SIX_A_MINUTE }])
  })

  it('keeps it when its text is changed before it begins', async () => {
    const { principal } = base
    const draft = { name: 'list', groupIds: [], recipients: ['27821110001'], text: 'Hello', speedLimit: ONE_A_SECOND }
    const campaign = await uploads.createFromGroups(principal, draft)
    await uploads.plan(principal, campaign.uploadId, { hasHeader: false, numberColumn: 0, text: 'Good day' })
    assert.equal(await neededBy(campaign), 124)
    assert.deepEqual((await uploads.get(principal, campaign.uploadId))?.speedLimit, ONE_A_SECOND)
  })
})

describe('a campaign that had no speed limit', () => {
  it('has it for what is scheduled', async () => {
    const campaign = await send(10, null, { sendAt: new Date(now + HOUR_MS) })
    assert.deepEqual(await routesOf(campaign.bulkId), ['default'])
    await limit(campaign, ONE_A_SECOND)
    assert.deepEqual(await routesOf(campaign.bulkId), SLOW)
    assert.equal(await after1s(), 0)
    now = START + HOUR_MS - 1_000
    assert.deepEqual([await after1s(), await after1s(), await after1s()], [1, 1, 1])
  })

  it('has it for what waits while it is paused, once it is resumed', async () => {
    const campaign = await send(10, null)
    const { principal } = base
    const { uploadId, bulkId } = campaign
    await uploads.pause(principal, uploadId)
    // As nodes do when they come upon them.
    await base.engine.sql`
      update batch set route = 'held:bulk-' || (select pause_id from paused_bulk) || ':default',
        client_id = ${principal.clientId}::bigint, bulk_id = ${bulkId}`
    await limit(campaign, ONE_A_SECOND)
    assert.deepEqual(await routesOf(bulkId), ['held:bulk-#:default'])
    await uploads.resume(principal, uploadId)
    assert.deepEqual(await routesOf(bulkId), SLOW)
    assert.equal((await lookAndTake(now)).length, 1)
  })

  it('sends what is due as it is', async () => {
    const campaign = await send(10, null)
    await limit(campaign, ONE_A_SECOND)
    assert.deepEqual(await routesOf(campaign.bulkId), ['default'])
    assert.deepEqual(await causesOf(campaign), [])
  })
})
