import { type ClientRecord, GatewayError, type Principal, type UserRecord } from '@heliograph/contracts'
import type { Actor } from './account-permissions.ts'

/** Where users and clients are looked up. */
interface Accounts {
  findUser(userId: number): Promise<UserRecord | undefined>
  listClients(clientId: number): Promise<readonly ClientRecord[]>
}

/**
 * The user behind a principal with its present role, which may have changed since the principal was found. An operator
 * may act for another client than its own. Throws `forbidden`/`send-only` for a principal whose credential reaches no
 * further than sending, `unauthenticated`/`account-disabled` when the user or its client has been disabled.
 */
export async function currentActor(accounts: Accounts, { userId, clientId, scope }: Principal): Promise<Actor> {
  if (scope !== 'portal') throw new GatewayError('forbidden', 'send-only', 'This credential can only send messages')
  const user = await accounts.findUser(userId)
  const isEnabled = user?.enabled && (await accounts.listClients(user.clientId))[0]?.enabled
  if (isEnabled && (user.clientId === clientId || user.role === 'operator')) return user
  throw new GatewayError('unauthenticated', 'account-disabled', 'This account is disabled')
}
