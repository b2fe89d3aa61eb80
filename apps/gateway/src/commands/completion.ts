import { Argument, type Command } from 'commander'
import { createCommand } from '../common-options.ts'
import { SHELLS, type Shell } from '../completion/shells.ts'
import type { Terminal } from '../terminal.ts'

const actions = () => import('../actions/completion.ts')

export function createCompletionCommand(terminal: Terminal): Command {
  const summary =
    'Print the script by which a shell completes commands and options; with --config, those of instances too.'
  return createCommand('completion', summary)
    .addArgument(new Argument('<shell>', 'which one').choices(SHELLS))
    .action(async (shell: Shell, options: { json: boolean }, command: Command) =>
      (await actions()).printCompletion(terminal, shell, options, command),
    )
}
