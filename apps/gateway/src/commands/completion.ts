import { Argument, type Command } from 'commander'
import { describeCommands } from '../command-tree.ts'
import { createCommand } from '../common-options.ts'
import { formatBash } from '../completion/bash.ts'
import { formatFish } from '../completion/fish.ts'
import { type Completions, listCompletions } from '../completion/words.ts'
import { formatZsh } from '../completion/zsh.ts'
import { createOutput } from '../output.ts'
import type { Terminal } from '../terminal.ts'

const SHELLS = { bash: formatBash, zsh: formatZsh, fish: formatFish } satisfies Record<
  string,
  (program: string, completions: readonly Completions[]) => string
>
type Shell = keyof typeof SHELLS

export function createCompletionCommand(terminal: Terminal): Command {
  const summary =
    'Print the script by which a shell completes commands and options; with --config, those of instances too.'
  return createCommand('completion', summary)
    .addArgument(new Argument('<shell>', 'which one').choices(Object.keys(SHELLS)))
    .action((shell: Shell, { json }: { json: boolean }, command: Command) => {
      const program = command.parent ?? command
      const text = SHELLS[shell](program.name(), listCompletions(describeCommands(program)))
      createOutput(terminal, json).result({ shell, text }, text.trimEnd().split('\n'))
    })
}
