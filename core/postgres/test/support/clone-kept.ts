// A test run of its own. Arguments: the folder with schema.sql, which makes the template.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import postgres from '@heliograph/postgres-driver'
import { createTestDatabase } from '../../src/testing/test-database.ts'
import { startTestServer } from '../../src/testing/test-server.ts'

const [, , folder = ''] = process.argv
const server = await startTestServer()
process.env.HELIOGRAPH_TEST_DATABASE = server.url
const { url } = await createTestDatabase({
  template: 'kept',
  sources: [pathToFileURL(join(folder, 'schema.sql'))],
  async migrate(empty) {
    console.log('migrated')
    await ask(empty, 'create table migrated as select 1 as times')
  },
})
const [row] = await ask(url, 'select times from migrated')
const databases = await ask(url, "select datname from pg_database where datname ~ '^test_'")
console.log(`${row?.times} row, ${databases.length} database`)
await server.stop()

async function ask(database: string, statement: string) {
  const sql = postgres(database, { max: 1 })
  try {
    return await sql.unsafe(statement)
  } finally {
    await sql.end()
  }
}
