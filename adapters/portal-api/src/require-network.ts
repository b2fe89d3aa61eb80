import type { GatewayError, HttpRequest, Principal } from '@heliograph/contracts'
import type { PortalServices } from './services.ts'

/**
 * Throws `refusal` unless the user's client accepts log-ins from where the request came from, for log-ins by something
 * else than a password.
 */
export async function requireNetwork(
  { directory }: Pick<PortalServices, 'directory'>,
  { userId }: Principal,
  request: HttpRequest,
  refusal: GatewayError,
): Promise<void> {
  if ((await directory.byUser(userId, request)) === undefined) throw refusal
}
