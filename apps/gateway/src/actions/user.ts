import type { CommonOptions } from '../common-options.ts'
import { noteCommand, notedAccounts } from '../note-commands.ts'
import { onlyUser } from '../only-user.ts'
import type { PasswordOptions } from '../password-options.ts'
import { logInLinkOf } from '../portal.ts'
import { readPassword } from '../read-password.ts'
import type { Terminal } from '../terminal.ts'
import { withEngine } from '../with-engine.ts'

export interface AddOptions extends CommonOptions, PasswordOptions {
  readonly client: number
  readonly email: string
  readonly channel?: number
  readonly role?: string
  readonly priority?: string
}

/** `user add`. */
export async function addUser(terminal: Terminal, options: AddOptions): Promise<void> {
  const password = await readPassword(terminal, options)
  await withEngine(terminal, options, async (engine, output) => {
    const { client: clientId, channel: channelId, email, role, priority } = options
    const { userId } = await notedAccounts(engine).addUser({ clientId, channelId, email, password, role, priority })
    output.result({ userId }, [`User ${userId} added. An API key: heliograph key add --user ${userId}`])
  })
}

export interface DisableOptions extends CommonOptions {
  readonly user: number
}

/** `user disable`. */
export function disableUser(terminal: Terminal, options: DisableOptions): Promise<void> {
  return withEngine(terminal, options, async (engine, output) => {
    await notedAccounts(engine).setUser({ userId: options.user, enabled: false })
    output.result({ userId: options.user, enabled: false }, [`User ${options.user} is disabled.`])
  })
}

export interface LogInLinkOptions extends CommonOptions {
  readonly client?: number
}

/** `user log-in-link`. */
export function makeLogInLink(terminal: Terminal, email: string, options: LogInLinkOptions): Promise<void> {
  return withEngine(terminal, options, async (engine, output, settings) => {
    const { userId, clientId, ...user } = await onlyUser(engine.provisioning, email, options.client)
    const { token, expiresAt } = await engine.loginLinks.create(userId)
    const act = { action: 'log-in-link-made', subject: `user ${userId}`, detail: { email: user.email } }
    await noteCommand(engine, { ...act, clientId })
    const link = logInLinkOf(settings.configuration.publicUrl, token)
    output.result({ userId, link, expiresAt }, [link])
  })
}
