import type { Logger } from '@heliograph/contracts'
import { describeOlderNode, migrate } from '@heliograph/engine'

/** Brings the database to the schema of this release, as far as nodes of earlier releases allow. */
export async function migrateForStart(url: string, logger: Logger, onWait: (reason: string) => void): Promise<void> {
  const { waiting, olderNodes } = await migrate(url, {
    onWait(reason) {
      logger.warn({}, reason)
      onWait(reason)
    },
  })
  if (waiting.length === 0) return
  const nodes = olderNodes.map(describeOlderNode)
  const migrations = waiting.map(({ version }) => version)
  logger.warn({ migrations, nodes }, 'the second step of the migration waits for nodes of earlier releases')
}
