import { randomBytes } from 'node:crypto'
import { GatewayError } from '@heliograph/contracts'
import { jsonResponse } from '@heliograph/wire'
import { Type } from 'typebox'
import { definePublicEndpoint } from '../endpoint.ts'
import { CHALLENGE_MS } from '../passkeys/challenges.ts'
import { assertionSchema, optionsSchema } from '../passkeys/passkey-schemas.ts'
import { refuseProviderUser } from '../refuse-provider-user.ts'
import { cookieOf, PASSKEY_COOKIE, setCookie } from '../session-cookie.ts'
import { enter, LOG_IN_ATTEMPTS } from './enter.ts'
import { sessionSchema } from './session.ts'

const BROWSER = /^[\w-]{43}$/

const beginPasskeyLogIn = definePublicEndpoint({
  method: 'POST',
  path: '/log-in/passkey/options',
  id: 'beginPasskeyLogIn',
  summary: 'Start a login with a passkey',
  admission: LOG_IN_ATTEMPTS,
  answer: optionsSchema,
  errors: ['conflict'],
  async handle({ ceremonies, publicUrl }, { request }) {
    // A browser with several pages open keeps its name, so that each of them can go on.
    const known = cookieOf(request, publicUrl(), PASSKEY_COOKIE)
    const browser = BROWSER.test(known) ? known : randomBytes(32).toString('base64url')
    const options = await ceremonies.beginToLogIn(ownerOf(browser))
    const cookie = setCookie(browser, CHALLENGE_MS / 1_000, request, publicUrl(), PASSKEY_COOKIE)
    return { response: jsonResponse(200, { options }, { 'set-cookie': cookie }) }
  },
})

const logInByPasskey = definePublicEndpoint({
  method: 'POST',
  path: '/log-in/passkey',
  id: 'logInByPasskey',
  summary: 'Log in with a passkey. No password or code is needed',
  admission: LOG_IN_ATTEMPTS,
  body: Type.Object({ passkey: assertionSchema }, { additionalProperties: false }),
  answer: sessionSchema,
  errors: ['unauthenticated', 'forbidden'],
  async handle(context, { body: { passkey }, request }) {
    const { services, ceremonies, publicUrl } = context
    const owner = ownerOf(cookieOf(request, publicUrl(), PASSKEY_COOKIE))
    const attempt = { credentialId: passkey.id, origin: 'portal', address: request.remoteAddress }
    const userId = await services.passkeys.logIn(attempt, (key) => ceremonies.finishToLogIn(owner, key, passkey))
    const principal = userId === undefined ? undefined : await services.directory.byUser(userId, request)
    // All refusals look alike, so that they tell a stranger nothing of what is known here.
    if (principal === undefined)
      throw new GatewayError(
        'unauthenticated',
        'wrong-passkey',
        'The passkey was not accepted, or the request has expired',
      )
    refuseProviderUser(context, principal.email)
    return enter(context, request, principal, 'passkey')
  },
})

function ownerOf(browser: string): string {
  return `log-in ${browser}`
}

/** Logging in by a passkey. */
export const passkeyLogInEndpoints = [beginPasskeyLogIn, logInByPasskey]
