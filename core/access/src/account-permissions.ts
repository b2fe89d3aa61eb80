import { GatewayError, type Role } from '@heliograph/contracts'

/** A user with its present role: the caller, or the user that the call concerns. */
export interface Actor {
  readonly userId: number
  readonly clientId: number
  readonly role: Role
}

/** Throws `forbidden`/`not-allowed` for all but operators. */
export function requireOperator(actor: Actor): void {
  if (actor.role !== 'operator') throw notAllowed()
}

/**
 * Accepts the users of a client, and operators. Throws `missing` for others: what belongs to another client does not
 * exist for them.
 */
export function requireClient(actor: Actor, clientId: number, missing: GatewayError): void {
  if (actor.role !== 'operator' && actor.clientId !== clientId) throw missing
}

/** Accepts users who manage the accounts of a client. Throws as the two above. */
export function requireAdmin(actor: Actor, clientId: number, missing: GatewayError): void {
  requireClient(actor, clientId, missing)
  requireAdminRole(actor)
}

/** Accepts users who manage the accounts of their own client, or more. */
export function requireAdminRole({ role }: Actor): void {
  if (role === 'user') throw notAllowed()
}

/** Accepts users who manage another user: an admin must not take over what an operator of its client may do. */
export function requireKeeper(actor: Actor, user: Actor, missing: GatewayError): void {
  requireAdmin(actor, user.clientId, missing)
  if (user.role === 'operator') requireOperator(actor)
}

/** Accepts the user itself, and those who manage it: for its keys and its password. */
export function requireHolder(actor: Actor, user: Actor, missing: GatewayError): void {
  if (actor.userId !== user.userId) requireKeeper(actor, user, missing)
}

/** Users cannot grant a role above their own. */
export function requireGrant(actor: Actor, role: string | undefined): void {
  if (role !== undefined && role.trim().toLowerCase() === 'operator') requireOperator(actor)
}

/**
 * Throws `conflict`/`own-account` when users would take away their own role or access, because they could not restore
 * it.
 */
export function requireOther(
  actor: Actor,
  change: { readonly userId: number; readonly enabled?: boolean | undefined; readonly role?: string | undefined },
): void {
  if (actor.userId !== change.userId) return
  const isLess = change.enabled === false || (change.role !== undefined && change.role !== actor.role)
  if (isLess) throw new GatewayError('conflict', 'own-account', 'You cannot take away your own role or access')
}

function notAllowed(): GatewayError {
  return new GatewayError('forbidden', 'not-allowed', 'Your role does not allow this')
}
