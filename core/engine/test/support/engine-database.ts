import { createTestDatabase, type TestDatabase } from '@heliograph/postgres/testing'
import { migrate } from '../../src/database/migrate.ts'

/** What the schema depends on; the template is kept from run to run while none of it changes. */
const SOURCES = [
  '../../migrations/',
  '../../src/database/migrate.ts',
  '../../src/database/apply-migration.ts',
  '../../src/database/migration-list.ts',
  '../../src/database/migration-record.ts',
  '../../src/database/job-sequence.ts',
  '../../node_modules/graphile-worker/package.json',
].map((path) => new URL(path, import.meta.url))

/** The template of every database with the schema of the engine. */
export const ENGINE_TEMPLATE = { template: 'engine', migrate: prepare, sources: SOURCES }

async function prepare(url: string): Promise<void> {
  await migrate(url)
}

/** A migrated database of its own. */
export function createEngineDatabase(): Promise<TestDatabase> {
  return createTestDatabase(ENGINE_TEMPLATE)
}
