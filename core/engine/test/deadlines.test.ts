import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import postgres from '@heliograph/postgres-driver'
import { captureLogger } from '@heliograph/testkit'
import { openJobsPool } from '../src/clock/jobs-pool.ts'
import { type DatabaseOptions, isDatabaseAway, openDatabase, type Sql } from '../src/database/database.ts'
import { DatabaseSilence } from '../src/database/database-watch.ts'
import { createProbe } from '../src/database/probe-database.ts'
import { COMPLETION_UNKNOWN, replicationErrorOf } from '../src/database/replication-warning.ts'
import { useDatabase } from './support/database-fixture.ts'
import { type DatabaseProxy, startDatabaseProxy } from './support/database-proxy.ts'
import { systemClock, waitUntil } from './support/engine-harness.ts'

const database = useDatabase()

async function withSql(options: Partial<DatabaseOptions>, run: (sql: Sql) => Promise<void>): Promise<void> {
  const sql = openDatabase({ url: database.url, max: 1, applicationName: 'deadlines', ...options })
  try {
    await run(sql)
  } finally {
    await sql.end({ timeout: 0 })
  }
}

/** The same through a proxy that can be cut. */
async function withProxy(
  options: Partial<DatabaseOptions>,
  run: (sql: Sql, proxy: DatabaseProxy) => Promise<void>,
): Promise<void> {
  const proxy = await startDatabaseProxy(database.url)
  try {
    await withSql({ ...options, url: proxy.url }, (sql) => run(sql, proxy))
  } finally {
    await proxy.close()
  }
}

const pidOf = async (sql: Sql) => (await sql<{ pid: number }[]>`select pg_backend_pid() as pid`)[0]?.pid

/**
 * How a statement ended, after how long, and whether within a limit by the timers of this process: a busy machine holds
 * them up together with those of deadlines.
 */
async function timed(promise: PromiseLike<unknown>, limitMs = 20_000) {
  const begunAt = performance.now()
  let isInTime = true
  const ended = promise.then(
    () => 'done',
    (error: { code: string }) => error.code,
  )
  const limit = setTimeout(() => {
    isInTime = false
  }, limitMs)
  const code = await ended
  clearTimeout(limit)
  return { code, tookMs: performance.now() - begunAt, isInTime }
}

/** Has this many connections at once, so that no statement that follows waits until one is made. */
const connectAll = (sql: Sql, connections: number) =>
  Promise.all(Array.from({ length: connections }, () => sql`select pg_sleep(0.05)`))

describe('a deadline', () => {
  test('ends the connection of its statement, and the next statement goes over a new one', () =>
    withSql({ deadlineMs: 1_000 }, async (sql) => {
      const before = await pidOf(sql)
      const { code, tookMs, isInTime } = await timed(sql`select pg_sleep(30)`, 3_000)
      assert.equal(code, 'DEADLINE_EXCEEDED')
      assert.ok(tookMs >= 999 && isInTime, `${tookMs}`)
      assert.notEqual(await pidOf(sql), before)
    }))

  test('holds for a transaction as a whole, whose rest is not run', () =>
    withSql({ transactionMs: 1_000 }, async (sql) => {
      await sql`create table public.late (id integer)`
      const late = sql.begin(async (tx) => {
        await tx`insert into public.late values (1)`
        for (let step = 0; step < 20; step += 1) await tx`select pg_sleep(0.1)`
      })
      const { code, tookMs, isInTime } = await timed(late, 2_000)
      assert.match(code, /DEADLINE_EXCEEDED|CONNECTION_CLOSED/)
      assert.ok(isInTime, `${tookMs}`)
      assert.deepEqual([...(await sql`select id from public.late`)], [])
    }))

  test('holds for what waits for a connection, and that was never sent', () =>
    withSql({ deadlineMs: 1_000 }, async (sql) => {
      await connectAll(sql, 1)
      const slow = timed(sql`select pg_sleep(30)`)
      await new Promise((resolve) => setImmediate(resolve))
      const waiting = await timed(sql`select 1`, 2_000)
      assert.equal((await slow).code, 'DEADLINE_EXCEEDED')
      assert.ok(['CONNECT_TIMEOUT', 'done'].includes(waiting.code), waiting.code)
      assert.ok(waiting.isInTime, `${waiting.tookMs}`)
    }))

  test('ends no other statement', () =>
    withSql({ deadlineMs: 2_000, max: 2 }, async (sql) => {
      await connectAll(sql, 2)
      let isOver = false
      const slow = timed(sql`select pg_sleep(30)`).finally(() => {
        isOver = true
      })
      while (!isOver) assert.equal((await timed(sql`select pg_sleep(0.02)`)).code, 'done')
      assert.equal((await slow).code, 'DEADLINE_EXCEEDED')
    }))
})

