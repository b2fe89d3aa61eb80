import { ROLES } from '@heliograph/contracts'
import { Command, Option } from 'commander'
import type { AddOptions, DisableOptions, LogInLinkOptions } from '../actions/user.ts'
import { createCommand } from '../common-options.ts'
import { parseInteger } from '../parse-option.ts'
import { addPasswordOptions } from '../password-options.ts'
import type { Terminal } from '../terminal.ts'
import { createRemoveSecondFactor, createSetPassword } from './user-access.ts'

const actions = () => import('../actions/user.ts')

export function createUserCommand(terminal: Terminal): Command {
  return new Command('user')
    .description('Users of clients.')
    .addCommand(createAdd(terminal))
    .addCommand(createDisable(terminal))
    .addCommand(createLogInLink(terminal))
    .addCommand(createSetPassword(terminal))
    .addCommand(createRemoveSecondFactor(terminal))
}

function createAdd(terminal: Terminal): Command {
  const command = createCommand('add', 'Add a user to a client.')
    .requiredOption('--client <id>', 'the client', parseInteger)
    .requiredOption('--email <address>', 'login name')
  return addPasswordOptions(command)
    .option('--channel <id>', "channel the user sends from (default: the client's)", parseInteger)
    .addOption(new Option('--role <role>', 'what the user may do').choices(ROLES))
    .option('--priority <name>', 'CRITICAL, HIGH, NORMAL, LOW or BULK; beats the default of every interface')
    .action(async (options: AddOptions) => (await actions()).addUser(terminal, options))
}

function createDisable(terminal: Terminal): Command {
  return createCommand('disable', 'Stop a user: keys and logins no longer work.')
    .requiredOption('--user <id>', 'the user', parseInteger)
    .action(async (options: DisableOptions) => (await actions()).disableUser(terminal, options))
}

function createLogInLink(terminal: Terminal): Command {
  return createCommand('log-in-link', 'Make a link by which a user logs in to the portal, once and within 15 minutes.')
    .argument('<email>', 'login name')
    .option('--client <id>', 'the client, where users of several have this name', parseInteger)
    .action(async (email: string, options: LogInLinkOptions) =>
      (await actions()).makeLogInLink(terminal, email, options),
    )
}
