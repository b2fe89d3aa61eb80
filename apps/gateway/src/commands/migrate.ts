import { listMigrations, migrate } from '@heliograph/engine'
import { createLogger } from '@heliograph/runtime'
import type { Command } from 'commander'
import { type CommonOptions, createCommand } from '../common-options.ts'
import { openDatabaseServer } from '../database.ts'
import { createOutput } from '../output.ts'
import { loadSettings } from '../settings.ts'

export function createMigrateCommand(): Command {
  return createCommand('migrate', 'Bring the database to the schema of this release.').action(runMigrate)
}

async function runMigrate(options: CommonOptions): Promise<void> {
  const settings = await loadSettings(options)
  const logger = createLogger({ level: options.json ? 'silent' : 'warn', secrets: settings.configuration.secrets })
  const server = await openDatabaseServer(settings, logger)
  try {
    await migrate(server.url)
    const version = (await listMigrations()).at(-1)?.version ?? 0
    createOutput(options.json).result({ version }, [`The database is at migration ${version}.`])
  } finally {
    await server.close()
  }
}