describe('a deadline ends nothing else', () => {
  test('no statement that comes after a transaction which ran into it', () =>
    withSql({ deadlineMs: 1_000, max: 2 }, async (sql) => {
      const late = sql.begin((tx) => Promise.all([tx`select pg_sleep(30)`, tx`select 1`, tx`select 2`]))
      assert.equal((await timed(late)).code, 'DEADLINE_EXCEEDED')
      const begunAt = performance.now()
      while (performance.now() - begunAt < 2_500) assert.equal((await timed(sql`select pg_sleep(0.1)`)).code, 'done')
    }))

  test('no statement that was answered while this process was held up', () =>
    withSql({ deadlineMs: 1_000, max: 3 }, async (sql) => {
      await connectAll(sql, 3)
      const answered = Promise.all([1, 2, 3].map(() => timed(sql`select pg_sleep(0.2)`)))
      await new Promise((resolve) => setTimeout(resolve, 50))
      // After this, timers come before what has been read.
      await new Promise((resolve) => setImmediate(resolve))
      const heldAt = performance.now()
      while (performance.now() - heldAt < 1_500);
      assert.deepEqual(
        (await answered).map(({ code }) => code),
        ['done', 'done', 'done'],
      )
    }))
})

describe('connections that go dead without being closed', () => {
  test('are replaced after one deadline, all that were idle with it', () =>
    withProxy({ deadlineMs: 3_000, max: 5 }, async (sql, proxy) => {
      await connectAll(sql, 5)
      proxy.silence()
      assert.equal((await timed(sql`select 1`)).code, 'DEADLINE_EXCEEDED')
      for (let at = 0; at < 10; at += 1) assert.equal((await timed(sql`select 1`)).code, 'done')
    }))

  test('cost one deadline and not two, whatever was sent over others before it passed', () =>
    withProxy({ deadlineMs: 6_000, max: 3 }, async (sql, proxy) => {
      await connectAll(sql, 3)
      proxy.silence()
      const first = timed(sql`select 1`)
      await new Promise((resolve) => setTimeout(resolve, 4_000))
      const [second, third] = [timed(sql`select 1`), timed(sql.begin((tx) => tx`select 1`))]
      const ended = Promise.all([first, second, third])
      assert.equal((await first).code, 'DEADLINE_EXCEEDED')
      const others = await Promise.race([ended, timed(sql`select pg_sleep(3)`)])
      assert.ok(Array.isArray(others), 'the others end soon after the first')
      assert.deepEqual(
        others.map(({ code }) => code),
        Array(3).fill('DEADLINE_EXCEEDED'),
      )
    }))

  test('do not take those along that have answered since', () =>
    withProxy({ deadlineMs: 3_000, max: 2 }, async (sql, proxy) => {
      await sql`select 1`
      proxy.silence()
      const silent = timed(sql`select 1`)
      const good = timed(sql`select pg_sleep(2.5)`)
      const later = good.then(() => timed(sql`select pg_sleep(1.5)`))
      assert.deepEqual(
        [(await silent).code, (await good).code, (await later).code],
        ['DEADLINE_EXCEEDED', 'done', 'done'],
      )
    }))

  test('make the database known to be away: clients are told within a second until it answers', () => {
    const silence = new DatabaseSilence()
    return withProxy({ deadlineMs: 1_600, isForClients: true, silence }, async (sql, proxy) => {
      await sql`select 1`
      proxy.silence({ all: true })
      const first = await timed(sql`select 1`)
      assert.ok(first.tookMs >= 1_599, `${first.tookMs}`)
      assert.equal(silence.isAway, true)
      const second = await timed(sql`select 1`, 1_500)
      assert.equal(second.code, 'CONNECT_TIMEOUT')
      assert.ok(second.isInTime, `${second.tookMs}`)
      assert.equal(silence.isAway, true)
      proxy.mend()
      // A second may be too short to connect in.
      await waitUntil(async () => (await timed(sql`select 1`)).code === 'done', 'it answers')
      assert.equal(silence.isAway, false)
    })
  })

  test('a statement that is merely slow does not make it known to be away', async () => {
    const silence = new DatabaseSilence()
    await withSql({ deadlineMs: 2_000, max: 2, isForClients: true, silence }, async (sql) => {
      await connectAll(sql, 2)
      const [slow] = await Promise.all([
        timed(sql`select pg_sleep(30)`),
        sql`select pg_sleep(0.1)`.then(() => sql`select 1`),
      ])
      assert.equal(slow.code, 'DEADLINE_EXCEEDED')
      assert.equal(silence.isAway, false)
    })
  })
})

