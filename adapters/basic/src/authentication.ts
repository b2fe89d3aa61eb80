import type { HttpRequest, KnownIdentity, LoginAttempt } from '@heliograph/contracts'
import {
  BEARER_OR_API_KEY,
  type Credential,
  type CredentialForm,
  type Parameters,
  parseWhole,
  readCredential,
  X_API_KEY,
} from '@heliograph/wire'
import { refusal } from './errors.ts'
import type { BasicServices } from './services.ts'

/** The parameters of a login. */
export const LOGIN = ['username', 'password', 'clientid'] as const

/** The credentials of the interface, in their order of precedence. */
const FORMS: readonly CredentialForm[] = [
  X_API_KEY,
  BEARER_OR_API_KEY,
  { kind: 'login', account: 'username', password: 'password', client: 'clientid' },
]

/**
 * Resolves with the sender of a request. Throws `unauthenticated`/`ERR-90001` for an invalid key. Throws `invalid`, for
 * which old clients expect the status 200, with `ERR-101` when there is no complete credential and with `ERR-90001`
 * when a login fails.
 */
export async function authenticate(
  { directory, logins }: Pick<BasicServices, 'directory' | 'logins'>,
  caller: Pick<HttpRequest, 'headers' | 'remoteAddress'>,
  parameters: Parameters,
): Promise<KnownIdentity> {
  const credential = readCredential(FORMS, caller.headers, parameters)
  if (credential?.kind === 'key') {
    const principal = await directory.byApiKey(credential.key, caller)
    if (principal === undefined) throw refusal('ERR-90001', 'unauthenticated')
    return { principal, secret: credential.key }
  }
  const attempt = attemptOf(credential, caller.remoteAddress)
  const result = await logins.byPassword(attempt)
  if (result.kind !== 'ok') throw refusal('ERR-90001')
  return { principal: result.principal, secret: attempt.password }
}

function attemptOf(credential: Credential | undefined, address: string): LoginAttempt {
  if (credential?.kind !== 'login') throw refusal('ERR-101')
  const { account, password, client } = credential
  if (account === '' || password === '' || client === '') throw refusal('ERR-101')
  const clientId = parseWhole(client, 1, Number.MAX_SAFE_INTEGER)
  if (clientId === undefined) throw refusal('ERR-90001')
  return { origin: 'basic', account, password, clientId, address }
}
