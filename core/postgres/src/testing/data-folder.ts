import { chmod } from 'node:fs/promises'
import { openEmbeddedPostgres } from '../embedded-postgres.ts'
import { keepCluster, restoreCluster } from './kept-clusters.ts'
import { nameOfKept } from './kept-templates.ts'
import type { TestDatabaseOptions } from './test-database.ts'

/** Of kept clusters: those of data folders. */
const KIND = 'data folder'

/**
 * Gives a new data folder the Postgres that `openEmbeddedPostgres` would create in it, with a migrated database. It is
 * copied from the first one made of the same sources.
 */
export async function fillDataFolder(
  dataDir: string,
  { template, migrate, sources }: TestDatabaseOptions & Required<Pick<TestDatabaseOptions, 'sources'>>,
): Promise<void> {
  // The server may run as another user, who must be able to enter.
  await chmod(dataDir, 0o711)
  const content = await nameOfKept(template, sources)
  if (await restoreCluster(dataDir, KIND, content)) return
  const server = await openEmbeddedPostgres({ dataDir, durable: false })
  try {
    await migrate(server.url)
  } finally {
    await server.stop()
  }
  await keepCluster(dataDir, KIND, content)
}
