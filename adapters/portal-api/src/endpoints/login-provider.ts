import { GatewayError, type HttpRequest, type Principal, type VouchedResult } from '@heliograph/contracts'
import { jsonResponse } from '@heliograph/wire'
import { Type } from 'typebox'
import { definePublicEndpoint } from '../endpoint.ts'
import { principalOf } from '../login-result.ts'
import { DEPARTURE_MS } from '../provider/departures.ts'
import type { ProviderUser } from '../provider/provider.ts'
import { isVouchedFor, type ProviderConfig, ruleFor } from '../provider/provider-config.ts'
import type { ProviderLogins } from '../provider/provider-logins.ts'
import { requireNetwork } from '../require-network.ts'
import { nullable } from '../schemas.ts'
import { requireSecondFactor } from '../second-factor.ts'
import type { PortalContext } from '../services.ts'
import { cookieOf, DEPARTURE_COOKIE, setCookie } from '../session-cookie.ts'
import { enter, LOG_IN_ATTEMPTS, secondFactorCodeSchema } from './enter.ts'
import { sessionSchema } from './session.ts'

const getProvider = definePublicEndpoint({
  method: 'GET',
  path: '/log-in/provider',
  id: 'getLogInProvider',
  summary: 'Get the identity provider, and where passkeys can be used',
  admission: { name: 'portal.log-in-page', perMinute: 120 },
  answer: Type.Object(
    {
      name: nullable(
        Type.String({ description: 'Display name of the identity provider.' }),
        'Null if none is configured.',
      ),
      passkeyOrigin: nullable(Type.String(), 'The only site where passkeys work. Null if they cannot be used.'),
    },
    { title: 'LogInProvider' },
  ),
  async handle({ ceremonies, providerLogins }) {
    return { name: providerLogins?.provider.config.name ?? null, passkeyOrigin: ceremonies.origin() }
  },
})

const goToProvider = definePublicEndpoint({
  method: 'POST',
  path: '/log-in/provider',
  id: 'goToProvider',
  summary: 'Start a login with the identity provider',
  admission: LOG_IN_ATTEMPTS,
  answer: Type.Object(
    { url: Type.String({ description: 'URL to redirect the browser to.' }) },
    { title: 'ProviderUrl' },
  ),
  errors: ['not-found', 'unavailable'],
  async handle(context, { request }) {
    const { provider, departures } = requireProvider(context)
    const { url, state, nonce, verifier } = await provider.begin()
    await departures.set(state, { kind: 'away', nonce, verifier })
    const cookie = setCookie(state, DEPARTURE_MS / 1_000, request, context.publicUrl(), DEPARTURE_COOKIE)
    return { response: jsonResponse(200, { url }, { 'set-cookie': cookie }) }
  },
})

const logInByProvider = definePublicEndpoint({
  method: 'POST',
  path: '/log-in/provider/return',
  id: 'logInByProvider',
  summary: 'Complete a login with the identity provider',
  admission: LOG_IN_ATTEMPTS,
  body: Type.Object(
    {
      query: Type.String({ maxLength: 3_500, description: 'Query string of the redirect, without the `?`.' }),
      code: secondFactorCodeSchema,
    },
    { additionalProperties: false },
  ),
  answer: sessionSchema,
  errors: ['unauthenticated', 'forbidden', 'not-found', 'unavailable'],
  async handle(context, { body: { query, code }, request }) {
    const logIns = requireProvider(context)
    const parameters = new URLSearchParams(query)
    const state = stateOf(context, request, parameters)
    const principal = await comeBack(context, logIns, state, parameters)
    await requireNetwork(context.services, principal, request, unknownUser())
    await requireSecondFactor(context.services, principal, code, request.remoteAddress)
    await logIns.departures.delete(state)
    return enter(context, request, principal, 'provider')
  },
})

/** Only the browser that was sent away may come back: it has the state in a cookie. */
function stateOf({ publicUrl }: PortalContext, request: HttpRequest, parameters: URLSearchParams): string {
  const state = parameters.get('state') ?? ''
  if (state === '' || cookieOf(request, publicUrl(), DEPARTURE_COOKIE) !== state) throw stranger()
  return state
}

/** The user that the provider vouches for. Its code works once, so the user that came back is kept. */
async function comeBack(
  { services }: PortalContext,
  { provider, departures }: ProviderLogins,
  state: string,
  parameters: URLSearchParams,
): Promise<Principal> {
  const departure = await departures.get(state)
  if (departure === undefined) throw stranger()
  if (departure.kind === 'back') return (await services.directory.byUser(departure.userId)) ?? raise(stranger())
  await departures.delete(state)
  const user = await provider.finish(parameters, state, departure)
  if (!isVouchedFor(provider.config, user.email)) throw unknownUser()
  const result = await settle(services, provider.config, user)
  if (result.kind === 'unknown') throw unknownUser()
  const principal = principalOf(result)
  await departures.set(state, { kind: 'back', userId: principal.userId })
  return principal
}

/** The user as it is kept here, or as the configuration makes it of what the provider says. */
async function settle(
  { vouchedLogins }: PortalContext['services'],
  { mapping }: ProviderConfig,
  { email, values }: ProviderUser,
): Promise<VouchedResult> {
  if (mapping === undefined) return vouchedLogins.byEmail(email)
  const rule = ruleFor(mapping, values)
  if (rule === undefined) return { kind: 'unknown' }
  return vouchedLogins.settle({ email, clientId: rule.client, role: rule.role }, mapping.makeUsers)
}

function requireProvider({ providerLogins }: PortalContext): ProviderLogins {
  return providerLogins ?? raise(new GatewayError('not-found', 'no-provider', 'No identity provider is configured'))
}

function stranger(): GatewayError {
  return new GatewayError('unauthenticated', 'provider-refused', 'This login is unknown or has expired; try again')
}

function unknownUser(): GatewayError {
  return new GatewayError('unauthenticated', 'unknown-user', 'No user of this gateway has your e-mail address')
}

function raise(error: GatewayError): never {
  throw error
}

/** Logging in by an identity provider. */
export const providerEndpoints = [getProvider, goToProvider, logInByProvider]
