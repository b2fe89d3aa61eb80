import type { Command } from 'commander'
import type { MigrateOptions } from '../actions/migrate.ts'
import { createCommand } from '../common-options.ts'
import type { Terminal } from '../terminal.ts'

const actions = () => import('../actions/migrate.ts')

export function createMigrateCommand(terminal: Terminal): Command {
  return createCommand('migrate', 'Bring the database to the schema of this release, as far as older nodes allow.')
    .option('--after', 'for the second step, when no node of an earlier release runs any more: fail if one does')
    .option('--wait', 'wait for nodes of earlier releases to end, then do the second step')
    .action(async (options: MigrateOptions) => (await actions()).runMigrate(terminal, options))
}
