import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemClock } from '@heliograph/contracts'
import { openDatabase } from '../src/database/database.ts'
import { createSearches } from '../src/database/searches.ts'
import { awaitMessages } from '../src/intake/uploads/await-messages.ts'
import { noteBulk } from '../src/intake/uploads/note-bulk.ts'
import type { UploadEntry } from '../src/intake/uploads/upload-row.ts'
import { findUpload } from '../src/intake/uploads/upload-statements.ts'
import { claimBatches } from '../src/outbound/batches/batch-statements.ts'
import { noteMove } from '../src/outbound/lifecycle/bulk-campaigns.ts'
import { createBulkPauses } from '../src/outbound/lifecycle/bulk-pauses.ts'
import { cancelStep } from '../src/outbound/lifecycle/cancelled-bulks.ts'
import { ChangeSteps } from '../src/outbound/lifecycle/change-steps.ts'
import { createMessages } from '../src/outbound/lifecycle/messages.ts'
import { beginMove, moveStep } from '../src/outbound/lifecycle/moved-bulks.ts'
import { markCancelled } from '../src/outbound/lifecycle/scheduled-batches.ts'
import { createSchedules } from '../src/outbound/lifecycle/schedules.ts'
import { createReports } from '../src/read/history/reports.ts'
import { type TestAccount, useDatabase } from './support/database-fixture.ts'
import { waitUntil } from './support/engine-harness.ts'
import { NO_SESSIONS } from './support/no-sessions.ts'

const database = useDatabase()
const NOT_FOUND = { category: 'not-found', code: 'bulk-not-found' }
const HOUR = 3_600_000
const messagesDue = () => {}

/** The test's time, for stamps and for how long things take. */
function clocks() {
  return { clock: database.clock, steady: database.clock }
}

function schedules() {
  return createSchedules({
    sql: database.sql,
    ...clocks(),
    ids: database.ids,
    outbox: NO_SESSIONS,
    messagesDue,
    pauses: pauses(),
  })
}

function pauses() {
  return createBulkPauses({ sql: database.sql, announcePauses: () => {}, announceBatches: () => {} })
}

const at = (offsetMs: number) => new Date(database.clock.now() + offsetMs)

interface Scheduled {
  readonly batchId: number
  readonly smsIds: readonly number[]
}

/** A scheduled batch of messages, as accepting them leaves it. */
async function schedule(account: TestAccount, bulkId: string, sendAt: Date, messages = 2): Promise<Scheduled> {
  const smsIds: number[] = []
  for (let index = 0; index < messages; index += 1) {
    smsIds.push(await database.addMessage(account, { bulk_id: bulkId, send_at: sendAt }))
  }
  const batchId = smsIds[0] as number
  await database.sql`
    insert into batch (batch_id, route, priority, due_at, sms_ids, client_id, bulk_id)
    values (${batchId}, 'default', 10, ${sendAt}, ${smsIds}::bigint[], ${account.clientId}, ${bulkId})`
  await database.sql`update message set batch_id = ${batchId} where sms_id = any(${smsIds}::bigint[])`
  return { batchId, smsIds }
}

/** Takes a batch as a node does when it begins it. */
async function take(batchId: number): Promise<void> {
  await database.sql`
    update batch set owner = 1, starts = starts + 1, client_id = null, bulk_id = null where batch_id = ${batchId}`
}

async function dueAt(batchId: number): Promise<Date | undefined> {
  const [row] = await database.sql<{ due_at: Date }[]>`select due_at from batch where batch_id = ${batchId}`
  return row?.due_at
}

async function statesOf(account: TestAccount, bulkId: string): Promise<readonly string[]> {
  const reports = createReports({ searches: createSearches(database.sql, systemClock), clock: database.clock })
  const { records } = await reports.find(account.principal, { bulkId, limit: 100 })
  return [...records].reverse().map((record) => record.state)
}

async function creditOf(clientId: number): Promise<string | null> {
  const [row] = await database.sql<{ credit: string | null }[]>`
    select credit from client_credit where client_id = ${clientId}`
  return row?.credit ?? null
}

// spec: v2 scheduled messages | field | bulks, an array of scheduled bulk records
test('bulks are listed soonest first, each with its earliest time', async () => {
  const account = await database.addAccount()
  await schedule(account, 'late', at(3 * HOUR))
  await schedule(account, 'mixed', at(4 * HOUR))
  await schedule(account, 'mixed', at(1 * HOUR))
  assert.deepEqual(await schedules().list(account.principal), [
    { bulkId: 'mixed', sendAt: at(1 * HOUR), messages: 4, isPaused: false },
    { bulkId: 'late', sendAt: at(3 * HOUR), messages: 2, isPaused: false },
  ])
  assert.deepEqual(await schedules().list(account.principal, 'late'), [
    { bulkId: 'late', sendAt: at(3 * HOUR), messages: 2, isPaused: false },
  ])
  assert.deepEqual(await schedules().list(account.principal, 'none'), [])
  assert.deepEqual(await schedules().list(account.principal, 'l\0'), [])
})

