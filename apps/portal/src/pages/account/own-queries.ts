import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser'
import { answerOf, api, queries, useReload } from '../../api/client.ts'

/** The sessions of the user who is logged in. */
export function useOwnSessions() {
  return queries.useQuery('get', '/account/sessions')
}

export function useReloadOwnSessions() {
  return useReload(['get', '/account/sessions'])
}

export function endSession(sessionId: string) {
  return api.DELETE('/account/sessions/{sessionId}', { params: { path: { sessionId } } })
}

export function endOtherSessions() {
  return api.DELETE('/account/sessions')
}

/** Answers with the keys that go on working. `presentPassword`: empty after a one-time link. */
export function setOwnPassword(password: string, presentPassword: string) {
  return answerOf(api.PUT('/account/password', { body: { password, ...proof(presentPassword) } }))
}

export function useOwnPasskeys() {
  return queries.useQuery('get', '/account/passkeys')
}

export function useReloadOwnPasskeys() {
  return useReload(['get', '/account/passkeys'])
}

/** Makes a passkey. Throws `Problem`, or what the browser throws. */
export async function addPasskey(name: string, presentPassword: string): Promise<void> {
  const [{ options: optionsJSON }, { startRegistration }] = await Promise.all([
    answerOf(api.POST('/account/passkeys/options', { body: proof(presentPassword) })),
    // Needed seldom, so no page waits for it.
    import('@simplewebauthn/browser'),
  ])
  if (!isCreation(optionsJSON)) throw new TypeError('No passkey can be made by these options')
  const made = await startRegistration({ optionsJSON })
  const passkey = { ...made, clientExtensionResults: { ...made.clientExtensionResults } }
  await api.POST('/account/passkeys', { body: { name, passkey } })
}

/** The browser itself checks the rest. */
function isCreation(options: object): options is PublicKeyCredentialCreationOptionsJSON {
  return 'challenge' in options && 'user' in options
}

export function renamePasskey(passkeyId: number, name: string, presentPassword: string) {
  const body = { name, ...proof(presentPassword) }
  return api.PATCH('/account/passkeys/{passkeyId}', { params: { path: { passkeyId } }, body })
}

export function removePasskey(passkeyId: number, presentPassword: string) {
  const params = { path: { passkeyId } }
  return api.DELETE('/account/passkeys/{passkeyId}', { params, body: proof(presentPassword) })
}

export function useOwnSecondFactor() {
  return queries.useQuery('get', '/account/second-factor')
}

export function useReloadOwnSecondFactor() {
  return useReload(['get', '/account/second-factor'])
}

/** Begins to set up an authenticator app. */
export function draftSecondFactor(presentPassword: string) {
  return answerOf(api.POST('/account/second-factor', { body: proof(presentPassword) }))
}

/** Sets it up; answers with the recovery codes. */
export function confirmSecondFactor(code: string) {
  return answerOf(api.POST('/account/second-factor/confirm', { body: { code } }))
}

export function removeSecondFactor(code: string) {
  return api.DELETE('/account/second-factor', { body: { code } })
}

/** What proves that it is the user who changes something; empty after a one-time link. */
function proof(presentPassword: string) {
  return presentPassword === '' ? {} : { presentPassword }
}
