import { GatewayError, type Role } from '@heliograph/contracts'

/** A user with the role it has now: the one that asks, or the one that is asked about. */
export interface Actor {
  readonly userId: number
  readonly clientId: number
  readonly role: Role
}

/** Throws `forbidden`/`not-allowed` for all but operators. */
export function requireOperator(actor: Actor): void {
  if (actor.role !== 'operator') throw notAllowed()
}

/** Lets the users of a client pass, and operators. Throws `missing` for others: what belongs to another client does not exist. */
export function requireClient(actor: Actor, clientId: number, missing: GatewayError): void {
  if (actor.role !== 'operator' && actor.clientId !== clientId) throw missing
}

/** Lets those pass who keep the accounts of a client. Throws as the two above. */
export function requireAdmin(actor: Actor, clientId: number, missing: GatewayError): void {
  requireClient(actor, clientId, missing)
  requireAdminRole(actor)
}

/** Lets those pass who keep the accounts of their own client, or more. */
export function requireAdminRole({ role }: Actor): void {
  if (role === 'user') throw notAllowed()
}

/** Lets those pass who keep a user: what an operator may, no admin of its client may take over. */
export function requireKeeper(actor: Actor, user: Actor, missing: GatewayError): void {
  requireAdmin(actor, user.clientId, missing)
  if (user.role === 'operator') requireOperator(actor)
}

/** Lets the user itself pass, and those who keep it: for its keys and its password. */
export function requireHolder(actor: Actor, user: Actor, missing: GatewayError): void {
  if (actor.userId !== user.userId) requireKeeper(actor, user, missing)
}

/** Nobody gives away a role above their own. */
export function requireGrant(actor: Actor, role: string | undefined): void {
  if (role !== undefined && role.trim().toLowerCase() === 'operator') requireOperator(actor)
}

/** Throws `conflict`/`own-account` when users would take their own role or access away: they could not give it back. */
export function requireOther(
  actor: Actor,
  change: { readonly userId: number; readonly enabled?: boolean | undefined; readonly role?: string | undefined },
): void {
  if (actor.userId !== change.userId) return
  const isLess = change.enabled === false || (change.role !== undefined && change.role !== actor.role)
  if (isLess) throw new GatewayError('conflict', 'own-account', 'Your own role and access are for another to change')
}

function notAllowed(): GatewayError {
  return new GatewayError('forbidden', 'not-allowed', 'Your role does not allow this')
}
