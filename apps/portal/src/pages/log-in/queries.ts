import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'
import { answerOf, api } from '../../api/requests.ts'

/** The code of an authenticator app, for users who have one. */
interface Code {
  readonly code?: string
}

export function logInByPassword(body: Code & { readonly email: string; readonly password: string }) {
  return api.POST('/log-in', { body })
}

/** `token`: that of a one-time link. */
export function logInByLink(body: Code & { readonly token: string }) {
  return api.POST('/log-in/link', { body })
}

/** `query`: what the identity provider sent the browser back with. */
export function logInByProvider(body: Code & { readonly query: string }) {
  return api.POST('/log-in/provider/return', { body })
}

/** Sets a password and logs in. `token`: that of the link that was mailed. */
export function setPasswordByLink(body: Code & { readonly token: string; readonly password: string }) {
  return api.POST('/log-in/password', { body })
}

/** Has a link mailed by which a password is set. */
export function requestPasswordLink(email: string, language: string) {
  return api.POST('/log-in/forgotten', { body: { email, language } })
}

/** The identity provider, and where passkeys can be used. */
export function loadOtherWays() {
  return answerOf(api.GET('/log-in/provider'))
}

/** Begins a login at the identity provider; answers with its address. */
export function beginAtProvider() {
  return answerOf(api.POST('/log-in/provider'))
}

/** Logs in by a passkey that the user chooses in the browser. Throws `Problem`, or what the browser throws. */
export async function logInByPasskey(): Promise<void> {
  const [{ options: optionsJSON }, { startAuthentication }] = await Promise.all([
    answerOf(api.POST('/log-in/passkey/options')),
    // Needed seldom, so no page waits for it.
    import('@simplewebauthn/browser'),
  ])
  if (!isRequest(optionsJSON)) throw new TypeError('No passkey can be asked for by these options')
  const found = await startAuthentication({ optionsJSON })
  const passkey = { ...found, clientExtensionResults: { ...found.clientExtensionResults } }
  await api.POST('/log-in/passkey', { body: { passkey } })
}

/** The browser itself checks the rest. */
function isRequest(options: object): options is PublicKeyCredentialRequestOptionsJSON {
  return 'challenge' in options
}
