import { Command } from 'commander'
import type { ImportOptions, Origin } from '../actions/import.ts'
import { createCommand } from '../common-options.ts'
import type { Terminal } from '../terminal.ts'

const actions = () => import('../actions/import.ts')

export function createImportCommand(terminal: Terminal): Command {
  return new Command('import')
    .description('Move here from another gateway.')
    .addCommand(
      createImport(terminal, {
        name: 'kannel',
        description: 'Show what a Kannel configuration becomes, or make it so.',
        file: 'the configuration of the other gateway',
      }),
    )
    .addCommand(
      createImport(terminal, {
        name: 'jasmin',
        description: 'Show what a Jasmin becomes, by what its console printed, or make it so.',
        file: 'what the console (jcli) of the other gateway printed',
      }),
    )
}

interface ImportCommand {
  /** The other gateway. */
  readonly name: Origin
  readonly description: string
  /** What its file is. */
  readonly file: string
}

function createImport(terminal: Terminal, { name, description, file: fileMeaning }: ImportCommand): Command {
  return createCommand(name, description)
    .argument('<file>', fileMeaning)
    .option('--apply', 'add the clients, and write the configuration to --out')
    .option('--out <file>', 'where the configuration is written')
    .action(async (file: string, options: ImportOptions) => (await actions()).importFrom(terminal, name, file, options))
}
