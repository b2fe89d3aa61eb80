import type { GatewayError, HttpRequest, Principal } from '@heliograph/contracts'
import type { PortalServices } from './services.ts'

/**
 * Throws `refusal` unless the user's client accepts logins from the address of the request. For logins without a
 * password; `Logins` looks at the others itself.
 */
export async function requireNetwork(
  { directory }: Pick<PortalServices, 'directory'>,
  { userId }: Principal,
  request: HttpRequest,
  refusal: GatewayError,
): Promise<void> {
  if ((await directory.byUser(userId, request)) === undefined) throw refusal
}
