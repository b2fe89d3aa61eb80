import type { Command, Option } from 'commander'

/** A command as completions and the manual page see it. */
export interface CommandEntry {
  /** As it is typed after the program's name; empty for the program itself. */
  readonly path: string
  readonly description: string
  readonly arguments: readonly ArgumentEntry[]
  readonly options: readonly OptionEntry[]
  /** Those directly below it. */
  readonly commands: readonly CommandEntry[]
}

export interface ArgumentEntry {
  readonly name: string
  readonly choices: readonly string[]
}

export interface OptionEntry {
  /** As help shows it: `--config <file>`. */
  readonly flags: string
  /** `--config`. */
  readonly long: string
  readonly description: string
  readonly isRequired: boolean
  /** What its value is; undefined for a switch. */
  readonly value: ValueKind | undefined
  /** The variable of the environment that may say it instead. */
  readonly variable: string | undefined
}

/** What can be offered for a value. */
export type ValueKind = { readonly kind: 'file' | 'folder' | 'any' } | Choice
export interface Choice {
  readonly kind: 'choice'
  readonly choices: readonly string[]
}

/** What a placeholder in the flags says about the value; any other stands for a text. */
const PLACEHOLDERS: Readonly<Record<string, 'file' | 'folder'>> = { file: 'file', path: 'file', dir: 'folder' }

/** Describes a program, or one of its commands with all that is below it. */
export function describeCommands(command: Command, path = ''): CommandEntry {
  return {
    path,
    description: command.description(),
    arguments: command.registeredArguments.map((each) => ({ name: each.name(), choices: each.argChoices ?? [] })),
    options: command.options.filter(({ hidden }) => !hidden).map(describeOption),
    commands: command.commands.map((child) => describeCommands(child, `${path} ${child.name()}`.trim())),
  }
}

/** A command and all that is below it, each before its own. */
export function allCommands(entry: CommandEntry): readonly CommandEntry[] {
  return [entry, ...entry.commands.flatMap(allCommands)]
}

function describeOption(option: Option): OptionEntry {
  const { flags, description, mandatory, envVar, long, short } = option
  const value = valueKindOf(option)
  return { flags, long: long ?? short ?? flags, description, isRequired: mandatory, value, variable: envVar }
}

function valueKindOf({ flags, argChoices, required, optional }: Option): ValueKind | undefined {
  if (argChoices !== undefined) return { kind: 'choice', choices: argChoices }
  if (!required && !optional) return undefined
  const [, placeholder = ''] = /^[^<[]*[<[]([^>\]]+)[>\]]/.exec(flags) ?? []
  return { kind: PLACEHOLDERS[placeholder] ?? 'any' }
}
