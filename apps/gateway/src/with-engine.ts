import { type Engine, migrate, migrateSchemas, type OwnSchema } from '@heliograph/engine'
import { createLogger } from '@heliograph/runtime'
import type { CommonOptions } from './common-options.ts'
import { createShared, createToolEngine, type Shared } from './compose.ts'
import { openDatabaseServer } from './database.ts'
import { resolveMasterKeys } from './master-key.ts'
import { createOutput, type Output } from './output.ts'
import { loadSettings, type Settings } from './settings.ts'
import { listenForStop } from './stop-signals.ts'
import type { Terminal } from './terminal.ts'

/**
 * Runs a short command on the deployment's database, whether or not a gateway is running. The first interrupt aborts
 * `signal` and lets the command finish, which takes a moment because a server that it started is stopped again.
 *
 * @param schemas those of instances that the work reads
 */
export async function withEngine(
  terminal: Terminal,
  options: CommonOptions,
  work: (engine: Engine, output: Output, settings: Settings, signal: AbortSignal, shared: Shared) => Promise<void>,
  schemas: readonly OwnSchema[] = [],
): Promise<void> {
  const settings = await loadSettings(options)
  const signals = listenForStop()
  // With --json, nothing but the error is printed.
  const logger = createLogger({ level: options.json ? 'silent' : 'warn', secrets: settings.configuration.secrets })
  const server = await openDatabaseServer(settings, logger)
  try {
    // What takes something away is left to operators who asked for it, and to nodes.
    await migrate(server.directUrl, { withSecondStep: false })
    await migrateSchemas(server.directUrl, schemas)
    await useEngine(settings, server.url, logger, (engine, shared) =>
      work(engine, createOutput(terminal, options.json), settings, signals.signal, shared),
    )
  } finally {
    await server.close()
    signals.dispose()
  }
}

async function useEngine(
  settings: Settings,
  databaseUrl: string,
  logger: ReturnType<typeof createLogger>,
  work: (engine: Engine, shared: Shared) => Promise<void>,
): Promise<void> {
  const onFatal = (reason: string): never => {
    throw new Error(reason)
  }
  const masterKeys = await resolveMasterKeys(settings.configuration.sections.security, settings.dataDir)
  const shared = createShared(settings, logger)
  const engine = createToolEngine(settings, shared, { databaseUrl, masterKeys, onFatal })
  try {
    await engine.open()
    await work(engine, shared)
  } finally {
    await engine.close()
    await shared.httpClients.close()
  }
}
