// A test run of its own. Arguments: the folder with schema.sql, and a new data folder that gets a migrated database.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import postgres from '@heliograph/postgres-driver'
import { openEmbeddedPostgres } from '../../src/index.ts'
import { fillDataFolder } from '../../src/testing/data-folder.ts'

const [, , folder = '', dataDir = ''] = process.argv
await fillDataFolder(dataDir, {
  template: 'filled',
  sources: [pathToFileURL(join(folder, 'schema.sql'))],
  async migrate(url) {
    console.log('migrated')
    await ask(url, 'create table migrated as select 1 as times')
  },
})
const server = await openEmbeddedPostgres({ dataDir })
const [row] = await ask(server.url, 'select times from migrated')
console.log(`${row?.times} row`)
await server.stop()

async function ask(database: string, statement: string) {
  const sql = postgres(database, { max: 1 })
  try {
    return await sql.unsafe(statement)
  } finally {
    await sql.end()
  }
}
