import { GatewayError, type HttpRequest, type Principal } from '@heliograph/contracts'
import { jsonResponse } from '@heliograph/wire'
import { Type } from 'typebox'
import { definePublicEndpoint } from '../endpoint.ts'
import { principalOf } from '../log-in-result.ts'
import { requireSecondFactor } from '../second-factor.ts'
import type { PortalContext } from '../services.ts'
import { setCookie } from '../session-cookie.ts'
import { LIFETIME_MS, type SessionOrigin } from '../sessions.ts'
import { describeSession, sessionSchema } from './session.ts'

/** Per address; `Logins` also counts wrong guesses. */
const ATTEMPTS = { name: 'portal.log-in', perMinute: 30 }

const codeSchema = Type.Optional(
  Type.String({
    maxLength: 50,
    description:
      'Of the authenticator app, or a recovery code, for users with a second factor: without one the error is `second-factor-needed`.',
  }),
)

const logIn = definePublicEndpoint({
  method: 'POST',
  path: '/log-in',
  id: 'logIn',
  summary: 'Log in by e-mail and password',
  admission: ATTEMPTS,
  body: Type.Object(
    {
      email: Type.String({ maxLength: 254 }),
      password: Type.String({ maxLength: 1_024 }),
      clientId: Type.Optional(
        Type.Integer({ description: 'Needed only where users of several clients have the same e-mail and password.' }),
      ),
      code: codeSchema,
    },
    { additionalProperties: false },
  ),
  answer: sessionSchema,
  errors: ['unauthenticated', 'forbidden'],
  async handle(context, { body: { email, password, clientId, code }, request }) {
    const { logins } = context.services
    const { remoteAddress: address } = request
    const attempt = { origin: 'portal', account: email.trim(), password, clientId, address, asksSecondFactor: true }
    const principal = principalOf(await logins.byPassword(attempt))
    await requireSecondFactor(context.services, principal, code, address)
    return enter(context, request, principal, 'password')
  },
})

const logInByLink = definePublicEndpoint({
  method: 'POST',
  path: '/log-in/link',
  id: 'logInByLink',
  summary: 'Log in by a one-time link',
  admission: ATTEMPTS,
  body: Type.Object(
    { token: Type.String({ maxLength: 200, description: 'What stands behind `#` in the link.' }), code: codeSchema },
    { additionalProperties: false },
  ),
  answer: sessionSchema,
  errors: ['unauthenticated'],
  async handle(context, { body: { token, code }, request }) {
    const { loginLinks } = context.services
    const { remoteAddress: address } = request
    // The code is checked first: a wrong one must not use up the link.
    const known = await loginLinks.find(token)
    if (known === undefined) throw uselessLink()
    await requireSecondFactor(context.services, known, code, address)
    const principal = await loginLinks.redeem(token)
    if (principal === undefined) throw uselessLink()
    return enter(context, request, principal, 'link')
  },
})

function uselessLink(): GatewayError {
  return new GatewayError('unauthenticated', 'useless-link', 'This link was used already, or is over; ask for another')
}

/** Always opens a new session, and ignores one that the browser already had. */
async function enter(
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

/** Endpoints that log a user in. */
export const logInEndpoints = [logIn, logInByLink]
