import { authenticatedRoute, type HttpRequest, type KnownIdentity, type RouteSpec } from '@heliograph/contracts'
import {
  accountOf,
  admitRequest,
  assertAdmitted,
  FieldReader,
  jsonResponse,
  Problems,
  parseJsonBody,
} from '@heliograph/wire'
import { headerKeyOf, ownerOf, refused } from './authentication.ts'
import type { InfobipConfig } from './config.ts'
import type { InfobipContext } from './services.ts'

const PATH = '/auth/1/session'

/** As long as at Infobip, unless the key ends earlier. */
const LIFETIME_SECONDS = 3_600

/** A program needs one token an hour, and an office of many programs has one address. */
const ADMISSION = { name: 'infobip.sessions', perMinute: 60 }

const BODY_LIMIT = 8_192

/**
 * Sessions: a token for `Authorization: IBSSO` in exchange for the e-mail of a user and one of its API keys, and its
 * end. The token is an access token of the gateway, so every interface that takes those takes it.
 */
export function createSessionRoutes(
  { services }: Pick<InfobipContext, 'services'>,
  { requestsPerMinute }: InfobipConfig,
): readonly RouteSpec[] {
  const { addressLimits, directory, rateLimits, tokens } = services

  async function byBody(request: HttpRequest): Promise<KnownIdentity> {
    assertAdmitted(addressLimits.admit(ADMISSION, request.remoteAddress))
    const problems = new Problems()
    const fields = new FieldReader(parseJsonBody(request), '', problems)
    const username = fields.requiredString('username') ?? ''
    const password = fields.requiredString('password') ?? ''
    problems.assertNone()
    const principal = await directory.byApiKey(password, request)
    if (principal?.email !== accountOf(username, '')) throw refused('invalid-login', 'Invalid login details')
    return { principal, secret: password }
  }

  return [
    authenticatedRoute({
      method: 'POST',
      path: PATH,
      bodyLimit: BODY_LIMIT,
      hasSecrets: true,
      authenticate: byBody,
      async handler(_request, { principal }) {
        admitRequest(rateLimits, principal, requestsPerMinute)
        const { token } = await tokens.issue(principal, { lifetimeSeconds: LIFETIME_SECONDS })
        return jsonResponse(200, { token }, { 'cache-control': 'no-store' })
      },
    }),
    authenticatedRoute({
      method: 'DELETE',
      path: PATH,
      authenticate: (request) => ownerOf(headerKeyOf(request.headers), services, request),
      async handler(_request, { principal, secret }) {
        admitRequest(rateLimits, principal, requestsPerMinute)
        await tokens.revoke(principal, secret)
        return jsonResponse(200, {})
      },
    }),
  ]
}
