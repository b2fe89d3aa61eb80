import assert from 'node:assert/strict'
import { afterEach, describe, it } from 'node:test'
import { captureLogger } from '@heliograph/testkit'
import type { Sql } from '../src/database/database.ts'
import type { OwnedBatch } from '../src/outbound/batches/batch.ts'
import {
  BATCHES,
  type BatchDemand,
  CLAIM_LIMIT,
  claimBatches as claimRows,
  returnBatches,
} from '../src/outbound/batches/batch-statements.ts'
import { createBatchEnds } from '../src/outbound/dispatch/batch-ends.ts'
import { OWNED_TABLES } from '../src/owned-tables.ts'
import { findEnded, findOwned, freeRows, takeLost } from '../src/ownership/owned-rows.ts'
import { useDatabase } from './support/database-fixture.ts'
import { systemClock } from './support/engine-harness.ts'
import { loseAnswer } from './support/lose-answers.ts'
import { statementCosts } from './support/plans.ts'

const db = useDatabase()

async function newLease(): Promise<number> {
  const [row] = await db.sql<{ lease: number }[]>`
    insert into node (node_id, name, roles) values (gen_random_uuid(), 'n', '{}') returning lease`
  return row?.lease as number
}

async function claimBatches(sql: Sql, lease: number, demands: readonly BatchDemand[]) {
  const { rows, mayHaveMore } = await claimRows(sql, lease, demands)
  return { batches: [...rows], mayHaveMore: demands.map((_, index) => mayHaveMore.has(index)) }
}

interface Waiting {
  readonly route?: string
  readonly priority?: number
  /** Seconds ago; negative for the future. */
  readonly due?: number
  readonly smsIds?: readonly number[]
}

async function addBatches(...batches: readonly Waiting[]): Promise<readonly number[]> {
  const ids: number[] = []
  for (const { route = 'r', priority = 10, due = 60, smsIds = [1] } of batches) {
    const [batchId] = await db.ids.take(1)
    await db.sql`
      insert into batch (batch_id, route, priority, due_at, sms_ids)
      values (
        ${batchId as number}, ${route}, ${priority}, now() - ${due}::integer * interval '1 second', ${[...smsIds]}::bigint[]
      )`
    ids.push(batchId as number)
  }
  return ids
}

afterEach(() => db.sql`delete from batch`)

