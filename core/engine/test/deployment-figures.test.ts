import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadFigures, loadSlowFigures } from '../src/observe/deployment-figures.ts'
import { countWaiting } from '../src/outbound/batches/waiting-messages.ts'
import { useDatabase } from './support/database-fixture.ts'
import { testSettings } from './support/engine-harness.ts'

// The figures that monitoring shows and only the database knows.

const database = useDatabase()
const LIMITS = { lowCredit: 10, kept: { ...testSettings().retention, incomingDays: 180, webhookDays: 30, textDays: 8 } }

test('an empty deployment has figures too', async () => {
  const { sql } = database
  assert.deepEqual(await loadFigures(sql), {
    nodes: 0,
    oldestHeartbeatSeconds: 0,
    unleasedLinks: 0,
    webhooks: { dueSeconds: 0, waitingSeconds: 0, pausedEndpoints: 0 },
    unmatched: { receipts: 0, oldestSeconds: 0 },
  })
  const slow = await loadSlowFigures(sql, LIMITS)
  assert.deepEqual([slow.lowCreditClients, slow.chores], [0, []])
  assert.deepEqual(
    slow.kept.map(({ data, overdueSeconds }) => [data, overdueSeconds]),
    [
      ['messages', 0],
      ['incoming', 0],
      ['webhooks', 0],
      ['words', 0],
      ['ledger', 0],
      ['requests', 0],
    ],
  )
  assert.ok(slow.databaseOctets > 1_000_000 && slow.schemaVersion > 40)
})

test('nodes, links that none has, webhooks and receipts that wait', async () => {
  const { sql } = database
  await sql`
    insert into node (node_id, name, roles, beat_at, links) values
      (gen_random_uuid(), 'a', '{}', now() - interval '7 seconds', '{smsc/one,smsc/two}'),
      (gen_random_uuid(), 'b', '{}', now(), '{smsc/two,smsc/three}')`
  await sql`insert into link_lease (link, lease) select 'smsc/two', min(lease) from node`
  await sql`
    insert into webhook_batch (webhook_ids, attempts, endpoint, since, due_at) values
      ('{1}', 0, null, now() - interval '90 seconds', now() - interval '60 seconds'),
      ('{2}', 1, null, now() - interval '100 seconds', now() + interval '1 hour'),
      ('{3}', 2, '1001 dead', now() - interval '1 hour', now() + interval '1 minute'),
      ('{4}', 0, '1002 slow', now() - interval '10 seconds', now() - interval '1 second')`
  await sql`
    insert into unmatched_receipt (carrier, network_id, candidates, status, network_status, done_at, received_at)
    select 'smsc', n::text, '{}', 'delivered', '', now(), now() - n * interval '1 minute' from generate_series(1, 3) as n`
  const { nodes, oldestHeartbeatSeconds, unleasedLinks, webhooks, unmatched } = await loadFigures(sql)
  assert.deepEqual([nodes, Math.round(oldestHeartbeatSeconds), unleasedLinks], [2, 7, 2])
  assert.deepEqual(
    [Math.round(webhooks.dueSeconds), Math.round(webhooks.waitingSeconds), webhooks.pausedEndpoints],
    [60, 3_600, 1],
  )
  assert.deepEqual([unmatched.receipts, Math.round(unmatched.oldestSeconds)], [3, 180])
})

test('credit and chores', async () => {
  const { sql } = database
  await database.addAccount({ credit: '9.99' })
  await database.addAccount({ credit: '10' })
  await database.addAccount()
  const poor = await database.addAccount({ credit: '1' })
  await sql`update client set enabled = false where client_id = ${poor.clientId}`
  await sql`
    insert into chore (name, lease, node, begun_at, ended_at, error) values
      ('figures', 1, 'a', now(), to_timestamp(1000), null),
      ('loans', 1, 'a', now(), null, 'no'),
      ('of an earlier release', 1, 'a', now() - interval '8 days', now() - interval '8 days', null)`
  const slow = await loadSlowFigures(sql, LIMITS)
  assert.equal(slow.lowCreditClients, 1)
  assert.deepEqual(slow.chores, [
    { name: 'figures', endedAt: 1_000, hasFailed: false },
    { name: 'loans', endedAt: 0, hasFailed: true },
  ])
})

test('how old the oldest data of each kind is, and for how long it should have been gone', async () => {
  const { sql } = database
  const account = await database.addAccount()
  await sql`
    update id_range set opened_at = now() - interval '101 days', closed_at = now() - interval '92 days'
    where from_id = (select min(from_id) from id_range)`
  await database.addMessage(account, { accepted_at: new Date(Date.now() - 9 * 86_400_000) })
  await sql`
    insert into upload (client_id, user_id, name, octets, bulk_id, created_at, touched_at)
    values (${account.clientId}, ${account.userId}, 'list', 1, 'bulk', now(), now() - interval '31 days')`
  await sql`
    insert into audit_entry (at, client_id, user_id, email, is_by_operator, action, detail)
    values (now() - interval '740 days', null, 0, '', true, 'test', '{}')`
  await sql`
    insert into contact_audit (client_id, mobile, status, status_description, auddate)
    values (1, '27820000001', 0, '', now() - interval '1830 days')`
  await sql`
    select create_credit_month((date_trunc('month', now() at time zone 'UTC') - interval '27 months')::date)`
  await sql`
    insert into figure_day
    values (0, 0, 'all', (now() at time zone 'UTC')::date - 1400, '', 1, 1, 1, 1, 0, 0)`
  const { kept } = await loadSlowFigures(sql, LIMITS)
  const days = (seconds: number) => Math.floor(seconds / 86_400 + 0.001)
  const found = new Map(kept.map((each) => [each.data, [days(each.oldestSeconds), days(each.overdueSeconds)]]))
  const [months, late] = found.get('ledger') as [number, number]
  found.delete('ledger')
  const figuresLate = found.get('figures')?.[1] ?? 0
  assert.ok(figuresLate > 1_400 - 38 * 31 - 1 && figuresLate < 1_400 - 38 * 30, `${figuresLate} days`)
  assert.deepEqual(Object.fromEntries(found), {
    messages: [101, 2],
    incoming: [101, 0],
    webhooks: [101, 62],
    words: [101, 0],
    texts: [9, 1],
    uploads: [31, 1],
    audit: [740, 10],
    'contact-audit': [1_830, 3],
    requests: [0, 0],
    figures: [1_400, figuresLate],
  })
  assert.ok(months > 27 * 30 - 5 && late >= 27 && late < 62, `${months} and ${late} days`)
})

test('what waits is counted as if all of it had been read', async () => {
  const { sql } = database
  await sql`
    insert into batch (batch_id, route, priority, sms_ids, due_at, owner, cancelled_at)
    select n, 'route ' || n % 4, (n % 5) * 10, array_fill(n, array[1 + n % 3]),
      now() + (n % 7 - 4) * interval '1 minute',
      case when n % 3 = 0 then 1 end, case when n % 11 = 0 then now() end
    from generate_series(1, 400) as n`
  const all = await sql`
    select route, priority::integer as priority, sum(cardinality(sms_ids))::bigint as messages, min(due_at) as "oldestAt"
    from batch where due_at <= now() and cancelled_at is null group by route, priority order by 1, 2`
  assert.deepEqual([...(await countWaiting(sql))], [...all])
  assert.ok(all.length > 10)
})
