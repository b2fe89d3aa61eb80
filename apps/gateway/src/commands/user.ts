import { ROLES } from '@heliograph/contracts'
import { Command, Option } from 'commander'
import { type CommonOptions, createCommand } from '../common-options.ts'
import { noteCommand, notedAccounts } from '../note-commands.ts'
import { onlyUser } from '../only-user.ts'
import { parseInteger } from '../parse-option.ts'
import { addPasswordOptions, type PasswordOptions, readPassword } from '../password-options.ts'
import { logInLinkOf } from '../portal.ts'
import type { Terminal } from '../terminal.ts'
import { withEngine } from '../with-engine.ts'
import { createRemoveSecondFactor, createSetPassword } from './user-access.ts'

export function createUserCommand(terminal: Terminal): Command {
  return new Command('user')
    .description('Users of clients.')
    .addCommand(createAdd(terminal))
    .addCommand(createDisable(terminal))
    .addCommand(createLogInLink(terminal))
    .addCommand(createSetPassword(terminal))
    .addCommand(createRemoveSecondFactor(terminal))
}

interface AddOptions extends CommonOptions, PasswordOptions {
  readonly client: number
  readonly email: string
  readonly channel?: number
  readonly role?: string
  readonly priority?: string
}

function createAdd(terminal: Terminal): Command {
  const command = createCommand('add', 'Add a user to a client.')
    .requiredOption('--client <id>', 'the client', parseInteger)
    .requiredOption('--email <address>', 'login name')
  return addPasswordOptions(command)
    .option('--channel <id>', "channel the user sends from (default: the client's)", parseInteger)
    .addOption(new Option('--role <role>', 'what the user may do').choices(ROLES))
    .option('--priority <name>', 'CRITICAL, HIGH, NORMAL, LOW or BULK; beats the default of every interface')
    .action(async (options: AddOptions) => {
      const password = await readPassword(terminal, options)
      await withEngine(terminal, options, async (engine, output) => {
        const { client: clientId, channel: channelId, email, role, priority } = options
        const { userId } = await notedAccounts(engine).addUser({ clientId, channelId, email, password, role, priority })
        output.result({ userId }, [`User ${userId} added. An API key: heliograph key add --user ${userId}`])
      })
    })
}

interface DisableOptions extends CommonOptions {
  readonly user: number
}

function createDisable(terminal: Terminal): Command {
  return createCommand('disable', 'Stop a user: keys and logins no longer work.')
    .requiredOption('--user <id>', 'the user', parseInteger)
    .action((options: DisableOptions) =>
      withEngine(terminal, options, async (engine, output) => {
        await notedAccounts(engine).setUser({ userId: options.user, enabled: false })
        output.result({ userId: options.user, enabled: false }, [`User ${options.user} is disabled.`])
      }),
    )
}

interface LogInLinkOptions extends CommonOptions {
  readonly client?: number
}

function createLogInLink(terminal: Terminal): Command {
  return createCommand('log-in-link', 'Make a link by which a user logs in to the portal, once and within 15 minutes.')
    .argument('<email>', 'login name')
    .option('--client <id>', 'the client, where users of several have this name', parseInteger)
    .action((email: string, options: LogInLinkOptions) =>
      withEngine(terminal, options, async (engine, output, settings) => {
        const { userId, clientId, ...user } = await onlyUser(engine.provisioning, email, options.client)
        const { token, expiresAt } = await engine.loginLinks.create(userId)
        const act = { action: 'log-in-link-made', subject: `user ${userId}`, detail: { email: user.email } }
        await noteCommand(engine, { ...act, clientId })
        const link = logInLinkOf(settings.configuration.publicUrl, token)
        output.result({ userId, link, expiresAt }, [link])
      }),
    )
}
