import type { Logger } from '@heliograph/contracts'
import { describeOlderNode, migrate, migrateSchemas, type OwnSchema } from '@heliograph/engine'

/**
 * Brings the database to the schema of this release, as far as nodes of earlier releases allow, and the schemas of
 * instances to those of their packages.
 */
export async function migrateForStart(
  url: string,
  schemas: readonly OwnSchema[],
  logger: Logger,
  tellWait: (reason: string) => void,
): Promise<void> {
  const onWait = (reason: string) => {
    logger.warn({}, reason)
    tellWait(reason)
  }
  const { waiting, olderNodes } = await migrate(url, { onWait })
  const applied = await migrateSchemas(url, schemas, { onWait })
  if (applied.length > 0) logger.info({ migrations: applied }, 'tables of instances were migrated')
  if (waiting.length === 0) return
  const nodes = olderNodes.map(describeOlderNode)
  const migrations = waiting.map(({ version }) => version)
  logger.warn({ migrations, nodes }, 'the second step of the migration waits for nodes of earlier releases')
}
