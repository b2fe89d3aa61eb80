import type { HttpRequest } from '@heliograph/contracts'

const SESSION_COOKIE = 'heliograph'

/** Of a browser that was sent to the identity provider. */
export const DEPARTURE_COOKIE = 'heliograph-departure'

/** Of a browser that was asked for a passkey. */
export const PASSKEY_COOKIE = 'heliograph-passkey'

type CookieName = typeof SESSION_COOKIE | typeof DEPARTURE_COOKIE | typeof PASSKEY_COOKIE

/** How a request came. */
type Transport = Pick<HttpRequest, 'isSecure'>

/**
 * Name and attributes of a cookie. Over https, the name's prefix makes browsers refuse a cookie that was set
 * by another host or without encryption (RFC 6265bis section 4.1.3.2); over http, which is for trying out on a local
 * machine, a prefix is not possible. How the request came decides, and where a proxy does not say, the public URL.
 */
function formOf(
  { isSecure }: Transport,
  publicUrl: string,
  plain: CookieName,
): { readonly name: string; readonly attributes: string } {
  return isSecure || publicUrl.startsWith('https:')
    ? { name: `__Host-${plain}`, attributes: 'Path=/; Secure; HttpOnly; SameSite=Strict' }
    : { name: plain, attributes: 'Path=/; HttpOnly; SameSite=Strict' }
}

/** The value of a cookie, by default that of the session; empty when there is none. */
export function cookieOf(
  request: Transport & Pick<HttpRequest, 'headers'>,
  publicUrl: string,
  plain: CookieName = SESSION_COOKIE,
): string {
  const { name } = formOf(request, publicUrl, plain)
  for (const pair of (request.headers.cookie ?? '').split(/[;,]/)) {
    const [key = '', value = ''] = pair.trim().split('=', 2)
    if (key === name) return value
  }
  return ''
}

/** The `Set-Cookie` of an opened session, or of another cookie. */
export function setCookie(
  value: string,
  maxAgeSeconds: number,
  request: Transport,
  publicUrl: string,
  plain: CookieName = SESSION_COOKIE,
): string {
  const { name, attributes } = formOf(request, publicUrl, plain)
  return `${name}=${value}; ${attributes}; Max-Age=${maxAgeSeconds}`
}

/** The `Set-Cookie` that makes the browser forget it. */
export function clearCookie(request: Transport, publicUrl: string): string {
  return setCookie('', 0, request, publicUrl)
}
