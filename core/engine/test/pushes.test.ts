import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { type IncomingSubject, notifyIncoming } from '../src/notify/notifications/notify-incoming.ts'
import { dropOldPushes } from '../src/notify/sessions/old-pushes.ts'
import type { StoredPush } from '../src/notify/sessions/push-content.ts'
import { claimPushes, freeLostClaims, insertPushes } from '../src/notify/sessions/push-statements.ts'
import type { PushClaims } from '../src/notify/sessions/push-tools.ts'
import { noteReceivers } from '../src/notify/sessions/session-statements.ts'
import { type TestAccount, useDatabase } from './support/database-fixture.ts'
import { waitUntil } from './support/engine-harness.ts'
import { NO_SESSIONS } from './support/no-sessions.ts'
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
function claims(...userIds: number[]): PushClaims & { readonly given: StoredPush[] } {
  const given: StoredPush[] = []
  return {
    nodeId: randomUUID(),
    given,
    mayTake: (userId) => userIds.includes(userId),
    offer: (pushes) => void given.push(...pushes),
    doubt: () => {},
  }
}

async function addUser(account: TestAccount, columns: Readonly<Record<string, unknown>> = {}): Promise<number> {
  const row = { client_id: account.clientId, email: `${randomUUID()}@x.test`, password_hash: '', ...columns }
  const [user] = await database.sql<{ user_id: number }[]>`
    insert into app_user ${database.sql(row)} returning user_id`
  return user?.user_id as number
}

async function rows(userId?: number) {
  return database.sql<{ push_id: number; user_id: number; node_id: string | null }[]>`
    select push_id, user_id, node_id from push
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
    stored.map((row) => [row.user_id, row.node_id]),
    [
      [account.userId, null],
      [here, outbox.nodeId],
    ],
  )
  assert.equal(outbox.given.length, 0, 'not before the commit')
  offer()
  assert.deepEqual(
    outbox.given.map((given) => given.userId),
    [here],
  )
  const [kept] = await claimPushes(sql, randomUUID(), [{ userId: account.userId, room: 10 }])
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

/** Stores pushes of a user of their own, claimed by a node or free. */
async function store(nodeIds: readonly (string | null)[], age = '0 hours'): Promise<number> {
  users += 1
  const pushIds = await database.ids.take(nodeIds.length)
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
    nodeIds.map((nodeId, index) => ({
      pushId: pushIds[index] as number,
      userId: users,
      tries: 0,
      content,
      nodeId,
    })),
  )
  await database.sql`update push set created_at = created_at - ${age}::interval where user_id = ${users}`
  return users
}

test('several nodes claim each push once, oldest first, as many as they want', async () => {
  const userId = await store(Array(30).fill(null))
  const claimed = await Promise.all(
    [1, 2, 3, 4].map(() => claimPushes(database.sql, randomUUID(), [{ userId, room: 7 }])),
  )
  const ids = claimed.flat().map((push) => push.pushId)
  assert.equal(ids.length, 28)
  assert.equal(new Set(ids).size, 28)
  for (const batch of claimed)
    assert.deepEqual(
      batch,
      [...batch].sort((a, b) => a.pushId - b.pushId),
    )
  assert.equal((await rows(userId)).filter((row) => row.node_id === null).length, 2)
})

test('what is not due yet is left', async () => {
  const userId = await store([null])
  await database.sql`update push set due_at = now() + interval '1 minute' where user_id = ${userId}`
  assert.deepEqual(await claimPushes(database.sql, randomUUID(), [{ userId, room: 7 }]), [])
})

test('what a node claimed and does not have is freed after a while', async () => {
  const nodeId = randomUUID()
  const userId = await store([nodeId, nodeId, randomUUID()], '1 minute')
  const [held] = await rows(userId)
  assert.equal(await freeLostClaims(database.sql, nodeId, [held?.push_id as number], 20_000), 1)
  const recent = await store([nodeId])
  assert.equal(await freeLostClaims(database.sql, nodeId, [held?.push_id as number], 20_000), 0)
  assert.deepEqual(
    (await rows(recent)).map((row) => row.node_id),
    [nodeId],
  )
})

test('what nobody came for within 72 hours is dropped, and claims of nodes that do not exist are freed', async () => {
  const old = await store([null, null], '73 hours')
  const young = await store([null, randomUUID()], '71 hours')
  assert.equal(await dropOldPushes(database.sql), 2)
  assert.equal((await rows(old)).length, 0)
  assert.deepEqual(
    (await rows(young)).map((row) => row.node_id),
    [null, null],
  )
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
  const ofDead = await store([dead.id, living.id])
  const ofStopping = await store([stopping.id])
  const sessions = async () => (await database.sql`select 1 from session_bind where user_id = ${account.userId}`).length
  await stopping.stop()
  assert.deepEqual(
    (await rows(ofStopping)).map((row) => row.node_id),
    [null],
  )
  assert.equal(await sessions(), 1)
  await watching.passUntil(async () => (await sessions()) === 0, 'the dead node is found')
  await waitUntil(async () => (await rows(ofDead))[0]?.node_id === null, 'its claims are free')
  assert.deepEqual(
    (await rows(ofDead)).map((row) => row.node_id),
    [null, living.id],
  )
  await living.stop()
})
