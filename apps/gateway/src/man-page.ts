import { allCommands, type CommandEntry, type OptionEntry } from './command-tree.ts'

/**
 * The manual page of a program, heliograph(1), for man and mandoc. Options that all commands share are described once.
 *
 * @param common names of those options (`--config`)
 */
export function formatManPage(
  program: CommandEntry,
  name: string,
  version: string,
  common: readonly OptionEntry[],
): string {
  const shared = new Set(common.map(({ long }) => long))
  const leaves = allCommands(program).filter(({ commands }) => commands.length === 0)
  return [
    `.TH ${name.toUpperCase()} 1 "" "${name} ${version}" "${name}"`,
    '.SH NAME',
    `${name} \\- ${troff(program.description)}`,
    '.SH SYNOPSIS',
    `.B ${name}`,
    '.I command',
    '.RI [ options ]',
    '.SH DESCRIPTION',
    'Each command is described below; with',
    '.B \\-\\-help',
    'it tells the same. Instances of plugins may have commands of their own,',
    '.BI "heliograph " "instance command" ;',
    '.B heliograph \\-\\-help \\-\\-config',
    '.I file',
    'shows them.',
    '.SH COMMANDS',
    ...leaves.flatMap((leaf) => formatCommand(leaf, shared)),
    '.SH OPTIONS OF ALL COMMANDS',
    ...common.flatMap(formatOption),
    '.SH ENVIRONMENT',
    ...common.flatMap(formatVariable),
    '.SH EXIT STATUS',
    '0 when the command did what it was told to, 1 when it did not; the reason is on standard error. Commands of instances may',
    'have codes of their own.',
    '',
  ].join('\n')
}

function formatCommand(
  { path, description, arguments: operands, options }: CommandEntry,
  shared: ReadonlySet<string>,
): readonly string[] {
  const shown = operands.map(({ name, choices }) => (choices.length === 0 ? `<${name}>` : choices.join('|')))
  return [
    `.SS "${troff([path, ...shown].join(' '))}"`,
    line(description),
    ...options.filter(({ long }) => !shared.has(long)).flatMap(formatOption),
  ]
}

function formatOption({ flags, description, isRequired }: OptionEntry): readonly string[] {
  return ['.TP', `.B ${troff(flags)}`, line(isRequired ? `(required) ${description}` : description)]
}

function formatVariable({ variable, long }: OptionEntry): readonly string[] {
  return variable === undefined ? [] : ['.TP', `.B ${troff(variable)}`, line(`the same as ${long}`)]
}

/** A line of text must not begin like a request of troff. */
function line(text: string): string {
  return troff(text).replace(/^[.']/, '\\&$&')
}

/** Hyphens as they are typed, not as typeset; backslashes and quotation marks as themselves. */
function troff(text: string): string {
  return text.replaceAll('\\', '\\e').replaceAll('-', '\\-').replaceAll('"', '\\(dq')
}
