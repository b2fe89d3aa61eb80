import type { HttpRequest } from '@heliograph/contracts'

const NAME = 'heliograph'

/**
 * What the cookie of a session is called and how it is set. Over https the name's prefix makes browsers refuse one that was set by another host or without encryption
 * (RFC 6265bis section 4.1.3.2); over http, which is for trying out on one's own machine, there can be none.
 */
function formOf(publicUrl: string): { readonly name: string; readonly attributes: string } {
  return publicUrl.startsWith('https:')
    ? { name: `__Host-${NAME}`, attributes: 'Path=/; Secure; HttpOnly; SameSite=Strict' }
    : { name: NAME, attributes: 'Path=/; HttpOnly; SameSite=Strict' }
}

/** The value of the session's cookie; empty without one. */
export function cookieOf(request: HttpRequest, publicUrl: string): string {
  const { name } = formOf(publicUrl)
  for (const pair of (request.headers.cookie ?? '').split(/[;,]/)) {
    const [key = '', value = ''] = pair.trim().split('=', 2)
    if (key === name) return value
  }
  return ''
}

/** The `Set-Cookie` of a session that was opened. */
export function setCookie(value: string, maxAgeSeconds: number, publicUrl: string): string {
  const { name, attributes } = formOf(publicUrl)
  return `${name}=${value}; ${attributes}; Max-Age=${maxAgeSeconds}`
}

/** The `Set-Cookie` that makes the browser forget it. */
export function clearCookie(publicUrl: string): string {
  return setCookie('', 0, publicUrl)
}
