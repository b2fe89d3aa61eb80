import type { Command } from 'commander'
import type { UserOptions } from '../actions/user-access.ts'
import { createCommand } from '../common-options.ts'
import { parseInteger } from '../parse-option.ts'
import { addPasswordOptions, type PasswordOptions } from '../password-options.ts'
import type { Terminal } from '../terminal.ts'

const actions = () => import('../actions/user-access.ts')

/** `user set-password`. */
export function createSetPassword(terminal: Terminal): Command {
  return addPasswordOptions(
    createUserCommand('set-password', 'Give a user a new password, which logs it out of the portal everywhere.'),
  ).action(async (email: string, options: UserOptions & PasswordOptions) =>
    (await actions()).setUserPassword(terminal, email, options),
  )
}

/** `user remove-second-factor`. */
export function createRemoveSecondFactor(terminal: Terminal): Command {
  return createUserCommand(
    'remove-second-factor',
    'Turn off the second factor of a user who has lost phone and recovery codes, and remove its passkeys.',
  ).action(async (name: string, options: UserOptions) => (await actions()).removeSecondFactor(terminal, name, options))
}

function createUserCommand(name: string, description: string): Command {
  return createCommand(name, description)
    .argument('<email>', 'login name')
    .option('--client <id>', 'the client, where users of several have this name', parseInteger)
}
