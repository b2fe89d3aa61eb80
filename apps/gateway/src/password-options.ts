import { type Command, Option } from 'commander'

export interface PasswordOptions {
  readonly passwordFile?: string
  readonly password?: string
}

/** The options of a command that sets a password. */
export function addPasswordOptions(command: Command): Command {
  return command
    .option(
      '--password-file <file>',
      'file with the password for logins without an API key; - = standard input (without this option it is asked for on a terminal)',
    )
    .addOption(
      new Option(
        '--password <password>',
        'the password itself, which then shows in the process list and in the history of the shell',
      ).conflicts('passwordFile'),
    )
}
