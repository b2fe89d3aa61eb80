import {
  GatewayError,
  type HttpRequest,
  type HttpRequestHead,
  type Principal,
  type RequestIdentity,
} from '@heliograph/contracts'
import { assertAdmitted, BEARER_OR_API_KEY, parseWhole, readCredential, X_API_KEY } from '@heliograph/wire'
import { assertSameSite, assertToken } from './cross-site.ts'
import type { Credential } from './endpoint.ts'
import type { PortalContext } from './services.ts'
import { cookieOf } from './session-cookie.ts'

/** Who sends a request: its user, whichever client it looks at. */
export interface Sender extends RequestIdentity {
  readonly principal: Principal
  readonly credential: Credential
}

/**
 * Per minute, for all sessions of a user together: the client's own limit is meant for programs, and pages request
 * often.
 */
const REQUESTS_OF_SESSIONS = 1_200

/**
 * Counts a request, and finds the client that its sender acts for. Throws `throttled`, and
 * `not-found`/`client-not-found` for a client that the sender may not act for.
 */
export async function admitSender(
  { services: { directory, rateLimits } }: PortalContext,
  { principal: self, credential }: Sender,
  { query }: HttpRequest,
): Promise<Principal> {
  const rateLimit = credential.kind === 'key' ? self.rateLimit : REQUESTS_OF_SESSIONS
  assertAdmitted(rateLimits.admit({ ...self, rateLimit }))
  const client = new URLSearchParams(query).get('client') || undefined
  return client === undefined ? self : directory.actingFor(self, clientIdOf(client))
}

/**
 * Finds out who sends a request, by its head alone. An API key alone decides; without one, the cookie of a session
 * does. Throws `unauthenticated`, and `forbidden`/`cross-site` for a change that a page of another site may have made
 * the browser send.
 */
export async function identify(context: PortalContext, head: HttpRequestHead): Promise<Sender> {
  return (await byKey(context, head)) ?? (await bySession(context, head))
}

async function byKey({ services }: PortalContext, request: HttpRequestHead): Promise<Sender | undefined> {
  const credential = readCredential([X_API_KEY, BEARER_OR_API_KEY], request.headers)
  if (credential?.kind !== 'key') return undefined
  const principal = await services.directory.byApiKey(credential.key, request, 'portal')
  if (principal === undefined) throw new GatewayError('unauthenticated', 'invalid-api-key', 'Unknown API key')
  return { principal, secret: credential.key, credential: { kind: 'key' } }
}

async function bySession({ services, sessions, publicUrl }: PortalContext, request: HttpRequestHead): Promise<Sender> {
  const found = await sessions.find(cookieOf(request, publicUrl()))
  const principal = found && (await services.directory.byUser(found.userId, request))
  if (found === undefined || principal === undefined)
    throw new GatewayError('unauthenticated', 'not-logged-in', 'Log in, or send an API key')
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    assertSameSite(request, publicUrl())
    assertToken(request, found.csrfToken)
  }
  const { userId: _, ...session } = found
  return { principal, secret: undefined, credential: { kind: 'session', ...session } }
}

/** Throws `forbidden`/`send-only` for a key that only sends. */
export function requirePortalScope({ principal }: Sender): void {
  if (principal.scope === 'portal') return
  const remedy = 'create one with the scope `portal` on your account page, or with `heliograph key add --scope portal`'
  throw new GatewayError('forbidden', 'send-only', `This API key can only send messages: ${remedy}`)
}

function clientIdOf(text: string): number {
  const clientId = parseWhole(text, 1, Number.MAX_SAFE_INTEGER)
  if (clientId !== undefined) return clientId
  const details = { client: 'must be the id of a client' }
  throw new GatewayError('invalid', 'invalid-request', 'Some fields are wrong', { details })
}
