import { openDatabase } from '@heliograph/engine'
import { createTestDatabase, type TestDatabase } from '@heliograph/postgres/testing'
import { ENGINE_TEMPLATE } from '../../../../core/engine/test/support/engine-database.ts'
import { makeAccounts, type TestAccounts } from './accounts.ts'
import { writeConfiguration } from './configuration.ts'

/** A database with the accounts that every test of the portal begins with. */
export interface PortalDatabase extends TestDatabase {
  readonly accounts: TestAccounts
}

/** The accounts are made once a test run, because that takes longer than the start of a gateway. */
export async function createPortalDatabase(): Promise<PortalDatabase> {
  const database = await createTestDatabase({ template: 'portal', base: ENGINE_TEMPLATE, migrate: addAccounts })
  const [row] = await ask(database.url, 'select accounts from test_accounts')
  return { ...database, accounts: row?.accounts as TestAccounts }
}

/** Their ids and secrets stay in the database, for the processes that did not make them. */
async function addAccounts(url: string): Promise<void> {
  const configuration = await writeConfiguration(url)
  try {
    const accounts = await makeAccounts(configuration.run)
    await ask(url, 'create table test_accounts (accounts jsonb)')
    await ask(url, 'insert into test_accounts values ($1::text::jsonb)', [JSON.stringify(accounts)])
  } finally {
    await configuration.remove()
  }
}

async function ask(url: string, statement: string, values: readonly string[] = []) {
  const sql = openDatabase({ url, max: 1, applicationName: 'test' })
  try {
    return await sql.unsafe(statement, [...values])
  } finally {
    await sql.end()
  }
}
