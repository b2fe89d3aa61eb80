import type { Command } from 'commander'
import { type CommonOptions, createCommand } from '../common-options.ts'
import { OWN_COMMANDS } from './command-names.ts'
import type { InstanceCommandOptions } from './read-commands.ts'

/**
 * Adds the commands of instances to the program where they matter: when the first word may be an instance, and when
 * the program shows what it can do. Only a configuration that is named on the command line has any: the demo's has
 * none. Resolves with what was added. Throws `ConfigurationError`, and a `CommandError` for an instance that is not
 * there or has no commands.
 */
export async function addInstanceCommands(
  program: Command,
  args: readonly string[],
  options: InstanceCommandOptions,
): Promise<readonly Command[]> {
  const wanted = wantedBy(args)
  if (wanted === 'none') return []
  const common = commonOptionsIn(args)
  if (common.config === undefined && common.set.length === 0) return []
  // Loaded now, because most command lines have no use for it.
  const { readCommands, readCommandsForHelp } = await import('./read-commands.ts')
  const commands = await (wanted.isHelp
    ? readCommandsForHelp(common, options)
    : readCommands(common, wanted.instance, options))
  for (const command of commands) program.addCommand(command)
  return commands
}

interface Wanted {
  /** Undefined: of all of them. */
  readonly instance: string | undefined
  readonly isHelp: boolean
}

function wantedBy([word]: readonly string[]): Wanted | 'none' {
  if (word === 'completion') return { instance: undefined, isHelp: false }
  if (word === undefined || word === 'help' || word.startsWith('-')) return { instance: undefined, isHelp: true }
  return OWN_COMMANDS.includes(word) ? 'none' : { instance: word, isHelp: false }
}

/** Read before the command line is parsed, because what can be parsed depends on them. */
function commonOptionsIn(args: readonly string[]): CommonOptions {
  const reader = createCommand('any', '').helpOption(false).allowUnknownOption().allowExcessArguments()
  reader.exitOverride().configureOutput({ outputError: () => undefined })
  return reader.parse([...args], { from: 'user' }).opts<CommonOptions>()
}
