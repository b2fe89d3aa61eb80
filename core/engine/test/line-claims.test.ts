import assert from 'node:assert/strict'
import { afterEach, before, describe, it } from 'node:test'
import type { Sql } from '../src/database/database.ts'
import { returnBatches } from '../src/outbound/batches/batch-statements.ts'
import { LineClaims } from '../src/outbound/batches/line-claims.ts'
import { claimLines } from '../src/outbound/batches/line-statements.ts'
import { useDatabase } from './support/database-fixture.ts'
import { planEarly } from './support/plans.ts'

const PLACE = { route: 'r', priority: 10 }

describe('claiming for lines that take turns', () => {
  const db = useDatabase()
  let lease: number
  before(async () => {
    const [row] = await db.sql<{ lease: number }[]>`
      insert into node (node_id, name, roles) values (gen_random_uuid(), 'n', '{}') returning lease`
    lease = row?.lease as number
  })

  /** `due` seconds ago. */
  async function add(
    line: number | null,
    { due = 60, size = 250, count = 1, priority = 10 } = {},
  ): Promise<readonly number[]> {
    const smsIds = Array.from({ length: size }, (_, index) => index + 1)
    const batchIds = await db.ids.take(count)
    for (const batchId of batchIds) {
      await db.sql`
        insert into batch (batch_id, route, priority, line, due_at, sms_ids)
        values (${batchId}, 'r', ${priority}, ${line}, now() - ${due}::integer * interval '1 second', ${smsIds}::bigint[])`
    }
    return batchIds
  }

  // What one test leaves behind, one that failed above all, must not fail the next.
  afterEach(() => db.sql`delete from batch`)

  it('takes the first batches of each line, about one full batch', async () => {
    const [late, early] = [await add(1, { due: 10 }), await add(1, { due: 20 })]
    const small = await add(2, { size: 100, count: 4 })
    await add(3, { due: -10 })
    await add(null)
    await add(4, { priority: 20 })
    const full = await add(5)
    const claims = new LineClaims(db.sql, () => [5])
    const taken = (await claims.claim(lease, [PLACE])).map(({ batchId }) => batchId)
    assert.deepEqual(taken, [...small.slice(0, 3), ...early])
    assert.ok(!taken.includes(late[0] as number) && !taken.includes(full[0] as number))
  })

  it('takes nothing of a route whose links can take nothing, nor for a lease that has ended', async () => {
    await add(1)
    assert.equal((await new LineClaims(db.sql, () => null).claim(lease, [PLACE])).length, 0)
    assert.equal((await new LineClaims(db.sql, () => []).claim(1_000_000, [PLACE])).length, 0)
  })

  it('goes round more lines than fit into memory', async () => {
    for (let line = 1; line <= 250; line += 1) await add(line, { size: 250, count: 2 })
    const claims = new LineClaims(db.sql, () => [])
    const looks: (number | null)[][] = []
    for (let look = 0; look < 3; look += 1) {
      looks.push((await claims.claim(lease, [PLACE])).map((row) => row.line))
    }
    assert.deepEqual(
      looks.map((lines) => lines.length),
      [100, 100, 100],
    )
    assert.equal(new Set(looks.flat()).size, 250)
  })

  it('what is given back stays in its line', async () => {
    await add(1, { size: 3 })
    await add(2, { size: 3 })
    const [one, two] = await new LineClaims(db.sql, () => []).claim(lease, [PLACE])
    assert.ok(one !== undefined && two !== undefined)
    await returnBatches(db.sql, db.ids, lease, [
      { ...one, smsIds: [2, 3], kept: [1] },
      { ...two, kept: [] },
    ])
    const rows = await db.sql<{ line: number }[]>`select line from batch where owner is null order by line`
    assert.deepEqual(
      rows.map((row) => row.line),
      [1, 2],
    )
  })

  it('steps over what waits of others, planned for an empty table, a few rows or a full one', async () => {
    // Only the analyses of this test have its statements planned again.
    await db.sql`alter table batch set (autovacuum_enabled = false)`
    const demands = [{ ...PLACE, full: [1], lines: 100, after: 0 }]
    const claim = (sql: Sql) => claimLines(sql, lease, demands)
    const plan = async (size: string) => ({ size, early: await planEarly(db.sql, [claim]) })
    const check = async ({ size, early }: Awaited<ReturnType<typeof plan>>) => {
      for (const { text, rows, pages } of await early.costs(claim)) {
        assert.ok(rows < 600 && pages < 3_000, `planned for ${size}: ${rows} rows on ${pages} pages: ${text}`)
      }
    }
    const fill = async () => {
      await db.sql`
        insert into batch (batch_id, route, priority, line, due_at, sms_ids)
        select -g, 'r', 10, 1, now() - interval '1 hour', array[g] from generate_series(1, 100000) as g`
      // Clients with nothing but schedules cost a step each.
      await db.sql`
        insert into batch (batch_id, route, priority, line, due_at, sms_ids)
        select -100000 - g, 'r', 10, 1000 + g % 500, now() + interval '1 day', array[g] from generate_series(1, 50000) as g`
      await add(2, { size: 1, count: 5 })
    }
    const empty = await plan('an empty table')
    await fill()
    await check(empty)
    await db.sql`analyze batch`
    const full = await plan('a full table')
    await check(full)
    for (const { early } of [empty, full]) early.release()
    await db.sql`truncate batch`
    await add(2, { size: 1, count: 3 })
    await db.sql`analyze batch`
    const few = await plan('a few rows')
    await fill()
    await check(few)
    few.early.release()
    assert.equal((await claim(db.sql)).length, 8)
  })
})
