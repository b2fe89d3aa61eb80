import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, describe, test } from 'node:test'
import postgres from '@heliograph/postgres-driver'
import { createTestDatabase, type TestDatabase } from '../src/testing/test-database.ts'
import { runProgram } from './support/run-program.ts'

/** Creates a table that counts how often it was migrated. */
async function migrate(url: string): Promise<void> {
  await query(url, (sql) => sql`create table migrated as select 1 as times`)
}

async function query<T>(url: string, run: (sql: postgres.Sql) => PromiseLike<Iterable<T>>): Promise<T[]> {
  const sql = postgres(url, { max: 1 })
  try {
    return [...(await run(sql))]
  } finally {
    await sql.end()
  }
}

describe('createTestDatabase', () => {
  const open: TestDatabase[] = []
  const create = async (template: string, run = migrate) => {
    const database = await createTestDatabase({ template, migrate: run })
    open.push(database)
    return database
  }
  after(() => Promise.all(open.map((database) => database.close())))

  test('clones a template that is migrated once', async () => {
    const template = randomUUID()
    let runs = 0
    const counting = async (url: string) => {
      runs += 1
      await migrate(url)
    }
    const [first, second] = await Promise.all([create(template, counting), create(template, counting)])
    assert.equal(runs, 1)
    assert.notEqual(first.url, second.url)
    await query(first.url, (sql) => sql`insert into migrated values (2)`)
    assert.deepEqual(await query(second.url, (sql) => sql`select times from migrated`), [{ times: 1 }])
  })

  test('a template begins with another one, which stays as it is', async () => {
    const base = { template: randomUUID(), migrate }
    const more = (url: string) => query(url, (sql) => sql`insert into migrated values (2)`).then(() => {})
    const filled = await createTestDatabase({ template: randomUUID(), base, migrate: more })
    open.push(filled)
    const { url } = await create(base.template, () => assert.fail('it was migrated again'))
    assert.deepEqual(await query(filled.url, (sql) => sql`select times from migrated`), [{ times: 1 }, { times: 2 }])
    assert.deepEqual(await query(url, (sql) => sql`select times from migrated`), [{ times: 1 }])
  })

  test('shares the template with other processes', async () => {
    const template = randomUUID()
    await create(template)
    const { url } = await create(template, () => assert.fail('it was migrated again'))
    const program = `
      import { createTestDatabase } from ${JSON.stringify(new URL('../src/testing/test-database.ts', import.meta.url).href)}
      const migrate = () => { throw new Error('it was migrated again') }
      const database = await createTestDatabase({ template: ${JSON.stringify(template)}, migrate })
      await database.close()
      console.log('cloned')
    `
    const { code, output } = await runProgram(program, { HELIOGRAPH_TEST_DATABASE: url })
    assert.deepEqual([code, output.trim()], [0, 'cloned'])
  })

  test('drops a database that is still connected to', async () => {
    const { close, url } = await create(randomUUID())
    const sql = postgres(url, { max: 1, onclose: () => undefined })
    await sql`select 1`
    await close()
    await assert.rejects(
      query(url, (other) => other`select 1`),
      { code: '3D000' },
    )
    await sql.end({ timeout: 0 })
  })

  test('a migration that fails leaves no template behind', async () => {
    const template = randomUUID()
    await assert.rejects(
      create(template, async (url) => {
        await migrate(url)
        throw new Error('migration broke')
      }),
      /migration broke/,
    )
    const { url } = await create(template)
    assert.deepEqual(await query(url, (sql) => sql`select times from migrated`), [{ times: 1 }])
  })

  test('takes templates whose migration left a connection open', async () => {
    const lingering = async (url: string) => {
      const sql = postgres(url, { max: 1, onnotice: () => undefined })
      await sql`create table migrated as select 1 as times`
      sql.end({ timeout: 5 }).catch(() => undefined)
    }
    assert.ok((await create(randomUUID(), lingering)).url)
  })
})
