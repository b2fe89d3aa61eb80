import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { openDatabase } from '../src/database/database.ts'
import { createEngineDatabase } from './support/engine-database.ts'
import { startEngine } from './support/engine-harness.ts'
import { carrierOf, FakeLink } from './support/fake-carrier.ts'
import { keepsStatements, startPgBouncer } from './support/pgbouncer.ts'
import { setUpRole } from './support/pooled-role.ts'

const SESSIONS = 2

/** Whether the node prepares statements, and how many of them the pooler keeps for it. */
const POOLERS = [
  { name: 'which keeps no prepared statements', prepare: false, kept: undefined },
  { name: 'which keeps prepared statements', prepare: true, kept: 500 },
] as const
type Pooler = (typeof POOLERS)[number]

/** PgBouncer refuses whatever connections ask for, and names those it has; undefined where it is absent. */
async function openPooledDatabase(
  t: TestContext,
  { kept }: Pooler,
): Promise<{ readonly pooled: string; readonly direct: string } | undefined> {
  if (kept !== undefined && keepsStatements() === false) {
    t.skip('this pgbouncer is older than 1.21')
    return undefined
  }
  const { url: direct, close } = await createEngineDatabase()
  t.after(close)
  await setUpRole(direct)
  const pooled = await startPgBouncer(t, direct, 'transaction', [], {
    default_pool_size: SESSIONS,
    application_name_add_host: 1,
    ...(kept !== undefined && { max_prepared_statements: kept }),
  })
  return pooled === undefined ? undefined : { pooled, direct }
}

for (const pooler of POOLERS)
  test(`through a pooler that shares sessions, ${pooler.name}, a node accepts, sends and runs jobs`, async (t) => {
    const database = await openPooledDatabase(t, pooler)
    if (database === undefined) return
    const { pooled, direct } = database
    const link = new FakeLink()
    const harness = await startEngine({
      url: pooled,
      settings: { database: { directUrl: direct, pooler: 'transaction', prepare: pooler.prepare } },
      carriers: new Map([['net', carrierOf(link)]]),
    })
    const sql = openDatabase({ url: direct, max: 1, applicationName: 'test' })
    try {
      assert.deepEqual(await harness.engine.health(), { status: 'ok' })
      const recipients = Array.from({ length: 5 }, (_, index) => `2782111000${index}`)
      // Several lanes at once, so that connections get sessions in which others have been.
      await Promise.all(Array.from({ length: 20 }, () => harness.submit({ to: recipients })))
      // Released by a job.
      await harness.submit({ sendAt: new Date(Date.now() + 1_000) })
      await harness.until(() => link.submitted.length === 101, 'all are submitted')
      await harness.until(async () => (await harness.states()).submitted === 101, 'all of them are recorded')
      assert.equal((await harness.reports.find(harness.principal, { limit: 100 })).records.length, 100)
      const sessions = await sql<{ name: string; isPooled: boolean; sessions: number }[]>`
        select split_part(application_name, ' - ', 1) as name, application_name like '% - %' as "isPooled",
          count(*) as sessions
        from pg_stat_activity where datname = current_database() and application_name like 'heliograph%' group by 1, 2`
      const names = (isPooled: boolean) => sessions.filter((row) => row.isPooled === isPooled).map(({ name }) => name)
      assert.deepEqual(names(true), ['heliograph'])
      assert.equal(sessions.find(({ isPooled }) => isPooled)?.sessions, SESSIONS)
      assert.deepEqual(names(false).sort(), [
        'heliograph announcements',
        ...['chores', 'jobs', 'reports', 'vital'].map((name) => `heliograph test ${name}`),
      ])
    } finally {
      await sql.end({ timeout: 5 })
      await harness.close()
    }
  })
