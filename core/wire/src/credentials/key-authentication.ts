import type { AuthenticatedRoute, Directory, HttpRequest, RequestIdentity, RouteSpec } from '@heliograph/contracts'
import { type KeyFinder, limitStrangers } from './stranger-limit.ts'

/** A request of an interface whose key stands among what has to be read. */
export interface KeyedRequest<T> extends RequestIdentity {
  /** What was read besides the key. */
  readonly given: T
}

/** How a route with such an interface authenticates. */
export interface KeyAuthentication<T> {
  /** Absent: the key cannot be found before the rest is read. */
  readonly admit: RouteSpec['admit']
  readonly authenticate: AuthenticatedRoute<KeyedRequest<T>>['authenticate']
}

/**
 * Authenticates by an API key that is read with the rest of a request, because the interface reports what is wrong with
 * the rest before a key that is not known. The principal is undefined for such a key. The key is looked up once.
 *
 * @param read throws what the interface answers to a request that cannot be read
 * @param findKey finds the key beforehand, so that large bodies are read for known senders only. A route whose requests
 *   are small does without.
 */
export function authenticateByKey<T>(
  directory: Pick<Directory, 'byApiKey'>,
  read: (request: HttpRequest) => { readonly key: string; readonly given: T },
  findKey?: KeyFinder,
): KeyAuthentication<T> {
  const strangers = findKey && limitStrangers(directory, findKey)
  return {
    admit: strangers?.admit,
    async authenticate(request) {
      const sender = await strangers?.check(request)
      const { key, given } = read(request)
      const principal = sender?.key === key ? sender.principal : await directory.byApiKey(key, request)
      return { principal, secret: key, given }
    },
  }
}
