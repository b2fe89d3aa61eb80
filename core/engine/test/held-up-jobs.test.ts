import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { test } from 'node:test'
import { runTaskList } from 'graphile-worker'
import pg from 'pg'
import { hastenRetries } from '../src/clock/hasten-retries.ts'
import { freeStrayPools } from '../src/clock/stray-pools.ts'
import { useDatabase } from './support/database-fixture.ts'

const database = useDatabase()

async function addJob(task: string): Promise<number> {
  const [row] = await database.sql<{ id: number }[]>`select (graphile_worker.add_job(${task}::text)).id`
  return row?.id as number
}

/** When a job is tried next, in seconds from now. */
async function dueIn(id: number): Promise<number> {
  const [row] = await database.sql<{ seconds: number }[]>`
    select extract(epoch from run_at - now())::float8 as seconds from graphile_worker.jobs where id = ${id}`
  return row?.seconds ?? Number.NaN
}

test('a job that has failed often is tried again within half a minute', async () => {
  const { sql } = database
  const [failed, soon, planned] = [await addJob('failed'), await addJob('soon'), await addJob('planned')]
  await sql`select graphile_worker.permanently_fail_jobs(array[${failed}, ${soon}]::bigint[], 'the database is read-only')`
  // As the ninth and the second failure leave them, and one that is not to run within the hour.
  for (const [id, attempts, seconds] of [
    [failed, 9, 8_103],
    [soon, 2, 7],
    [planned, 0, 3_600],
  ] as const)
    await sql`
      select graphile_worker.reschedule_jobs(array[${id}]::bigint[], now() + ${seconds}::integer * interval '1 second', attempts => ${attempts}::integer)`
  assert.equal(await hastenRetries(sql), 1)
  const due = [await dueIn(failed), await dueIn(soon), await dueIn(planned)].map(Math.ceil)
  assert.ok((due[0] as number) <= 30, `${due}`)
  assert.ok((due[1] as number) <= 7, `${due}`)
  assert.ok((due[2] as number) > 3_500, `${due}`)
  assert.equal(await hastenRetries(sql), 0)
})

test('a job that a pool of no node has locked is free soon, one of a living node stays', async () => {
  const { sql, url } = database
  await sql`select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))`
  const pgPool = new pg.Pool({ connectionString: url })
  const held = new EventEmitter()
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const hold = async () => {
    held.emit('held')
    await released
  }
  try {
    const id = await addJob('hold')
    const isHeld = once(held, 'held')
    const pool = runTaskList({ pgPool, concurrency: 1, noHandleSignals: true }, { hold }, pgPool)
    await isHeld
    const lockedBy = async () =>
      (await sql<{ by: string | null }[]>`select locked_by as by from graphile_worker.jobs where id = ${id}`)[0]?.by
    assert.equal(await lockedBy(), pool.id)

    await sql`insert into node (node_id, name, roles, pools) values (gen_random_uuid(), 'one', '{}', array[${pool.id}::text])`
    assert.deepEqual([await freeStrayPools(sql, 0), await lockedBy()], [[], pool.id])
    await sql`delete from node`
    assert.deepEqual(await freeStrayPools(sql), [], 'it may be on its way to be known')
    assert.deepEqual([await freeStrayPools(sql, 0), await lockedBy()], [[pool.id], null])
    release()
    await pool.gracefulShutdown()
  } finally {
    release()
    await pgPool.end()
  }
})
