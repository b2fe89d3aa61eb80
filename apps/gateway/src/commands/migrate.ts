import { systemClock } from '@heliograph/contracts'
import { migrate, newestMigration } from '@heliograph/engine'
import { createLogger } from '@heliograph/runtime'
import type { Command } from 'commander'
import { refuseUnfitServer } from '../check/refuse-unfit-server.ts'
import { type CommonOptions, createCommand } from '../common-options.ts'
import { openDatabaseServer } from '../database.ts'
import { createOutput } from '../output.ts'
import { runMigration } from '../run-migration.ts'
import { loadSettings } from '../settings.ts'
import { listenForStop } from '../stop-signals.ts'
import type { Terminal } from '../terminal.ts'

interface MigrateOptions extends CommonOptions {
  readonly after?: boolean
  readonly wait?: boolean
}

export function createMigrateCommand(terminal: Terminal): Command {
  return createCommand('migrate', 'Bring the database to the schema of this release, as far as older nodes allow.')
    .option('--after', 'for the second step, when no node of an earlier release runs any more: fail if one does')
    .option('--wait', 'wait for nodes of earlier releases to end, then do the second step')
    .action((options: MigrateOptions) => runMigrate(terminal, options))
}

async function runMigrate(terminal: Terminal, options: MigrateOptions): Promise<void> {
  const settings = await loadSettings(options)
  const logger = createLogger({ level: options.json ? 'silent' : 'warn', secrets: settings.configuration.secrets })
  const output = createOutput(terminal, options.json)
  const signals = listenForStop()
  const server = await openDatabaseServer(settings, logger)
  try {
    await refuseUnfitServer(server)
    const run = {
      migrate: () => migrate(server.directUrl, { onWait: (reason) => output.note(reason) }),
      ...{ output, clock: systemClock, signal: signals.signal },
      ...{ mustEnd: options.after ?? false, waits: options.wait ?? false },
    }
    await runMigration(run, await newestMigration())
  } finally {
    await server.close()
    signals.dispose()
  }
}
