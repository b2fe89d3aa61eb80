import type { Command } from 'commander'
import { describeCommands } from '../command-tree.ts'
import { formatBash } from '../completion/bash.ts'
import { formatFish } from '../completion/fish.ts'
import type { Shell } from '../completion/shells.ts'
import { type Completions, listCompletions } from '../completion/words.ts'
import { formatZsh } from '../completion/zsh.ts'
import { createOutput } from '../output.ts'
import type { Terminal } from '../terminal.ts'

const FORMATS: Readonly<Record<Shell, (program: string, completions: readonly Completions[]) => string>> = {
  bash: formatBash,
  zsh: formatZsh,
  fish: formatFish,
}

/** `completion`. */
export function printCompletion(
  terminal: Terminal,
  shell: Shell,
  { json }: { readonly json: boolean },
  command: Command,
): void {
  const program = command.parent ?? command
  const text = FORMATS[shell](program.name(), listCompletions(describeCommands(program)))
  createOutput(terminal, json).result({ shell, text }, text.trimEnd().split('\n'))
}
