import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Sql } from '../src/database/database.ts'
import { claimWork } from '../src/inbound/incoming-work.ts'
import { claimUploads } from '../src/intake/uploads/due-uploads.ts'
import { claimEvents } from '../src/notify/events/event-statements.ts'
import { claimPushes } from '../src/notify/sessions/push-statements.ts'
import { claimForEndpoints, claimWebhooks, countPausedEndpoints } from '../src/notify/webhooks/webhook-batches.ts'
import { claimBatches } from '../src/outbound/batches/batch-statements.ts'
import { claimLines } from '../src/outbound/batches/line-statements.ts'
import { OWNED_TABLES } from '../src/owned-tables.ts'
import { findEnded, freeRows, giveBack, takeLost } from '../src/ownership/owned-rows.ts'
import type { Fragment } from '../src/ownership/owned-table.ts'
import { useDatabase } from './support/database-fixture.ts'
import { type EarlyConnection, planEarly } from './support/plans.ts'

/** Rows of each table that wait for others or for later, and those that another node owns. */
const WAITING = 12_000
const ELSEWHERE = 8_000
/** Those that this node wants, and those that it owns. */
const FEW = 10
const MOST_ROWS = 100
const MOST_PAGES = 1_000

const PLACE = { route: 'r', priority: 10 }
const ENDPOINT = '1 https://one.example'
const FOR_ENDPOINTS = { room: 1_000, without: [], giveUpHours: 24 }

/** Columns and values of row `n` of each table, one that this node wants or one that waits. */
const ROWS: Readonly<Record<string, (sql: Sql, isWanted: boolean) => readonly [columns: string, values: Fragment]>> = {
  batch: (sql, isWanted) => [
    'batch_id, route, priority, line, due_at, sms_ids',
    sql`-n, ${isWanted ? 'r' : 'other'}, 10, n % 10, now() - interval '1 hour', array[n]`,
  ],
  webhook_batch: (sql, isWanted) => [
    'webhook_ids, attempts, endpoint, due_at',
    sql`
      array[n], 0, case when n % 2 = 0 then ${isWanted ? ENDPOINT : '2 https://two.example'} end,
      ${dueAt(sql, isWanted)}`,
  ],
  push: (sql, isWanted) => ['push_id, user_id, content', sql`n, ${isWanted ? 1 : 2}::bigint, '["receipt"]'`],
  event: (sql, isWanted) => ['subscription, kind, subject_id', sql`${isWanted ? 'mine' : 'other'}, 'sms-received', n`],
  incoming_work: (sql, isWanted) => ['incoming_id, due_at', sql`n, ${dueAt(sql, isWanted)}`],
  upload: (sql, isWanted) => [
    'client_id, user_id, name, octets, bulk_id, created_at, touched_at, due_at',
    sql`(select client_id from client), 1, 'numbers', 1, n::text, now(), now(), ${dueAt(sql, isWanted)}`,
  ],
}

function dueAt(sql: Sql, isWanted: boolean): Fragment {
  return sql`now() + ${isWanted ? -1 : 1}::integer * interval '1 hour'`
}

describe('what is planned for a few rows costs no more when there are many', () => {
  const db = useDatabase()
  let early: EarlyConnection
  let [lease, other, added] = [0, 0, 0]
  /** By table: what this node owns. */
  const owned: Record<string, readonly number[]> = {}

  type Case = readonly [name: string, run: (sql: Sql) => Promise<unknown>]
  const CASES: readonly Case[] = [
    ['claiming batches', (sql) => claimBatches(sql, lease, [{ ...PLACE, room: 1_000 }])],
    ['claiming batches of lines', (sql) => claimLines(sql, lease, [{ ...PLACE, full: [1], lines: 100, after: 0 }])],
    ['claiming webhooks', (sql) => claimWebhooks(sql, lease, 1_000)],
    ['claiming for endpoints', (sql) => claimForEndpoints(sql, lease, { ...FOR_ENDPOINTS, endpoints: null })],
    ['claiming for one endpoint', (sql) => claimForEndpoints(sql, lease, { ...FOR_ENDPOINTS, endpoints: [ENDPOINT] })],
    ['counting paused endpoints', (sql) => countPausedEndpoints(sql)],
    ['claiming pushes', (sql) => claimPushes(sql, lease, [{ userId: 1, room: 100 }])],
    ['claiming events', (sql) => claimEvents(sql, lease, { name: 'mine', limit: 100 })],
    ['claiming work on incoming SMS', (sql) => claimWork(sql, lease, 100)],
    ['claiming uploads', (sql) => claimUploads(sql, lease, 100)],
    ['finding ended leases', (sql) => findEnded(sql, OWNED_TABLES)],
    ...OWNED_TABLES.flatMap((table): readonly Case[] => [
      [`${table.name}: what was lost`, (sql) => takeLost(sql, table, lease, { isHeld: () => false, take: () => {} })],
      [`${table.name}: freeing`, (sql) => freeRows(sql, table, lease)],
      [
        `${table.name}: giving back`,
        (sql) => {
          const rows = (owned[table.name] ?? []).map((key) => ({ key, retryInMs: null }))
          return giveBack(sql, table, lease, rows)
        },
      ],
    ]),
  ]

  async function add(name: string, count: number, { isWanted = false, owner = null as number | null } = {}) {
    const [columns, values] = (ROWS[name] as (typeof ROWS)[string])(db.sql, isWanted)
    const [first, last] = [added + 1, added + count]
    added = last
    await db.sql`
      insert into ${db.sql.unsafe(name)} (owner, ${db.sql.unsafe(columns)})
      select ${owner}::bigint, ${values} from generate_series(${first}::bigint, ${last}::bigint) as n`
  }

  async function findOwn(name: string, key: string): Promise<void> {
    const rows = await db.sql<{ key: number }[]>`
      select ${db.sql.unsafe(key)} as key from ${db.sql.unsafe(name)} where owner = ${lease}::bigint`
    owned[name] = rows.map((row) => row.key)
  }

  before(async () => {
    await db.addAccount()
    const nodes = await db.sql<{ lease: number }[]>`
      insert into node (node_id, name, roles)
      select gen_random_uuid(), n::text, '{}' from generate_series(1, 2) as n returning lease`
    ;[lease, other] = nodes.map((node) => node.lease) as [number, number]
    await db.sql`insert into event_subscription (name, kinds) values ('mine', '{sms-received}')`
    for (const { name, key } of OWNED_TABLES) {
      // An analysis of Postgres's own would have everything planned again.
      await db.sql.unsafe(`alter table ${name} set (autovacuum_enabled = false)`)
      await add(name, 2, { isWanted: true })
      await add(name, 1, { owner: lease })
      await findOwn(name, key)
    }
    await db.sql`analyze`
    const runs = CASES.map(([, run]) => run)
    early = await planEarly(db.sql, runs)
    for (const { name, key } of OWNED_TABLES) {
      await add(name, WAITING)
      await add(name, ELSEWHERE, { owner: other })
      await add(name, FEW, { isWanted: true })
      await add(name, FEW, { owner: lease })
      await findOwn(name, key)
    }
  })
  after(() => early.release())

  for (const [name, run] of CASES) {
    test(name, async () => {
      const costs = await early.costs(run)
      assert.ok(costs.length > 0)
      for (const { text, rows, pages, byTable } of costs)
        assert.ok(
          rows <= MOST_ROWS && pages <= MOST_PAGES,
          `${rows} rows (${JSON.stringify(byTable)}) on ${pages} pages: ${text.slice(0, 300)}`,
        )
    })
  }
})
