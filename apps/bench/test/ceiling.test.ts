import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createEngineDatabase } from '../../../core/engine/test/support/engine-database.ts'
import { openMeterConnection } from '../src/gateway/database.ts'
import { prepareStatements } from '../src/statements/run-statements.ts'
import { addNode, addSenders } from '../src/statements/senders.ts'

const LIMIT = { timeout: 60_000 }

test('the statements of a message run without a gateway, to its receipt, and are paid for', LIMIT, async (t) => {
  const database = await createEngineDatabase()
  t.after(() => database.close())
  const sql = openMeterConnection(database.url)
  t.after(() => sql.end())
  const [client] = await sql<{ client_id: string }[]>`
    with client as (
      insert into heliograph.client (name, currency, price_per_part) values ('Bench', 'ZAR', 0.05) returning client_id
    ),
    credit as (insert into heliograph.client_credit select client_id, 100 from client),
    channel as (
      insert into heliograph.channel (client_id, kind, address, security_key)
      select client_id, 'number', '27820001234', '' from client
    )
    insert into heliograph.app_user (client_id, email, password_hash)
    select client_id, 'plain@example.com', '' from client returning client_id`
  const senders = await addSenders(sql, String(client?.client_id), 2)
  const job = { databaseUrl: database.url, lease: await addNode(sql), senders, batchSize: 7, batches: 3, warmup: 1 }
  const { firstAtMs, lastAtMs } = await (await prepareStatements(job)).run()

  assert.ok(lastAtMs > firstAtMs)
  const sent = 2 * (3 + 1) * 7
  const states = await sql`select state, count(*)::int from heliograph.message_state group by state`
  assert.deepEqual([...states], [{ state: 'delivered', count: sent }])
  const batches = await sql`select from heliograph.batch`
  assert.equal(batches.length, 0, 'finished batches are removed')
  const credits = await sql<{ credit: number }[]>`
    select credit::float8 from heliograph.client_credit order by client_id`
  const left = 100 - (sent / 2) * 0.05
  assert.deepEqual(
    credits.map(({ credit }) => credit),
    [100, left, left],
  )
})
