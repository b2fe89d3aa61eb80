import { GatewayError, type HttpRequestHead, hasTokenForm, type KnownIdentity } from '@heliograph/contracts'
import { accountOf, BASIC, type CredentialForm, findByLogin, type Parameters, readCredential } from '@heliograph/wire'
import type { InfobipServices } from './services.ts'

/** The name of this interface in logs and reports. */
export const ORIGIN = 'infobip'

/**
 * `App` has an API key. `Bearer` and `IBSSO` have an access token, or an API key that a client has as a setting where
 * Infobip has a token. They are told apart by their form, whatever the scheme.
 */
const HEADER: readonly CredentialForm[] = [{ kind: 'authorization', schemes: ['App', 'Bearer', 'IBSSO'] }, BASIC]

/** The login of `text/query`, where the header has none. */
const HEADER_OR_QUERY: readonly CredentialForm[] = [
  ...HEADER,
  { kind: 'login', account: 'username', password: 'password' },
]

/** What tells who sends a request. */
type Sender = Pick<HttpRequestHead, 'headers' | 'remoteAddress'>

/** The services that know senders. */
type Gatekeepers = Pick<InfobipServices, 'directory' | 'logins' | 'tokens'>

/**
 * Resolves with the sender of a request: by an API key or access token, or by e-mail with one of the user's API keys or
 * its password.
 *
 * @param parameters those of the query, where a login may be there
 * @throws `unauthenticated`, and `unavailable` while that cannot be checked
 */
export async function identify(services: Gatekeepers, sender: Sender, parameters?: Parameters): Promise<KnownIdentity> {
  const credential = readCredential(parameters === undefined ? HEADER : HEADER_OR_QUERY, sender.headers, parameters)
  if (credential === undefined) throw refused('missing-credentials', 'Credentials are missing')
  if (credential.kind === 'key') return ownerOf(credential.key, services, sender)
  const login = { origin: ORIGIN, account: accountOf(credential.account, ''), password: credential.password }
  const principal = await findByLogin(services, login, sender)
  if (principal === undefined) throw refused('invalid-login', 'Invalid login details')
  return { principal, secret: credential.password }
}

/** What stands behind `App`, `Bearer` or `IBSSO`. Throws `unauthenticated` when none of them is there. */
export function headerKeyOf(headers: Sender['headers']): string {
  const credential = readCredential(HEADER, headers)
  if (credential?.kind !== 'key') throw refused('missing-credentials', 'Credentials are missing')
  return credential.key
}

/** Resolves with the owner of what stands behind `App`, `Bearer` or `IBSSO`. Throws as `identify` does. */
export async function ownerOf(key: string, { directory, tokens }: Gatekeepers, sender: Sender): Promise<KnownIdentity> {
  if (hasTokenForm(key)) {
    const principal = await tokens.find(key, sender)
    if (principal === undefined) throw refused('invalid-token', 'Invalid access token')
    return { principal, secret: key }
  }
  const owner = await directory.byApiKey(key, sender)
  if (owner === undefined) throw refused('invalid-api-key', 'Invalid API key')
  return { principal: owner, secret: key }
}

export function refused(code: string, text: string): GatewayError {
  return new GatewayError('unauthenticated', code, text)
}
