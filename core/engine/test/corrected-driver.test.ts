import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { after, before, test } from 'node:test'
import { createTestDatabase, type TestDatabase } from '@heliograph/postgres/testing'
import postgres from '@heliograph/postgres-driver'
import uncorrected from 'postgres-uncorrected'
import { requireCorrectedDriver } from '../src/database/corrected-driver.ts'
import type { Sql } from '../src/database/database.ts'
import { openDatabase } from '../src/index.ts'

let database: TestDatabase
before(async () => {
  database = await createTestDatabase({ template: 'corrected-driver', migrate: async () => {} })
})
after(() => database.close())

/** Gives the work a pool of one connection, as the engine opens it. */
async function withConnection(work: (sql: Sql) => Promise<void>): Promise<void> {
  const sql = openDatabase({ url: database.url, max: 1, applicationName: 'corrected-driver' })
  try {
    await work(sql)
  } finally {
    await sql.end()
  }
}

test('the plain driver is refused, with the remedy', () => {
  assert.throws(() => requireCorrectedDriver(uncorrected), { code: 'uncorrected-driver', message: /npm install -g/ })
  requireCorrectedDriver(postgres)
})

test('what comes after a connection broke is no part of any transaction', async () => {
  await withConnection(async (sql) => {
    await sql`create table public.leftover (id integer)`
    const broken = sql.begin(async (tx) => {
      await assert.rejects(tx`select pg_terminate_backend(pg_backend_pid())`)
      await tx`insert into public.leftover values (1)`
    })
    await assert.rejects(broken, { code: 'CONNECTION_CLOSED' })
    assert.deepEqual([...(await sql`select id from public.leftover`)], [])
  })
})

test('a statement that fails after some of its rows leaves none of their places to the next', async () => {
  await withConnection(async (sql) => {
    await assert.rejects(sql`select 1 / (3 - n) as share from generate_series(1, 3) as n`, { code: '22012' })
    assert.deepEqual([...(await sql`select n from generate_series(1, 2) as n`)], [{ n: 1 }, { n: 2 }])
  })
})

test('a statement that has to be prepared anew is sent the same parameters', async () => {
  await withConnection(async (sql) => {
    const ask = () => sql`
      select ${true}::boolean as flag, ${Buffer.from([0, 255])}::bytea as octets, ${sql.json({ a: 'b' })}::jsonb as json`
    const [first] = await ask()
    assert.deepEqual({ ...first }, { flag: true, octets: Buffer.from([0, 255]), json: { a: 'b' } })
    await sql.unsafe('deallocate all')
    const [again] = await ask()
    assert.deepEqual({ ...again }, { ...first })
  })
})

test('a transaction that the server rolls back instead of committing is no success', async () => {
  await withConnection(async (sql) => {
    await sql`create table public.undone (id integer)`
    const aborted = sql.begin(async (tx) => {
      await tx`insert into public.undone values (1)`
      // Its end fails, and with it the whole transaction, of which the callback does not tell.
      const inner = tx.savepoint(async (part) => {
        await part`release savepoint s0`
        throw new Error('given up')
      })
      await assert.rejects(inner)
    })
    await assert.rejects(aborted, { code: '25P02' })
    assert.deepEqual([...(await sql`select id from public.undone`)], [])
  })
})

test('a socket that is writable again gives no connection away in the middle of a transaction', async () => {
  const { hostname, port, username, password, pathname } = new URL(database.url)
  let socket: Socket | undefined
  const open = async () => {
    socket = connect(Number(port), hostname)
    await once(socket, 'connect')
    return socket
  }
  const access = { username, password: decodeURIComponent(password), database: pathname.slice(1) }
  const sql = postgres({ ...access, max: 1, fetch_types: false, socket: open } as postgres.Options<never>)
  try {
    await sql`create table public.own (id integer)`
    let beside: Promise<unknown> | undefined
    const undone = sql.begin(async (tx) => {
      await tx`insert into public.own values (1)`
      socket?.emit('drain')
      beside = sql`insert into public.own values (2)`.execute()
      await tx`insert into public.own values (3)`
      throw new Error('undone')
    })
    await assert.rejects(undone, /undone/)
    await beside
    assert.deepEqual([...(await sql`select id from public.own`)], [{ id: 2 }])
  } finally {
    await sql.end()
  }
})