// spec: v2 scheduled messages | rule | PUT gives the messages another time
// spec: Message states | state | scheduled, PUT /sms/2/bulks: scheduled with the new time
test('rescheduling moves batches, list and messages', async () => {
  const account = await database.addAccount()
  const batches = [await schedule(account, 'b', at(1 * HOUR)), await schedule(account, 'b', at(2 * HOUR))]
  const result = await schedules().reschedule(account.principal, 'b', at(5 * HOUR))
  assert.deepEqual(result, { bulkId: 'b', sendAt: at(5 * HOUR), messages: 4, isPaused: false })
  for (const { batchId } of batches) assert.deepEqual(await dueAt(batchId), at(5 * HOUR))
  assert.deepEqual(await schedules().list(account.principal), [result])
  database.clock.advance(3 * HOUR)
  assert.deepEqual(await statesOf(account, 'b'), Array(4).fill('scheduled'))
  await schedules().reschedule(account.principal, 'b', at(0))
  assert.deepEqual(await statesOf(account, 'b'), Array(4).fill('queued'))
})

test('while a bulk is being moved, it goes at neither time before its messages have the new one', async () => {
  const { sql } = database
  const account = await database.addAccount()
  const bulk = { clientId: account.clientId, bulkId: 'b' }
  const batches: Scheduled[] = []
  for (let index = 0; index < 10; index += 1) batches.push(await schedule(account, 'b', at(-1 * HOUR)))
  await sql`update batch set route = 'own' where client_id = ${account.clientId}`
  const lease = await newLease()
  const claim = async () => {
    const { rows } = await claimBatches(sql, lease, [{ route: 'own', priority: 10, room: 1_000 }])
    return rows.map(({ batchId, dueAt }) => [batchId, dueAt])
  }
  assert.equal(await beginMove(sql, bulk, at(-1)), 20)
  assert.deepEqual(await schedules().list(account.principal), [
    { bulkId: 'b', sendAt: at(-1), messages: 20, isPaused: false },
  ])
  assert.deepEqual(await claim(), [])
  assert.equal(await moveStep(sql, bulk), true, 'there is more')
  const [first, [last]] = [batches.slice(0, 8), batches.slice(9)] as [Scheduled[], [Scheduled]]
  assert.deepEqual(
    await claim(),
    first.map(({ batchId }) => [batchId, at(-1)]),
  )
  const reported = await sql<
    { sms_id: number }[]
  >`select sms_id from message_state where send_at = ${at(-1)} order by sms_id`
  assert.deepEqual(
    reported.map((row) => row.sms_id),
    first.flatMap(({ smsIds }) => smsIds),
  )
  const messages = createMessages({
    sql,
    clock: database.clock,
    ids: database.ids,
    outbox: NO_SESSIONS,
    messagesDue,
    routeFor: () => 'default',
    linkWriter: () => assert.fail(),
    linkBasesOf: () => assert.fail(),
    cancelSegments: async () => 0,
  })
  await messages.replace(account.principal, last.smsIds[0] as number, { validitySeconds: 60 })
  const [check] = await sql<{ due_at: Date }[]>`
    select due_at from validity_check where sms_id = ${last.smsIds[0] as number}`
  assert.deepEqual(
    check?.due_at,
    at(60_000 - 1),
    'a message that leaves its batch meanwhile takes the new time with it',
  )
  await schedules().cancel(account.principal, 'b')
  assert.equal(await moveStep(sql, bulk), false)
  assert.equal((await statesOf(account, 'b')).filter((state) => state === 'cancelled').length, 3)
})

async function newLease(): Promise<number> {
  const [row] = await database.sql<{ lease: number }[]>`
    insert into node (node_id, name, roles) values (gen_random_uuid(), 'n', '{}') returning lease`
  return row?.lease as number
}

test('a look at the messages of a campaign that is being moved leaves it its new time', async () => {
  const { sql, clock } = database
  const account = await database.addAccount()
  await schedule(account, 'moved-campaign', at(3 * HOUR))
  const bulk = { name: 'Sale', bulkId: 'moved-campaign', sendAt: at(3 * HOUR), submitted: 2, accepted: 2, parts: 2 }
  const uploadId = await sql.begin((tx) => noteBulk(tx, account.principal, bulk, at(0)))
  const look = async () => {
    await awaitMessages({ sql, clock }, (await findUpload(sql, uploadId)) as UploadEntry)
    return (await findUpload(sql, uploadId))?.sendAt
  }
  const name = { clientId: account.clientId, bulkId: bulk.bulkId }
  await beginMove(sql, name, at(5 * HOUR))
  assert.deepEqual(await look(), at(5 * HOUR), 'although its row still has the time of before')
  await noteMove(sql, name, at(5 * HOUR))
  assert.deepEqual(await look(), at(5 * HOUR), 'although its messages have the time of before')
  await moveStep(sql, name)
  assert.deepEqual(await look(), at(5 * HOUR))
})

