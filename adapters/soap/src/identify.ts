import type { Caller, RequestIdentity } from '@heliograph/contracts'
import type { KnownSender } from '@heliograph/wire'
import type { ReadCall } from './method.ts'
import type { SoapServices } from './services.ts'

const NOBODY: RequestIdentity = { principal: undefined, secret: undefined }

/**
 * Finds the user of a credential; none when it is absent or not good.
 *
 * @param sender of a large request, whose key has been looked up already
 */
export async function identify(
  { directory, logins }: Pick<SoapServices, 'directory' | 'logins'>,
  credential: ReadCall<unknown>['credential'],
  caller: Caller,
  sender: KnownSender | undefined,
): Promise<RequestIdentity> {
  if (credential === undefined) return NOBODY
  if (credential.kind === 'key') {
    const { key } = credential
    const principal = sender?.key === key ? sender.principal : await directory.byApiKey(key, caller)
    return { principal, secret: key }
  }
  const { attempt } = credential
  const result = await logins.byPassword(attempt)
  return result.kind === 'ok' ? { principal: result.principal, secret: attempt.password } : NOBODY
}
