import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { type IncomingSubject, notifyIncoming } from '../src/notify/notifications/notify-incoming.ts'
import { dropOldPushes } from '../src/notify/sessions/old-pushes.ts'
import type { StoredPush } from '../src/notify/sessions/push-content.ts'
import { claimPushes, insertPushes, PUSHES, type PushRow } from '../src/notify/sessions/push-statements.ts'
import type { PushClaims } from '../src/notify/sessions/push-tools.ts'
import { noteReceivers } from '../src/notify/sessions/session-statements.ts'
import { OWNED_TABLES } from '../src/owned-tables.ts'
import { freeEnded, takeLost } from '../src/ownership/owned-rows.ts'
import { type TestAccount, useDatabase } from './support/database-fixture.ts'
import { waitUntil } from './support/engine-harness.ts'
import { NO_SESSIONS } from './support/no-sessions.ts'
import { statementCosts } from './support/plans.ts'
import { startTestNode } from './support/test-node.ts'

const database = useDatabase()

function incoming(account: TestAccount, incomingId = 1): IncomingSubject {
  return {
    incomingId,
    channelId: account.channelId,
    from: '27831112222',
    to: '27820000001',
    text: 'hi "there"',
    encoding: 'gsm',
    receivedAt: new Date('2026-01-05T08:30:00Z'),
  }
}

/** The sessions of a process, as seen by code that stores pushes. */
function claims(...userIds: number[]): PushClaims & { readonly lease: number; readonly given: StoredPush[] } {
  const given: StoredPush[] = []
  return {
    lease: 4_711,
    given,
    takerOf: (userId) => (userIds.includes(userId) ? 4_711 : null),
    offer: (pushes) => void given.push(...pushes),
    outcomeUnknown: () => {},
  }
}

async function addUser(account: TestAccount, columns: Readonly<Record<string, unknown>> = {}): Promise<number> {
  const row = { client_id: account.clientId, email: `${randomUUID()}@x.test`, password_hash: '', ...columns }
  const [user] = await database.sql<{ user_id: number }[]>`
    insert into app_user ${database.sql(row)} returning user_id`
  return user?.user_id as number
}

async function rows(userId?: number) {
  return database.sql<{ push_id: number; user_id: number; owner: number | null; starts: number }[]>`
    select push_id, user_id, owner, starts from push
    where ${userId === undefined ? database.sql`true` : database.sql`user_id = ${userId}`} order by push_id`
}

test('incoming SMS are kept for enabled users of the channel who had a receiver lately', async () => {
  const { sql, ids, clock } = database
  const account = await database.addAccount()
  const { channelId: other } = await database.provisioning.addChannel({
    clientId: account.clientId,
    number: '27829990001',
  })
  const here = await addUser(account, { channel_id: account.channelId })
  const elsewhere = await addUser(account, { channel_id: other })
  const disabled = await addUser(account, { enabled: false })
  const never = await addUser(account)
  const longAgo = await addUser(account)
  const stranger = (await database.addAccount()).userId
  await noteReceivers(sql, [account.userId, here, elsewhere, disabled, longAgo, stranger])
  await sql`update receiver_seen set seen_at = now() - interval '73 hours' where user_id = ${longAgo}`
  const outbox = claims(here)
  const offer = await sql.begin((tx) => notifyIncoming(tx, { ids, clock, outbox }, [incoming(account)]))
  const stored = (await rows()).filter((row) =>
    [account.userId, here, elsewhere, disabled, never, longAgo, stranger].includes(row.user_id),
  )
  assert.deepEqual(
    stored.map((row) => [row.user_id, row.owner]),
    [
      [account.userId, null],
      [here, outbox.lease],
    ],
  )
  assert.equal(outbox.given.length, 0, 'not before the commit')
  offer()
  assert.deepEqual(
    outbox.given.map((given) => given.userId),
    [here],
  )
  const { pushes } = await claimPushes(sql, await newLease(), [{ userId: account.userId, room: 10 }])
  const [kept] = pushes
  const { channelId, ...content } = incoming(account)
  assert.deepEqual(kept?.content, { kind: 'incoming', ...content })
  assert.equal(channelId, account.channelId)
})

test('a disabled channel takes a user to the next one, and nothing stored means nothing to do', async () => {
  const { sql, ids, clock } = database
  const account = await database.addAccount()
  await noteReceivers(sql, [account.userId])
  const count = async () => (await rows(account.userId)).length
  await sql.begin((tx) => notifyIncoming(tx, { ids, clock, outbox: NO_SESSIONS }, []))
  assert.equal(await count(), 0)
  await sql`update channel set enabled = false where channel_id = ${account.channelId}`
  await sql.begin((tx) => notifyIncoming(tx, { ids, clock, outbox: NO_SESSIONS }, [incoming(account)]))
  assert.equal(await count(), 0)
})

let users = 100_000

/** The lease of a node that lives. */
async function newLease(): Promise<number> {
  const [row] = await database.sql<{ lease: number }[]>`
    insert into node (node_id, name, roles) values (gen_random_uuid(), 'n', '{}') returning lease`
  return row?.lease as number
}

/** Stores pushes of a user of their own, claimed under leases or free. */
async function store(owners: readonly (number | null)[], age = '0 hours'): Promise<number> {
  users += 1
  const pushIds = await database.ids.take(owners.length)
  const content = {
    kind: 'incoming',
    incomingId: 1,
    from: '1',
    to: '2',
    text: '',
    encoding: 'gsm',
    receivedAt: new Date(0),
  } as const
  await insertPushes(
    database.sql,
    owners.map((owner, index) => ({
      pushId: pushIds[index] as number,
      userId: users,
      starts: owner === null ? 0 : 1,
      content,
      owner,
    })),
  )
  await database.sql`update push set created_at = created_at - ${age}::interval, due_at = due_at - ${age}::interval
    where user_id = ${users}`
  return users
}

