import { GatewayError } from '@heliograph/contracts'
import { Type } from 'typebox'
import { definePublicEndpoint } from '../endpoint.ts'
import { principalOf } from '../login-result.ts'
import { refuseProviderUser } from '../refuse-provider-user.ts'
import { requireNetwork } from '../require-network.ts'
import { requireSecondFactor } from '../second-factor.ts'
import { enter, LOG_IN_ATTEMPTS, secondFactorCodeSchema } from './enter.ts'
import { sessionSchema } from './session.ts'

const logIn = definePublicEndpoint({
  method: 'POST',
  path: '/log-in',
  id: 'logIn',
  summary: 'Log in with e-mail and password',
  admission: LOG_IN_ATTEMPTS,
  body: Type.Object(
    {
      email: Type.String({ maxLength: 254 }),
      password: Type.String({ maxLength: 1_024 }),
      clientId: Type.Optional(
        Type.Integer({
          description: 'Required only if users of several clients have the same e-mail address and password.',
        }),
      ),
      code: secondFactorCodeSchema,
    },
    { additionalProperties: false },
  ),
  answer: sessionSchema,
  errors: ['unauthenticated', 'forbidden'],
  async handle(context, { body: { email, password, clientId, code }, request }) {
    const { logins } = context.services
    const { remoteAddress: address } = request
    refuseProviderUser(context, email.trim())
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
  summary: 'Log in with a one-time link',
  admission: LOG_IN_ATTEMPTS,
  body: Type.Object(
    {
      token: Type.String({ maxLength: 200, description: 'Fragment of the link, without the `#`.' }),
      code: secondFactorCodeSchema,
    },
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
    await requireNetwork(context.services, known, request, uselessLink())
    await requireSecondFactor(context.services, known, code, address)
    const principal = await loginLinks.redeem(token)
    if (principal === undefined) throw uselessLink()
    return enter(context, request, principal, 'link')
  },
})

function uselessLink(): GatewayError {
  return new GatewayError(
    'unauthenticated',
    'useless-link',
    'This link has expired or was already used; request a new one',
  )
}

/** Endpoints that log a user in. */
export const logInEndpoints = [logIn, logInByLink]
