import { GatewayError, type HttpRequestHead, type Principal } from '@heliograph/contracts'
import { BASIC, type CredentialForm, type Parameters, readCredential } from '@heliograph/wire'
import type { InfobipServices } from './services.ts'

/** The name of this interface in logs and reports. */
export const ORIGIN = 'infobip'

/**
 * `App` has an API key. So have `Bearer` and `IBSSO`, where Infobip has tokens that a log-in hands out: clients that
 * hold one as a setting put the key in its place.
 */
const HEADER: readonly CredentialForm[] = [{ kind: 'authorization', schemes: ['App', 'Bearer', 'IBSSO'] }, BASIC]

/** The log-in of `text/query`, where the header has none. */
const HEADER_OR_QUERY: readonly CredentialForm[] = [
  ...HEADER,
  { kind: 'login', account: 'username', password: 'password' },
]

/** What tells who sends a request. */
type Sender = Pick<HttpRequestHead, 'headers' | 'remoteAddress'>

/**
 * Resolves with the sender of a request: by an API key, or by e-mail with one of the user's API keys or its password.
 *
 * @param parameters those of the query, where a log-in may be there
 * @throws `unauthenticated`, and `unavailable` while that cannot be checked
 */
export async function identify(
  { directory, logins }: Pick<InfobipServices, 'directory' | 'logins'>,
  sender: Sender,
  parameters?: Parameters,
): Promise<Principal> {
  const credential = readCredential(parameters === undefined ? HEADER : HEADER_OR_QUERY, sender.headers, parameters)
  if (credential === undefined) throw refused('missing-credentials', 'Credentials are missing')
  if (credential.kind === 'key') return ownerOf(credential.key, directory, sender)
  const account = credential.account.trim().toLowerCase()
  const { password } = credential
  if (account === '' || password === '') throw refused('invalid-login', 'Invalid login details')
  const owner = await directory.byApiKey(password, sender)
  if (owner?.email === account) return owner
  const result = await logins.byPassword({ origin: ORIGIN, account, password, address: sender.remoteAddress })
  if (result.kind !== 'ok') throw refused('invalid-login', 'Invalid login details')
  return result.principal
}

/** Resolves with the owner of what stands behind `App`, `Bearer` or `IBSSO`. */
async function ownerOf(key: string, directory: InfobipServices['directory'], sender: Sender): Promise<Principal> {
  const owner = await directory.byApiKey(key, sender)
  if (owner === undefined) throw refused('invalid-api-key', 'Invalid API key')
  return owner
}

function refused(code: string, text: string): GatewayError {
  return new GatewayError('unauthenticated', code, text)
}