test('several nodes claim each push once, oldest first, as many as they want', async () => {
  const userId = await store(Array(30).fill(null))
  const claimed = await Promise.all(
    [1, 2, 3, 4].map(async () => (await claimPushes(database.sql, await newLease(), [{ userId, room: 7 }])).pushes),
  )
  const ids = claimed.flat().map((push) => push.pushId)
  assert.equal(ids.length, 28)
  assert.equal(new Set(ids).size, 28)
  for (const batch of claimed)
    assert.deepEqual(
      batch,
      [...batch].sort((a, b) => a.pushId - b.pushId),
    )
  assert.equal((await rows(userId)).filter((row) => row.owner === null).length, 2)
})

test('what is not due yet is left', async () => {
  const userId = await store([null])
  await database.sql`update push set due_at = now() + interval '1 minute' where user_id = ${userId}`
  const { pushes } = await claimPushes(database.sql, await newLease(), [{ userId, room: 7 }])
  assert.deepEqual(pushes, [])
})

test('what a node claimed and does not have is taken after a while', async () => {
  const [lease, other] = [await newLease(), await newLease()]
  const lostTo = async (held: number) => {
    const lost: number[] = []
    const take = (found: readonly PushRow[]) => lost.push(...found.map((row) => row.push_id))
    await takeLost<PushRow>(database.sql, PUSHES, lease, { isHeld: (pushId) => pushId === held, take })
    return lost
  }
  const [held, missing] = await rows(await store([lease, lease, other], '1 minute'))
  assert.deepEqual(await lostTo(held?.push_id as number), [missing?.push_id])
  await store([lease])
  assert.deepEqual(await lostTo(held?.push_id as number), [missing?.push_id], 'not what may be on its way here')
})

test('what nobody came for within 72 hours is dropped, and what bears leases that have ended is freed', async () => {
  const old = await store([null, null], '73 hours')
  const young = await store([null, 1_000_000], '71 hours')
  assert.equal(await dropOldPushes(database.sql), 2)
  assert.equal((await rows(old)).length, 0)
  await freeEnded(database.sql, OWNED_TABLES)
  assert.deepEqual(
    (await rows(young)).map((row) => [row.owner, row.starts]),
    [
      [null, 0],
      [null, 1],
    ],
  )
})

test('100,000 pushes of users who are away are not looked at', async (t) => {
  t.after(() => database.sql`delete from push where push_id > 20000000`)
  const lease = await newLease()
  await database.sql`
    insert into push (push_id, user_id, content)
    select 20000000 + g, 1000000 + g % 1000, '["incoming",1,"1","2","","gsm",0]' from generate_series(1, 100000) as g`
  const demands = Array.from({ length: 20 }, (_, user) => ({ userId: 1_000_000 + user, room: 500 }))
  for (const statistics of [false, true]) {
    if (statistics) await database.sql`analyze push`
    const costs = await statementCosts(database.sql, (sql) => claimPushes(sql, lease, demands))
    for (const { text, byTable } of costs) assert.ok((byTable.push ?? 0) <= 4_100, `${byTable.push} rows: ${text}`)
  }
})

test('50,000 pushes of a user that wait for another try are not looked at', async () => {
  users += 1
  await database.sql`
    insert into push (push_id, user_id, due_at, content)
    select 10000000 + g, ${users}::bigint, now() + interval '1 hour', '[]' from generate_series(1, 50000) as g`
  const lease = await newLease()
  for (const statistics of [false, true]) {
    if (statistics) await database.sql`analyze push`
    const costs = await statementCosts(database.sql, (sql) => claimPushes(sql, lease, [{ userId: users, room: 500 }]))
    for (const { text, rows: touched } of costs) assert.ok(touched < 50, `${touched} rows: ${text}`)
  }
  await database.sql`delete from push where user_id = ${users}`
})

test('sessions and claims of a dead node are free as soon as it is found dead, of a stopping one at once', async () => {
  const watching = await startTestNode(database.sql)
  const living = watching.node
  const { node: dead } = await startTestNode(database.sql)
  const { node: stopping } = await startTestNode(database.sql)
  const account = await database.addAccount()
  for (const node of [dead, stopping]) {
    await database.sql`
      insert into session_bind (session_id, node_id, user_id, origin, remote, is_receiver)
      values (${randomUUID()}, ${node.id}, ${account.userId}, 'smpp', '', true)`
  }
  const ofDead = await store([dead.leaseNumber, living.leaseNumber])
  const ofStopping = await store([stopping.leaseNumber])
  const sessions = async () => (await database.sql`select 1 from session_bind where user_id = ${account.userId}`).length
  await stopping.stop()
  assert.deepEqual(
    (await rows(ofStopping)).map((row) => row.owner),
    [null],
  )
  assert.equal(await sessions(), 1)
  await watching.passUntil(async () => (await sessions()) === 0, 'the dead node is found')
  await waitUntil(async () => (await rows(ofDead))[0]?.owner === null, 'its claims are free')
  assert.deepEqual(
    (await rows(ofDead)).map((row) => row.owner),
    [null, living.leaseNumber],
  )
  await living.stop()
})