describe('a connection that is reserved', () => {
  test('may be the first of its pool, and the next one as well', () =>
    withSql({ max: 2 }, async (sql) => {
      const [first, second] = [await sql.reserve(), await sql.reserve()]
      await second`select 1`
      second.release()
      await first`select 1`
      await sql.begin((tx) => tx`select 1`)
      first.release()
      await sql`select 1`
    }))

  test('comes from another one while one is opened for it, which others get', () =>
    withSql({ max: 2, deadlineMs: 5_000 }, async (sql) => {
      await sql`select 1`
      const busy = sql`select 1`.execute()
      const reserved = await sql.reserve()
      await busy
      assert.equal((await timed(sql`select 1`)).code, 'done')
      await reserved`select 1`
      reserved.release()
      await Promise.all(Array.from({ length: 5 }, () => sql`select pg_sleep(0.05)`))
    }))

  test('is waited for no longer than for a statement, and is not lost when it comes later', () =>
    withSql({ deadlineMs: 3_000 }, async (sql) => {
      const held = await sql.reserve()
      assert.equal((await timed(sql.reserve())).code, 'CONNECT_TIMEOUT')
      held.release()
      const next = await sql.reserve()
      await next`select 1`
      next.release()
    }))

  test('is another one when the first was cut while it was made', () =>
    withProxy({ deadlineMs: 1_000 }, async (sql, proxy) => {
      proxy.silence({ all: true })
      assert.equal((await timed(sql.reserve())).code, 'CONNECT_TIMEOUT')
      proxy.mend()
      await waitUntil(async () => (await timed(sql`select 1`)).code === 'done', 'it answers')
      const connection = await sql.reserve()
      await connection`select 1`
      connection.release()
    }))

  test('is gone when it breaks: its holder is told, and gives nothing back', () =>
    withSql({ max: 1 }, async (sql) => {
      const held = await sql.reserve()
      const [{ pid } = { pid: 0 }] = await held<{ pid: number }[]>`select pg_backend_pid() as pid`
      await database.sql`select pg_terminate_backend(${pid}::integer)`
      await waitUntil(async () => (await timed(held`select 1`)).code !== 'done', 'it is broken')
      await sql.begin(async (tx) => {
        assert.match((await timed(held`select 1`)).code, /^(CONNECTION_CLOSED|ECONNRESET|EPIPE)$/)
        held.release()
        await tx`select 1`
      })
      for (let at = 0; at < 5; at += 1) await Promise.all([sql`select 1`, sql`select 1`])
    }))

  test('is not to be had once the pool ends', () =>
    withSql({ max: 1 }, async (sql) => {
      const held = await sql.reserve()
      const waiting = timed(sql.reserve())
      const ending = sql.end({ timeout: 0 })
      assert.equal((await waiting).code, 'CONNECTION_ENDED')
      assert.equal((await timed(sql.reserve())).code, 'CONNECTION_ENDED')
      held.release()
      await ending
    }))
})

test('rows of several results in one answer have the columns of their own', () =>
  withSql({}, async (sql) => {
    const results = await sql.unsafe('select 1 as a, 2 as b; select 3 as c').simple()
    assert.deepEqual(
      results.map((rows) => [...rows]),
      [[{ a: 1, b: 2 }], [{ c: 3 }]],
    )
  }))

test('a session that has become read-only is ended, and the next one may write', () =>
  withSql({}, async (sql) => {
    await sql`create table public.written (id integer)`
    await sql`set session characteristics as transaction read only`
    await assert.rejects(sql`insert into public.written values (1)`, { code: '25006' })
    await sql`insert into public.written values (2)`
    assert.deepEqual([...(await sql`select id from public.written`)], [{ id: 2 }])
  }))

