import { GatewayError, type HttpRequest, type LoginResult, type Principal } from '@heliograph/contracts'
import { assertAdmitted, jsonResponse } from '@heliograph/wire'
import { Type } from 'typebox'
import { definePublicEndpoint } from '../endpoint.ts'
import type { PortalContext } from '../services.ts'
import { setCookie } from '../session-cookie.ts'
import { LIFETIME_MS } from '../sessions.ts'
import { describeSession, sessionSchema } from './session.ts'

/** Of one address; guesses are counted besides, by `Logins`. */
const ATTEMPTS = { name: 'portal.log-in', perMinute: 30 }

const logIn = definePublicEndpoint({
  method: 'POST',
  path: '/log-in',
  id: 'logIn',
  summary: 'Log in by e-mail and password',
  body: Type.Object(
    {
      email: Type.String({ maxLength: 254 }),
      password: Type.String({ maxLength: 1_024 }),
      clientId: Type.Optional(
        Type.Integer({ description: 'Needed only where users of several clients have the same e-mail and password.' }),
      ),
    },
    { additionalProperties: false },
  ),
  answer: sessionSchema,
  errors: ['unauthenticated', 'forbidden'],
  async handle(context, { body: { email, password, clientId }, request }) {
    const { addressLimits, logins } = context.services
    const { remoteAddress: address } = request
    assertAdmitted(addressLimits.admit(ATTEMPTS, address))
    const attempt = { origin: 'portal', account: email.trim(), password, clientId, address }
    return enter(context, request, principalOf(await logins.byPassword(attempt)))
  },
})

/** Throws for what is no good log-in. Which of e-mail and password is wrong is not told. */
export function principalOf(result: LoginResult): Principal {
  switch (result.kind) {
    case 'ok':
      return result.principal
    case 'unknown':
      throw new GatewayError('unauthenticated', 'wrong-log-in', 'E-mail or password is wrong')
    case 'disabled':
      throw new GatewayError('forbidden', 'account-disabled', 'This account is disabled')
    case 'locked': {
      const retryAfterSeconds = Math.ceil(result.retryAfterMs / 1_000)
      throw new GatewayError('throttled', 'locked', 'Too many attempts have failed', { retryAfterSeconds })
    }
  }
}

/** Opens a session, always a new one: what the browser had before is worth nothing. */
async function enter({ publicUrl, sessions }: PortalContext, request: HttpRequest, principal: Principal) {
  const browser = request.headers['user-agent'] ?? ''
  const { cookie, csrfToken } = await sessions.open(principal.userId, { address: request.remoteAddress, browser })
  const headers = { 'set-cookie': setCookie(cookie, LIFETIME_MS / 1_000, publicUrl()) }
  return { response: jsonResponse(200, describeSession(principal, csrfToken), headers) }
}

/** By which one logs in. */
export const logInEndpoints = [logIn]
