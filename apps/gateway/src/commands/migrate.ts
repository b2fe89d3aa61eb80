import { listMigrations, migrate } from '@heliograph/engine'
import { createLogger } from '@heliograph/runtime'
import type { Command } from 'commander'
import { refuseUnfitServer } from '../check/refuse-unfit-server.ts'
import { type CommonOptions, createCommand } from '../common-options.ts'
import { openDatabaseServer } from '../database.ts'
import { createOutput } from '../output.ts'
import { loadSettings } from '../settings.ts'
import type { Terminal } from '../terminal.ts'

export function createMigrateCommand(terminal: Terminal): Command {
  return createCommand('migrate', 'Bring the database to the schema of this release.').action((options) =>
    runMigrate(terminal, options),
  )
}

async function runMigrate(terminal: Terminal, options: CommonOptions): Promise<void> {
  const settings = await loadSettings(options)
  const logger = createLogger({ level: options.json ? 'silent' : 'warn', secrets: settings.configuration.secrets })
  const server = await openDatabaseServer(settings, logger)
  try {
    await refuseUnfitServer(server)
    await migrate(server.url)
    const version = (await listMigrations()).at(-1)?.version ?? 0
    createOutput(terminal, options.json).result({ version }, [`The database is at migration ${version}.`])
  } finally {
    await server.close()
  }
}
