import type { DatabaseRoles } from '@heliograph/engine'
import { Command } from 'commander'
import { createJsonOption } from '../common-options.ts'
import type { Terminal } from '../terminal.ts'

const actions = () => import('../actions/database.ts')

export function createDatabaseCommand(terminal: Terminal): Command {
  return new Command('database')
    .description('Prepare an own Postgres for a gateway.')
    .addCommand(createRolesCommand(terminal))
}

function createRolesCommand(terminal: Terminal): Command {
  return new Command('roles')
    .description(
      'Print the SQL of the roles for a gateway behind a pooler, and for reports; it is run by a superuser, in that database.',
    )
    .option('--database <name>', 'the database', 'heliograph')
    .option('--owner <role>', 'the role of database.directUrl, which migrates', 'heliograph_owner')
    .option('--gateway <role>', 'the role of database.url, which reads and writes rows', 'heliograph_gateway')
    .option('--reports <role>', 'the role of database.reportUrl, which reads what reports read', 'heliograph_reports')
    .addOption(createJsonOption())
    .action(async (options: DatabaseRoles & { readonly json: boolean }) =>
      (await actions()).printRoles(terminal, options),
    )
}