test('a node whose sessions have become read-only is not ready, and is again with new sessions', async () => {
  await withSql({ max: 3 }, async (sql) => {
    const demoted = Array.from(
      { length: sql.options.max },
      () => sql`select set_config('default_transaction_read_only', 'on', false), pg_sleep(0.3)`,
    )
    await Promise.all(demoted)
    const probe = createProbe(sql, systemClock)
    assert.deepEqual(await probe(), { status: 'down', reason: 'database is read-only' })
    await waitUntil(async () => (await probe()).status === 'ok', 'it is ready')
  })
})

test('a hundred who ask at once whether the database is there take one connection', async () => {
  await withSql({ max: 3, applicationName: 'probed' }, async (sql) => {
    const name = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`
    const probe = createProbe(sql, systemClock)
    const states = await Promise.all(Array.from({ length: 100 }, probe))
    assert.deepEqual(new Set(states.map(({ status }) => status)), new Set(['ok']))
    const [open] = await sql<{ connections: number; pid: number }[]>`
      select count(*) as connections, pg_backend_pid() as pid from pg_stat_activity
      where datname = current_database() and application_name = 'probed'`
    assert.deepEqual(open, { connections: 1, pid: name[0]?.pid })
  })
})

test('a silent connection of the job queue is replaced after one deadline', async () => {
  const proxy = await startDatabaseProxy(database.url)
  const pool = openJobsPool({ url: proxy.url, nodeName: 'test', size: 1, logger: captureLogger(), deadlineMs: 2_000 })
  try {
    const pid = async () => (await pool.query('select pg_backend_pid() as pid')).rows[0].pid as number
    const before = await pid()
    const client = await pool.connect()
    proxy.silence()
    await assert.rejects(client.query('select 1'), { message: 'Query read timeout' })
    // As graphile-worker gives it back, whatever happened.
    client.release()
    assert.notEqual(await pid(), before)
  } finally {
    await pool.end()
    await proxy.close()
  }
})

test('connections are replaced within an hour, and no statement or transaction suffers from it', async () => {
  await withSql({}, async (sql) => {
    const lifetime = sql.options.max_lifetime as unknown as () => number
    const seconds = Array.from({ length: 100 }, lifetime)
    assert.ok(seconds.every((value) => value >= 1_800 && value <= 3_600) && new Set(seconds).size > 50)
  })
  const sql = postgres(database.url.replace(/\?.*/, ''), {
    host: new URL(database.url).searchParams.get('host') ?? '127.0.0.1',
    max: 3,
    max_pipeline: 0,
    max_lifetime: 0.02,
    fetch_types: false,
    backoff: () => 0,
  })
  const pids = new Set<number>()
  const work = async (lane: number) => {
    for (let at = 0; at < 40; at += 1) {
      const run = (on: postgres.Sql) =>
        on<{ pid: number; at: number }[]>`select pg_backend_pid() as pid, ${at}::int as at`
      const [row] = lane % 2 === 0 ? await run(sql) : await sql.begin((tx) => run(tx as never))
      assert.equal(row?.at, at)
      pids.add(row?.pid as number)
    }
  }
  await Promise.all(Array.from({ length: 6 }, (_, lane) => work(lane)))
  assert.ok(pids.size > 5, `${pids.size} connections`)
  await sql.end({ timeout: 1 })
})

test('a commit that no standby has is no success: its warning becomes the error of the statement', async () => {
  // As Postgres 18 sends it.
  const warning = { severity: 'WARNING', code: '01000', routine: 'SyncRepWaitForLSN', message: 'canceling wait' }
  const error = replicationErrorOf(warning)
  assert.deepEqual([(error as { code?: string }).code, isDatabaseAway(error)], [COMPLETION_UNKNOWN, true])
  assert.equal(replicationErrorOf({ ...warning, routine: 'exec_stmt_raise' }), undefined)
  const heard: string[] = []
  const sql = postgres(database.url.replace(/\?.*/, ''), {
    host: new URL(database.url).searchParams.get('host') ?? '127.0.0.1',
    max: 1,
    fetch_types: false,
    onnotice: ({ message = '' }) => {
      heard.push(message)
      return message === 'doubtful' ? Object.assign(new Error(message), { code: COMPLETION_UNKNOWN }) : undefined
    },
  })
  const raise = (text: string) => sql.unsafe(`do $$ begin raise warning '${text}'; end $$`)
  await raise('harmless')
  await assert.rejects(raise('doubtful'), { code: COMPLETION_UNKNOWN })
  assert.equal((await sql`select 1 as one`)[0]?.one, 1)
  assert.deepEqual(heard, ['harmless', 'doubtful'])
  await sql.end()
})