describe('claiming batches', () => {
  it('takes what is due, by priority, then time, then id; the rest stays', async () => {
    const lease = await newLease()
    const [late, early, urgent, , , same] = await addBatches(
      { due: 10 },
      { due: 20 },
      { due: 5, priority: 0 },
      { due: -60 },
      { route: 'other' },
      { due: 10 },
    )
    const demands = [0, 10].map((priority) => ({ route: 'r', priority, room: 1_000 }))
    const { batches, mayHaveMore } = await claimBatches(db.sql, lease, demands)
    assert.deepEqual(
      batches.map(({ batchId }) => batchId),
      [urgent, early, late, same],
    )
    assert.deepEqual(mayHaveMore, [false, false])
    const again = await claimBatches(db.sql, lease, demands)
    assert.deepEqual(again.batches, [])
  })

  it('takes as many messages as there is room for, and a batch that is larger than the room', async () => {
    const lease = await newLease()
    const smsIds = Array.from({ length: 250 }, (_, index) => index + 1)
    await addBatches({ smsIds }, { smsIds }, { smsIds })
    const claim = (room: number) => claimBatches(db.sql, lease, [{ route: 'r', priority: 10, room }])
    const first = await claim(260)
    assert.equal(first.batches.length, 2)
    assert.deepEqual(first.mayHaveMore, [true])
    const last = await claim(1)
    assert.equal(last.batches.length, 1)
    assert.deepEqual(last.mayHaveMore, [false])
  })

  it('looks at some batches at a time', async () => {
    const lease = await newLease()
    await addBatches(...Array.from({ length: CLAIM_LIMIT + 1 }, () => ({})))
    const claim = () => claimBatches(db.sql, lease, [{ route: 'r', priority: 10, room: 10_000 }])
    const first = await claim()
    assert.deepEqual([first.batches.length, first.mayHaveMore], [CLAIM_LIMIT, [true]])
    const second = await claim()
    assert.deepEqual([second.batches.length, second.mayHaveMore], [1, [false]])
  })

  it('takes nothing for a lease that has ended', async () => {
    const lease = await newLease()
    await db.sql`delete from node where lease = ${lease}`
    await addBatches({})
    const { batches } = await claimBatches(db.sql, lease, [{ route: 'r', priority: 10, room: 10 }])
    assert.deepEqual(batches, [])
  })

  it('two nodes at once share what there is', async () => {
    const [one, two] = [await newLease(), await newLease()]
    const ids = await addBatches(...Array.from({ length: 40 }, () => ({})))
    const claims = await Promise.all(
      [one, two, one, two].map((lease) => claimBatches(db.sql, lease, [{ route: 'r', priority: 10, room: 15 }])),
    )
    const taken = claims.flatMap(({ batches }) => batches.map(({ batchId }) => batchId))
    assert.equal(new Set(taken).size, taken.length)
    assert.ok(taken.every((batchId) => ids.includes(batchId)))
  })

  it('300,000 batches of a closed route and as many scheduled ones are not looked at', async () => {
    const lease = await newLease()
    await db.sql`
      insert into batch (batch_id, route, priority, due_at, sms_ids)
      select -g, 'closed', 20, now() - interval '1 hour', array[g] from generate_series(1, 300000) as g`
    await db.sql`
      insert into batch (batch_id, route, priority, due_at, sms_ids, client_id, bulk_id)
      select -300000 - g, 'r', 10, now() + interval '1 day' + g * interval '1 second', array[g], 1, 'b' from generate_series(1, 300000) as g`
    await db.sql`analyze batch`
    await addBatches({ priority: 20 })
    const demands = [0, 10, 20, 30, 40].map((priority) => ({ route: 'r', priority, room: 1_000 }))
    const costs = await statementCosts(db.sql, (sql) => claimBatches(sql, lease, demands))
    for (const { text, rows } of costs) assert.ok(rows < 50, `${rows} rows: ${text}`)
    for (const expected of [1, 0]) {
      assert.equal((await claimBatches(db.sql, lease, demands)).batches.length, expected)
    }
  })
})

describe('giving batches back', () => {
  it('what is left goes back to its place, what a link has stays', async () => {
    const lease = await newLease()
    await addBatches({ smsIds: [1, 2, 3], due: 30 }, { smsIds: [4, 5], due: 20 })
    const { batches } = await claimBatches(db.sql, lease, [{ route: 'r', priority: 10, room: 100 }])
    const [first, second] = batches
    assert.ok(first !== undefined && second !== undefined)
    await returnBatches(db.sql, db.ids, lease, [
      { ...first, smsIds: [2, 3], kept: [1] },
      { ...second, smsIds: [5], kept: [] },
    ])
    const rows = await db.sql<{ sms_ids: number[]; owner: number | null; starts: number; age: number }[]>`
      select sms_ids, owner, starts, round(extract(epoch from now() - due_at))::integer as age from batch order by due_at, owner`
    assert.deepEqual(
      rows.map((row) => [row.sms_ids, row.owner, row.starts, row.age >= 20]),
      [
        [[1], lease, 1, true],
        [[2, 3], null, 0, true],
        [[5], null, 0, true],
      ],
    )
  })

  it('splits a batch once, though the answer to the commit was lost', async () => {
    const lease = await newLease()
    await addBatches({ smsIds: [1, 2, 3] })
    const { batches } = await claimBatches(db.sql, lease, [{ route: 'r', priority: 10, room: 100 }])
    const sql = loseAnswer(db.sql)
    const options = {
      sql,
      clock: systemClock,
      logger: captureLogger(),
      ids: db.ids,
      lease,
      signal: new AbortController().signal,
    }
    const returned = { ...(batches[0] as (typeof batches)[0]), smsIds: [2, 3], kept: [1] }
    await createBatchEnds(options).giveBack([returned], [], [])
    const rows = await db.sql<{ sms_ids: number[]; owner: number | null; split_from: number | null }[]>`
      select sms_ids, owner, split_from from batch order by owner nulls last`
    assert.deepEqual(
      rows.map((row) => [row.sms_ids, row.owner, row.split_from]),
      [
        [[1], lease, null],
        [[2, 3], null, returned.batchId],
      ],
    )
  })

  it('changes nothing for a lease that has ended, whose batches are free', async () => {
    const lease = await newLease()
    await addBatches({ smsIds: [1, 2] })
    const { batches } = await claimBatches(db.sql, lease, [{ route: 'r', priority: 10, room: 100 }])
    assert.equal(await freeRows(db.sql, BATCHES, lease), 1)
    await returnBatches(db.sql, db.ids, lease, [{ ...(batches[0] as (typeof batches)[0]), smsIds: [2], kept: [] }])
    const [row] = await db.sql<{ sms_ids: number[]; owner: number | null; starts: number }[]>`
      select sms_ids, owner, starts from batch`
    assert.deepEqual(row, { sms_ids: [1, 2], owner: null, starts: 1 })
  })
})

