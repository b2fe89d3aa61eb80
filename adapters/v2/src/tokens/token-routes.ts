import {
  authenticatedRoute,
  type Clock,
  type HttpRequest,
  type HttpResponse,
  type KnownIdentity,
  type RequestIdentity,
  type RouteSpec,
} from '@heliograph/contracts'
import { assertAdmitted, jsonResponse } from '@heliograph/wire'
import type { V2Services } from '../services.ts'
import { NOT_KEPT, TokenError, tokenErrorResponse } from './token-error.ts'
import { readClientCredentials, readTokenForm, tokenParameter, unknownClient } from './token-request.ts'

export const TOKEN_PATH = '/oauth2/token'
export const REVOKE_PATH = '/oauth2/revoke'
export const METADATA_PATH = '/.well-known/oauth-authorization-server'

/** A client needs one token an hour, and an office of many clients has one address. */
const ADMISSION = { name: 'v2.tokens', perMinute: 60 }
const BODY_LIMIT = 8_192
export const SCOPE = 'send'

export interface TokenRouteOptions {
  readonly services: Pick<V2Services, 'addressLimits' | 'directory' | 'rateLimits' | 'tokens'>
  readonly clock: Clock
  readonly lifetimeSeconds: number
  readonly publicUrl: () => string
}

/** A client that is known, and what it asks for. */
interface TokenClient extends KnownIdentity {
  readonly form: URLSearchParams
}

/** Any other, with the answer to it. */
interface RefusedClient extends RequestIdentity {
  readonly refusal: HttpResponse
}

const NOBODY: RequestIdentity = { principal: undefined, secret: undefined }

/**
 * Access tokens for API keys: the client credentials grant (RFC 6749 section 4.4), revocation (RFC 7009) and the
 * description of both (RFC 8414).
 */
export function createTokenRoutes(options: TokenRouteOptions): readonly RouteSpec[] {
  const { services, clock, lifetimeSeconds, publicUrl } = options
  const { tokens } = services

  /** A route for clients that show who they are, and with errors in the form of RFC 6749. */
  function route(path: string, answer: (client: TokenClient) => Promise<HttpResponse>): RouteSpec {
    return authenticatedRoute({
      method: 'POST',
      path,
      bodyLimit: BODY_LIMIT,
      hasSecrets: true,
      authenticate: (request): Promise<TokenClient | RefusedClient> =>
        authenticate(services, request).catch((thrown) => ({ ...NOBODY, refusal: tokenErrorResponse(thrown) })),
      async handler(_request, client) {
        if ('refusal' in client) return client.refusal
        try {
          assertAdmitted(services.rateLimits.admit(client.principal))
          return await answer(client)
        } catch (thrown) {
          return tokenErrorResponse(thrown)
        }
      },
    })
  }

  async function issue({ form, principal }: TokenClient): Promise<HttpResponse> {
    const grant = tokenParameter(form, 'grant_type')
    if (grant === undefined) throw new TokenError('invalid_request', 'grant_type is missing')
    if (grant !== 'client_credentials')
      throw new TokenError('unsupported_grant_type', 'The only grant_type is client_credentials')
    if ((tokenParameter(form, 'scope') ?? SCOPE) !== SCOPE)
      throw new TokenError('invalid_scope', `The only scope is ${SCOPE}`)
    const { token, scope, expiresAt } = await tokens.issue(principal, { lifetimeSeconds })
    const seconds = Math.floor((expiresAt.getTime() - clock.now()) / 1_000)
    const answer = { access_token: token, token_type: 'Bearer', expires_in: seconds, scope }
    return jsonResponse(200, answer, NOT_KEPT)
  }

  async function revoke({ form, principal }: TokenClient): Promise<HttpResponse> {
    const token = tokenParameter(form, 'token')
    if (token === undefined) throw new TokenError('invalid_request', 'token is missing')
    await tokens.revoke(principal, token)
    return { status: 200, headers: NOT_KEPT }
  }

  return [
    route(TOKEN_PATH, issue),
    route(REVOKE_PATH, revoke),
    { method: 'GET', path: METADATA_PATH, handler: () => jsonResponse(200, describeServer(publicUrl())) },
  ]
}

/** Reads the form, and finds the client that sent it by its key. Throws a `TokenError`, or `throttled`. */
async function authenticate(
  { addressLimits, directory }: TokenRouteOptions['services'],
  request: HttpRequest,
): Promise<TokenClient> {
  assertAdmitted(addressLimits.admit(ADMISSION, request.remoteAddress))
  const form = readTokenForm(request)
  const { id, secret } = readClientCredentials(request, form)
  const principal = await directory.byApiKey(secret, request)
  if (principal?.email !== id.trim().toLowerCase()) throw unknownClient()
  return { form, principal, secret }
}

/** RFC 8414 section 2. */
function describeServer(issuer: string) {
  const methods = ['client_secret_basic', 'client_secret_post']
  return {
    issuer,
    token_endpoint: `${issuer}${TOKEN_PATH}`,
    token_endpoint_auth_methods_supported: methods,
    revocation_endpoint: `${issuer}${REVOKE_PATH}`,
    revocation_endpoint_auth_methods_supported: methods,
    grant_types_supported: ['client_credentials'],
    response_types_supported: [],
    scopes_supported: [SCOPE],
  }
}
