import { timingSafeEqual } from 'node:crypto'
import { GatewayError, type HttpRequest } from '@heliograph/contracts'

/** The header in which a page sends the token of its session. */
const TOKEN_HEADER = 'x-csrf-token'

/**
 * Throws `forbidden`/`cross-site` for a request that, according to the browser, comes from a page of another site. A
 * page's own site is the address it was requested at (`Host`) or the public one; behind some proxies the two differ.
 * Clients that are not browsers do not name a site.
 */
export function assertSameSite(request: Pick<HttpRequest, 'headers'>, publicUrl: string): void {
  const { origin, host, 'sec-fetch-site': site } = request.headers
  const isForeign =
    origin !== undefined && origin !== originOf(publicUrl) && (host === undefined || hostOf(origin) !== host)
  if (isForeign || site === 'cross-site' || site === 'same-site') throw crossSite()
}

/** Throws `forbidden`/`cross-site` for a change without the session's token, which pages of other sites cannot read. */
export function assertToken(request: Pick<HttpRequest, 'headers'>, token: string): void {
  const given = Buffer.from(request.headers[TOKEN_HEADER] ?? '')
  const expected = Buffer.from(token)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw crossSite()
}

function crossSite(): GatewayError {
  return new GatewayError(
    'forbidden',
    'cross-site',
    'Cross-origin requests are not allowed: send the session token in X-CSRF-Token, from a page of this site',
  )
}

function originOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).origin : undefined
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined
}
