import { allCommands, type CommandEntry, type OptionEntry } from '../command-tree.ts'

/** Something that can be typed next. */
export interface Word {
  readonly text: string
  readonly description: string
}

/** What a shell offers after one command. */
export interface Completions {
  readonly path: string
  /** Commands below it, or the words that its arguments may be. */
  readonly words: readonly Word[]
  readonly options: readonly OptionEntry[]
}

/** Commander adds it to every command by itself. */
const HELP: OptionEntry = {
  flags: '--help',
  long: '--help',
  description: 'show what it does',
  isRequired: false,
  value: undefined,
  variable: undefined,
}

/** What can follow each command, for a program and all of its commands. */
export function listCompletions(program: CommandEntry): readonly Completions[] {
  return allCommands(program).map((command) => ({
    path: command.path,
    words: [...command.commands.map(commandWord), ...command.arguments.flatMap(({ choices }) => choices.map(choice))],
    options: [...command.options, HELP],
  }))
}

/** How scripts compare paths: with a space before each word, so that no word is taken for the end of another. */
export function typed(path: string): string {
  return path === '' ? '' : ` ${path}`
}

function commandWord({ path, description }: CommandEntry): Word {
  return { text: path.slice(path.lastIndexOf(' ') + 1), description }
}

function choice(text: string): Word {
  return { text, description: '' }
}
