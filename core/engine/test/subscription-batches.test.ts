import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SubscriptionStatus } from '@heliograph/contracts'
import { createSubscriptions } from '../src/contacts/subscriptions.ts'
import { openDatabase, type Sql } from '../src/database/database.ts'
import { useDatabase } from './support/database-fixture.ts'
import { endWaitingConnections } from './support/end-waiting-connections.ts'
import { NO_SESSIONS } from './support/no-sessions.ts'

const database = useDatabase()
const WEB = { kind: 'web' } as const
const MOBILES = Array.from({ length: 30 }, (_, index) => String(27_831_000_000 + index))

function subscriptions(sql: Sql = database.sql) {
  const { clock, ids, erased } = database
  return createSubscriptions({ sql, clock, ids, erased, outbox: NO_SESSIONS, announceOptedOut: () => {} })
}

async function auditOf(clientId: number): Promise<readonly string[]> {
  const rows = await database.sql<{ text: string }[]>`
    select mobile || ' ' || status as text from contact_audit where client_id = ${clientId} order by audit_id`
  return rows.map((row) => row.text)
}

/** Counts the transactions that are begun. */
async function transactionsOf(run: () => Promise<void>): Promise<number> {
  let begun = 0
  // biome-ignore lint/suspicious/noExplicitAny: the driver's type says boolean or a function of other parameters
  const options = database.sql.options as any
  options.debug = (_connection: number, text: string) => {
    if (text.startsWith('begin')) begun += 1
  }
  try {
    await run()
  } finally {
    options.debug = undefined
  }
  return begun
}

test('links of many contacts and clients in one turn are one transaction, and each has its own result', async () => {
  const [one, other] = [await database.addAccount(), await database.addAccount()]
  const service = subscriptions()
  await service.set(one.clientId, MOBILES[0] as string, 'opted-out', WEB)
  const begun = await transactionsOf(async () => {
    const results = await Promise.all([
      ...MOBILES.map((mobile) => service.set(one.clientId, mobile, 'opted-out', WEB)),
      service.set(other.clientId, MOBILES[0] as string, 'opted-in', WEB),
    ])
    assert.deepEqual(
      results.map(({ changed, subscription: { clientId, mobile, status } }) => [clientId, mobile, status, changed]),
      [
        ...MOBILES.map((mobile, index) => [one.clientId, mobile, 'opted-out', index > 0]),
        [other.clientId, MOBILES[0], 'opted-in', false],
      ],
    )
  })
  assert.equal(begun, 1)
  assert.equal((await auditOf(one.clientId)).length, MOBILES.length + 1)
  assert.deepEqual(await auditOf(other.clientId), [`${MOBILES[0]} 1`])
})

test('links of one contact at once act one after the other', async () => {
  const { clientId } = await database.addAccount()
  const [mobile, beside] = MOBILES as [string, string]
  const service = subscriptions()
  const statuses: SubscriptionStatus[] = ['opted-out', 'opted-out', 'opted-in', 'opted-in', 'opted-out']
  const calls = statuses.map((status) => service.set(clientId, mobile, status, WEB))
  calls.push(service.set(clientId, beside, 'opted-out', WEB))
  assert.deepEqual(
    (await Promise.all(calls)).map(({ changed }) => changed),
    [true, false, true, false, true, true],
  )
  const audit = await auditOf(clientId)
  assert.deepEqual(
    audit.filter((text) => text.startsWith(mobile)).map((text) => text.split(' ')[1]),
    ['0', '0', '1', '1', '0'],
  )
})

test('a client that is not there, or is no id, does not spoil the links beside it', async () => {
  const { clientId } = await database.addAccount()
  const service = subscriptions()
  const results = await Promise.allSettled(
    [clientId, 1, 0.5, clientId].map((id, index) => service.set(id, MOBILES[index] as string, 'opted-out', WEB)),
  )
  assert.deepEqual(
    results.map((result) => (result.status === 'fulfilled' ? result.value.changed : result.reason.code)),
    [true, 'client-not-found', 'internal', true],
  )
  assert.equal((await auditOf(clientId)).length, 2)
  assert.deepEqual(await auditOf(1), [])
})

test('a database that goes away in between is told to each link, and none has changed anything', async () => {
  const { clientId } = await database.addAccount()
  const sql = openDatabase({ url: database.url, max: 2, applicationName: 'links test' })
  const service = subscriptions(sql)
  await service.set(clientId, MOBILES[7] as string, 'opted-in', WEB)
  const optOuts = () => MOBILES.map((mobile) => service.set(clientId, mobile, 'opted-out', WEB))
  await database.sql.begin(async (tx) => {
    await tx.unsafe('set local idle_in_transaction_session_timeout = 0')
    await tx`select from contact where client_id = ${clientId}::bigint for update`
    const ended = await endWaitingConnections(database.sql, 'links test', Promise.allSettled(optOuts()))
    for (const call of ended) assert.equal(call.status === 'rejected' && call.reason.category, 'unavailable')
  })
  assert.equal((await auditOf(clientId)).length, 1)
  const again = await Promise.all(optOuts())
  assert.ok(again.every(({ changed }) => changed))
  await sql.end({ timeout: 5 })
})