test('what is left of a move is done in the background, and failures of its steps are no failure of the request', async () => {
  const account = await database.addAccount()
  const { batchId } = await schedule(account, 'b', at(1 * HOUR))
  const sql = new Proxy(database.sql, {
    get: (target, name) => (name === 'begin' ? () => Promise.reject(new Error('no step')) : Reflect.get(target, name)),
  })
  const service = createSchedules({
    sql,
    ...clocks(),
    ids: database.ids,
    outbox: NO_SESSIONS,
    messagesDue,
    pauses: pauses(),
  })
  const moved = { bulkId: 'b', sendAt: at(2 * HOUR), messages: 2, isPaused: false }
  assert.deepEqual(await service.reschedule(account.principal, 'b', moved.sendAt), moved)
  assert.deepEqual(await service.list(account.principal), [moved])
  assert.equal(await moveStep(database.sql), false)
  assert.deepEqual(await dueAt(batchId), moved.sendAt)
})

test('steps of clients take turns, one at a time', async () => {
  const steps = new ChangeSteps(database.clock)
  const taken: string[] = []
  let atOnce = 0
  const change = (name: string, clientId: number) => {
    let left = 3
    return steps.run(clientId, async () => {
      atOnce += 1
      assert.equal(atOnce, 1)
      taken.push(name)
      await new Promise(setImmediate)
      atOnce -= 1
      left -= 1
      return left > 0
    })
  }
  await Promise.all([change('a', 1), change('a again', 1), change('b', 2)])
  assert.deepEqual(taken, ['a', 'b', 'a', 'b', 'a', 'b', 'a again', 'a again', 'a again'])
})

test('what has begun is no longer part of the bulk', async () => {
  const account = await database.addAccount()
  const begun = await schedule(account, 'b', at(1 * HOUR))
  const waiting = await schedule(account, 'b', at(2 * HOUR))
  await take(begun.batchId)
  assert.deepEqual(await schedules().list(account.principal, 'b'), [
    { bulkId: 'b', sendAt: at(2 * HOUR), messages: 2, isPaused: false },
  ])
  await schedules().reschedule(account.principal, 'b', at(3 * HOUR))
  assert.deepEqual(await dueAt(begun.batchId), at(1 * HOUR))
  assert.deepEqual(await dueAt(waiting.batchId), at(3 * HOUR))
  await schedules().cancel(account.principal, 'b')
  assert.deepEqual(await statesOf(account, 'b'), ['scheduled', 'scheduled', 'cancelled', 'cancelled'])
  assert.ok(await dueAt(begun.batchId), 'the batch that was taken goes on')
  await assert.rejects(schedules().cancel(account.principal, 'b'), NOT_FOUND)
})

test('a message of the bulk that has ended stays ended', async () => {
  const account = await database.addAccount({ credit: '0' })
  const { smsIds } = await schedule(account, 'b', at(1 * HOUR))
  const row = { sms_id: smsIds[0] as number, state: 'cancelled', attempt: 0 }
  await database.sql`insert into message_state ${database.sql(row)}`
  await schedules().reschedule(account.principal, 'b', at(2 * HOUR))
  assert.deepEqual(await statesOf(account, 'b'), ['cancelled', 'scheduled'])
  await schedules().cancel(account.principal, 'b')
  assert.equal(await creditOf(account.clientId), '0.050000', 'it was credited back before')
})

test('a batch that a dead node left behind counts as begun', async () => {
  const account = await database.addAccount()
  const { batchId } = await schedule(account, 'b', at(1 * HOUR))
  await take(batchId)
  await database.sql`update batch set owner = null where batch_id = ${batchId}`
  assert.deepEqual(await schedules().list(account.principal), [])
  await assert.rejects(schedules().reschedule(account.principal, 'b', at(2 * HOUR)), NOT_FOUND)
})

