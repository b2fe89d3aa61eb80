import { randomBytes } from 'node:crypto'
import { systemClock } from '@heliograph/contracts'
import { migrate, migrateSchemas, newestMigration, type OwnSchema } from '@heliograph/engine'
import { createLogger, type RootLogger } from '@heliograph/runtime'
import { refuseUnfitServer } from '../check/refuse-unfit-server.ts'
import type { CommonOptions } from '../common-options.ts'
import { createShared, createToolEngine, NO_DATABASE_URL } from '../compose.ts'
import { openDatabaseServer } from '../database.ts'
import { createOutput } from '../output.ts'
import { ownSchemasOf } from '../own-schemas.ts'
import { planInstances } from '../plan-host.ts'
import { runMigration } from '../run-migration.ts'
import { loadSettings, type Settings } from '../settings.ts'
import { listenForStop } from '../stop-signals.ts'
import type { Terminal } from '../terminal.ts'

export interface MigrateOptions extends CommonOptions {
  readonly after?: boolean
  readonly wait?: boolean
}

export async function runMigrate(terminal: Terminal, options: MigrateOptions): Promise<void> {
  const settings = await loadSettings(options)
  const logger = createLogger({ level: options.json ? 'silent' : 'warn', secrets: settings.configuration.secrets })
  const output = createOutput(terminal, options.json)
  const signals = listenForStop()
  const schemas = await schemasOf(settings, logger)
  const server = await openDatabaseServer(settings, logger)
  const onWait = (reason: string) => output.note(reason)
  try {
    await refuseUnfitServer(server)
    const run = {
      migrate: () => migrate(server.directUrl, { onWait }),
      migrateSchemas: () => migrateSchemas(server.directUrl, schemas, { onWait }),
      output,
      clock: systemClock,
      signal: signals.signal,
      mustEnd: options.after ?? false,
      waits: options.wait ?? false,
    }
    await runMigration(run, await newestMigration())
  } finally {
    await server.close()
    signals.dispose()
  }
}

/** The schemas of configured instances; their packages are loaded for that, and none of their code is run. */
async function schemasOf(settings: Settings, logger: RootLogger): Promise<readonly OwnSchema[]> {
  const shared = createShared(settings, logger)
  const engine = createToolEngine(settings, shared, {
    databaseUrl: NO_DATABASE_URL,
    masterKeys: [randomBytes(32)],
    onFatal: () => undefined,
  })
  try {
    return await ownSchemasOf((await planInstances(settings, shared, engine.services)).plan)
  } finally {
    await engine.close()
    await shared.httpClients.close()
  }
}
