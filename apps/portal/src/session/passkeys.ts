import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { api, type Schemas } from '../api/requests.ts'

/** What proves that it is the user who changes something: the password, which is empty after a one-time link. */
export interface Proof {
  readonly presentPassword: string
}

/** Whether this browser can use passkeys on this page. `origin`: the only address at which the gateway takes them. */
export function canUsePasskeys(origin: string | null | undefined): boolean {
  return origin === window.location.origin && 'PublicKeyCredential' in window
}

/** Needed seldom, so no page waits for it. */
const library = () => import('@simplewebauthn/browser')

/** Logs in by a passkey that the user chooses in the browser. Throws `Problem`, or what the browser throws. */
export async function logInByPasskey(): Promise<void> {
  const [{ data }, { startAuthentication }] = await Promise.all([api.POST('/log-in/passkey/options'), library()])
  const optionsJSON = optionsOf<PublicKeyCredentialRequestOptionsJSON>(data)
  const passkey = (await startAuthentication({ optionsJSON })) as unknown as Schemas['PasskeyAssertion']
  await api.POST('/log-in/passkey', { body: { passkey } })
}

/** Makes a passkey for the user who is logged in. Throws `Problem`, or what the browser throws. */
export async function addPasskey(name: string, proof: Proof): Promise<void> {
  const [{ data }, { startRegistration }] = await Promise.all([
    api.POST('/account/passkeys/options', { body: given(proof) }),
    library(),
  ])
  const optionsJSON = optionsOf<PublicKeyCredentialCreationOptionsJSON>(data)
  const passkey = (await startRegistration({ optionsJSON })) as unknown as Schemas['PasskeyRegistration']
  await api.POST('/account/passkeys', { body: { name, passkey } })
}

export async function renamePasskey(passkeyId: number, name: string, proof: Proof): Promise<void> {
  const body = { name, ...given(proof) }
  await api.PATCH('/account/passkeys/{passkeyId}', { params: { path: { passkeyId } }, body })
}

export async function removePasskey(passkeyId: number, proof: Proof): Promise<void> {
  await api.DELETE('/account/passkeys/{passkeyId}', { params: { path: { passkeyId } }, body: given(proof) })
}

/** Whether the user closed the browser's dialogue, or took too long. */
export function wasGivenUp(thrown: unknown): boolean {
  return thrown instanceof Error && (thrown.name === 'NotAllowedError' || thrown.name === 'AbortError')
}

/** Whether the device has a passkey of this user already. */
export function isOnDevice(thrown: unknown): boolean {
  return thrown instanceof Error && thrown.name === 'InvalidStateError'
}

function given({ presentPassword }: Proof) {
  return presentPassword === '' ? {} : { presentPassword }
}

function optionsOf<T>(data: Schemas['PasskeyOptions'] | undefined): T {
  return data?.options as T
}
