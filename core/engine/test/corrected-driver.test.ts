import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createTestDatabase, type TestDatabase } from '@heliograph/postgres/testing'
import postgres from '@heliograph/postgres-driver'
import uncorrected from 'postgres-uncorrected'
import { requireCorrectedDriver } from '../src/database/corrected-driver.ts'
import { openDatabase } from '../src/index.ts'

let database: TestDatabase
before(async () => {
  database = await createTestDatabase({ template: 'corrected-driver', migrate: async () => {} })
})
after(() => database.close())

test('the plain driver is refused, with the remedy', () => {
  assert.throws(() => requireCorrectedDriver(uncorrected), { code: 'uncorrected-driver', message: /npm install -g/ })
  requireCorrectedDriver(postgres)
})

test('what comes after a connection broke is no part of any transaction', async () => {
  const sql = openDatabase({ url: database.url, max: 1, applicationName: 'corrected-driver' })
  try {
    await sql`create table public.leftover (id integer)`
    const broken = sql.begin(async (tx) => {
      await assert.rejects(tx`select pg_terminate_backend(pg_backend_pid())`)
      await tx`insert into public.leftover values (1)`
    })
    await assert.rejects(broken, { code: 'CONNECTION_CLOSED' })
    assert.deepEqual([...(await sql`select id from public.leftover`)], [])
  } finally {
    await sql.end()
  }
})

test('a statement that fails after some of its rows leaves none of their places to the next', async () => {
  const sql = openDatabase({ url: database.url, max: 1, applicationName: 'corrected-driver' })
  try {
    await assert.rejects(sql`select 1 / (3 - n) as share from generate_series(1, 3) as n`, { code: '22012' })
    assert.deepEqual([...(await sql`select n from generate_series(1, 2) as n`)], [{ n: 1 }, { n: 2 }])
  } finally {
    await sql.end()
  }
})
