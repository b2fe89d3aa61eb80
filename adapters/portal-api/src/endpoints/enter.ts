import type { HttpRequest, Principal } from '@heliograph/contracts'
import { jsonResponse } from '@heliograph/wire'
import { Type } from 'typebox'
import type { PortalContext } from '../services.ts'
import { setCookie } from '../session-cookie.ts'
import { LIFETIME_MS, type SessionOrigin } from '../sessions.ts'
import { describeSession } from './session.ts'

/** Logins of an address; `Logins` also counts wrong guesses. */
export const LOG_IN_ATTEMPTS = { name: 'portal.log-in', perMinute: 30 }

export const secondFactorCodeSchema = Type.Optional(
  Type.String({
    maxLength: 50,
    description:
      'Code from the authenticator app, or a recovery code. Required for users with two-factor authentication; without it the error is `second-factor-needed`.',
  }),
)

/** Always opens a new session, and ignores one that the browser already had. */
export async function enter(
  { publicUrl, services, sessions }: PortalContext,
  request: HttpRequest,
  principal: Principal,
  via: SessionOrigin,
) {
  const { remoteAddress: address, headers: given } = request
  const from = { address, browser: given['user-agent'] ?? '', via }
  const { cookie, csrfToken } = await sessions.open(principal.userId, from)
  await services.auditLog.note(principal, { action: 'log-in', detail: { address, via } })
  const headers = { 'set-cookie': setCookie(cookie, LIFETIME_MS / 1_000, request, publicUrl()) }
  return { response: jsonResponse(200, describeSession(principal, csrfToken), headers) }
}