// spec: v2 scheduled messages | rule | DELETE cancels the messages
// spec: Message states | status | code 9 DELETED: cancelled
// spec: Message states | state | scheduled, DELETE /sms/2/bulks: cancelled
// spec: Delivery receipt webhook | rule | data.deliveredAt tells when it failed as well
test('cancelling removes batches, ends messages, credits them back and tells their client', async () => {
  const account = await database.addAccount({ credit: '1.00' })
  await database.provisioning.setChannel({ channelId: account.channelId, dlrUrl: 'https://example.com/dlr' })
  const { batchId, smsIds } = await schedule(account, 'b', at(1 * HOUR), 3)
  await schedules().cancel(account.principal, 'b')
  assert.equal(await dueAt(batchId), undefined)
  assert.deepEqual(await schedules().list(account.principal), [])
  assert.equal(await creditOf(account.clientId), '1.150000')
  const reports = createReports({ searches: createSearches(database.sql, systemClock), clock: database.clock })
  for (const record of (await reports.find(account.principal, { bulkId: 'b', limit: 10 })).records) {
    assert.deepEqual([record.state, record.doneAt, record.errorId], ['cancelled', at(0), 4100])
  }
  const webhooks = await database.sql<{ subject_id: number; body: string }[]>`
    select subject_id, body from webhook where client_id = ${account.clientId} order by subject_id`
  assert.deepEqual(
    webhooks.map((webhook) => webhook.subject_id),
    smsIds,
  )
  const { data } = JSON.parse(webhooks[0]?.body as string)
  assert.deepEqual([data.status, data.statusCode, data.deliveredAt], ['FAILED', 9, at(0).toISOString()])
})

test('a client that is billed afterwards is credited nothing', async () => {
  const account = await database.addAccount()
  await schedule(account, 'b', at(1 * HOUR))
  await schedules().cancel(account.principal, 'b')
  assert.equal(await creditOf(account.clientId), null)
})

test('a cancelled bulk is gone for good, and cancelling twice at once ends and credits it once', async () => {
  const account = await database.addAccount({ credit: '0' })
  await schedule(account, 'b', at(1 * HOUR), 2)
  const results = await Promise.allSettled([1, 2, 3].map(() => schedules().cancel(account.principal, 'b')))
  assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1)
  for (const result of results) if (result.status === 'rejected') assert.equal(result.reason.code, 'bulk-not-found')
  assert.equal(await creditOf(account.clientId), '0.100000')
  await assert.rejects(schedules().reschedule(account.principal, 'b', at(1 * HOUR)), NOT_FOUND)
})

test('cancelling waits for a node that looks at the batch at the same moment', async () => {
  const { sql, clock, ids } = database
  const account = await database.addAccount({ credit: '0' })
  const { batchId } = await schedule(account, 'b', at(-1))
  const bulk = { clientId: account.clientId, bulkId: 'b' }
  await markCancelled(sql, bulk)
  const tools = { clock, ids, outbox: NO_SESSIONS }
  let ending: ReturnType<typeof cancelStep> | undefined
  await sql.begin(async (tx) => {
    // Locks the batch as a claim does before it sees that the batch has been cancelled.
    await tx`select from batch where batch_id = ${batchId} for update`
    ending = cancelStep(sql, tools, bulk)
    await Promise.race([ending, waitUntil(isBlocked, 'it waits for the batch')])
  })
  assert.equal(await ending, 2)
  assert.deepEqual(await statesOf(account, 'b'), ['cancelled', 'cancelled'])
})

async function isBlocked(): Promise<boolean> {
  const blocked = await database.sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  return blocked.length > 0
}

test('the bulk of another client with the same id is another bulk', async () => {
  const [owner, other] = [await database.addAccount({ credit: '1' }), await database.addAccount({ credit: '1' })]
  const { batchId } = await schedule(owner, 'same', at(1 * HOUR))
  assert.deepEqual(await schedules().list(other.principal), [])
  assert.deepEqual(await schedules().list(other.principal, 'same'), [])
  await assert.rejects(schedules().reschedule(other.principal, 'same', at(2 * HOUR)), NOT_FOUND)
  await assert.rejects(schedules().cancel(other.principal, 'same'), NOT_FOUND)
  assert.deepEqual(await dueAt(batchId), at(1 * HOUR))
  await schedule(other, 'same', at(3 * HOUR))
  await schedules().cancel(other.principal, 'same')
  assert.deepEqual(await statesOf(owner, 'same'), ['scheduled', 'scheduled'])
  assert.equal(await creditOf(owner.clientId), '1.000000')
})

test('while the database is away it says so', async () => {
  const away = openDatabase({ url: 'postgres://127.0.0.1:1/nowhere', max: 1, applicationName: 'test' })
  const service = createSchedules({
    sql: away,
    ...clocks(),
    ids: database.ids,
    outbox: NO_SESSIONS,
    messagesDue,
    pauses: pauses(),
  })
  const { principal } = await database.addAccount()
  const unavailable = { category: 'unavailable', code: 'database-away' }
  await assert.rejects(service.list(principal), unavailable)
  await assert.rejects(service.cancel(principal, 'b'), unavailable)
  await assert.rejects(service.state(principal, 'b'), unavailable)
  await away.end({ timeout: 0 })
})
