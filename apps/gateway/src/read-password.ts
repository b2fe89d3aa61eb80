import { readFile } from 'node:fs/promises'
import { SAVE_AS_UTF8, utf8Text } from '@heliograph/config'
import { CommandError } from './command-error.ts'
import type { CommonOptions } from './common-options.ts'
import { createOutput } from './output.ts'
import type { PasswordOptions } from './password-options.ts'
import type { Terminal } from './terminal.ts'

/** Instead of a path: standard input. */
const STANDARD_INPUT = '-'

/** The password that the options name, or that a person types. Its length is checked where it is set. */
export async function readPassword(terminal: Terminal, options: PasswordOptions & CommonOptions): Promise<string> {
  const { password, passwordFile, json } = options
  if (password !== undefined) {
    createOutput(terminal, json).note(
      'warning: --password shows in the process list and in the history of the shell; use --password-file.',
    )
    return password
  }
  const { input } = terminal
  if (passwordFile !== undefined && passwordFile !== STANDARD_INPUT) return readSecretFile(terminal, passwordFile)
  if (input?.isTyped) return input.askHidden('Password (not shown): ')
  if (passwordFile === undefined || input === undefined)
    throw new CommandError('usage', "option '--password-file <file>' is missing; '-' reads standard input.")
  return onlyLine(await input.readAll(), 'Standard input')
}

/** The only line of a file, or of standard input: a password or a key. */
export async function readSecretFile({ input }: Terminal, path: string): Promise<string> {
  if (path !== STANDARD_INPUT) return onlyLine(await readFile(path), path)
  if (input === undefined) throw new CommandError('usage', 'There is no standard input to read.')
  return onlyLine(await input.readAll(), 'Standard input')
}

/** A file ends with a line break, which no password does. */
function onlyLine(octets: Uint8Array, source: string): string {
  const text = utf8Text(octets)
  if (text === undefined) throw new CommandError('bad-password-file', `${source} is not UTF-8 text. ${SAVE_AS_UTF8}`)
  const line = text.replace(/\r?\n$/, '')
  if (/[\r\n]/.test(line))
    throw new CommandError('bad-password-file', `${source} has several lines; it must have only one.`)
  return line
}