/** Resolves with what is lost to a node that holds these batches. */
async function lostTo(lease: number, held: (batchId: number) => boolean): Promise<readonly number[]> {
  const lost: number[] = []
  const take = (batches: readonly OwnedBatch[]) => lost.push(...batches.map(({ batchId }) => batchId))
  await takeLost<OwnedBatch>(db.sql, BATCHES, lease, { isHeld: held, take })
  return lost
}

describe('what was lost', () => {
  it('what a node owns by the database and does not hold is found', async () => {
    const lease = await newLease()
    const ids = await addBatches({}, {}, {})
    await claimBatches(db.sql, lease, [{ route: 'r', priority: 10, room: 100 }])
    assert.deepEqual(await lostTo(lease, (batchId) => batchId === ids[1]), [ids[0], ids[2]])
  })

  it('with 40,000 batches held, the look for lost ones costs a page of the index at a time', async () => {
    const [lease, other] = [await newLease(), await newLease()]
    const rows = await db.sql<{ batch_id: number }[]>`
      insert into batch (batch_id, route, priority, due_at, sms_ids, owner, starts)
      select g - 40000, 'r' || g % 100, 20, now(), array[g::bigint], case when g % 2 = 0 then ${lease}::bigint else ${other}::bigint end, 1
      from generate_series(1, 80000) as g returning batch_id`
    await db.sql`analyze batch`
    const own = rows.map((row) => row.batch_id).filter((_, index) => index % 2 === 1)
    const lost = [0, 4_999, 5_000, 20_000, 39_999].map((index) => own[index] as number)
    const missing = new Set(lost)
    assert.deepEqual(await lostTo(lease, (batchId) => !missing.has(batchId)), lost)
    assert.deepEqual(await lostTo(lease, () => true), [])
    for (const { text, rows: touched } of await statementCosts(db.sql, (sql) => findEnded(sql, OWNED_TABLES)))
      assert.ok(touched < 50, `${touched} rows: ${text}`)
    for (const after of [-40_000, own[20_000] as number]) {
      const costs = await statementCosts(db.sql, (sql) => findOwned(sql, BATCHES, lease, after))
      // No vacuum has been there: the rows on about 140 pages have to be looked at as well, in their order.
      for (const { text, rows: touched, pages } of costs)
        assert.ok(touched <= 5_000 && pages < 200, `${touched} rows on ${pages} pages: ${text}`)
    }
  })

  it('what a lease that has ended owns is freed 1,000 rows at a time', async () => {
    await db.sql`
      insert into batch (batch_id, route, priority, due_at, sms_ids, owner, starts)
      select -g, 'r', 20, now(), array[g::bigint], 1000000 + g % 4, 1 from generate_series(1, 80000) as g`
    await db.sql`analyze batch`
    const freeing = statementCosts(db.sql, (sql) => freeRows(sql, BATCHES, 1_000_001))
    for (const { text, rows: touched } of await freeing) assert.ok(touched <= 5_000, `${touched} rows: ${text}`)
    assert.equal(await freeRows(db.sql, BATCHES, 1_000_001), 20_000)
    const [row] = await db.sql<{ left: number }[]>`select count(*) as left from batch where owner is not null`
    assert.equal(row?.left, 60_000)
  })
})
