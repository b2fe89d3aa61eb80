import { randomBytes } from 'node:crypto'
import type { Logger } from '@heliograph/contracts'
import { type Engine, pendingMigrations } from '@heliograph/engine'
import { createLogger } from '@heliograph/runtime'
import { createShared, createToolEngine, type Shared } from '../compose.ts'
import type { DatabaseServer } from '../database.ts'
import type { Settings } from '../settings.ts'
import { counted } from './finding-kind.ts'

/** Opens the server of a deployment; undefined when the first start has yet to create it. */
export type OpenServer = (settings: Settings, logger: Logger) => Promise<DatabaseServer | undefined>

/**
 * Asks the database of a deployment with an engine that is not opened, so that nothing in it is changed or unsealed. An
 * older schema is refused, since only a start or `migrate` brings it up to date. Rejects with a reason for people.
 */
export async function withDatabase<T>(
  settings: Settings,
  openServer: OpenServer,
  ask: (engine: Engine, shared: Shared) => Promise<T>,
): Promise<T> {
  const logger = createLogger({ level: 'silent' })
  const server = await openServer(settings, logger)
  if (server === undefined) throw new Error('there is no database yet, the first start creates it.')
  const shared = createShared(settings, logger)
  const engine = createToolEngine(settings, shared, {
    databaseUrl: server.url,
    masterKeys: [randomBytes(32)],
    onFatal: () => undefined,
  })
  try {
    const pending = (await pendingMigrations(engine.sql)).filter(({ step }) => step === 'before')
    if (pending.length > 0) throw new Error(`it lacks ${counted(pending.length, 'migration')} of this release.`)
    return await ask(engine, shared)
  } finally {
    await engine.close()
    await shared.httpClients.close()
    await server.close()
  }
}
