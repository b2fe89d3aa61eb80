import type { UserRecord } from '@heliograph/contracts'
import type { Engine } from '@heliograph/engine'
import { CommandError } from './command-error.ts'

/**
 * Resolves with the enabled user who has this e-mail, of the given client if any. Throws when there is none, or more
 * than one.
 */
export async function onlyUser(
  provisioning: Pick<Engine['provisioning'], 'findUsersByEmail'>,
  email: string,
  clientId: number | undefined,
): Promise<UserRecord> {
  const users = await provisioning.findUsersByEmail(email)
  const fitting = users.filter((user) => clientId === undefined || user.clientId === clientId)
  const [user] = fitting
  if (user === undefined) throw new CommandError('user-not-found', `There is no enabled user '${email}'.`)
  if (fitting.length === 1) return user
  const clients = fitting.map((each) => each.clientId).join(', ')
  throw new CommandError(
    'several-users',
    `Several clients have a user '${email}': say which with --client (${clients}).`,
  )
}
