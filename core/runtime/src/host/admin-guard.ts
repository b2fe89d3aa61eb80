import { createHash, timingSafeEqual } from 'node:crypto'
import { isIP } from 'node:net'
import { hostname } from 'node:os'
import { GatewayError, type HttpRequest, type RouteSpec } from '@heliograph/contracts'

export interface AdminGuardOptions {
  /** The token that requests carry as `Authorization: Bearer TOKEN`. Undefined: none is needed. */
  readonly token: string | undefined
  /** Names by which the admin port is reached, besides those that no one else can own. */
  readonly hosts: readonly string[]
}

/** The paths that monitoring requests without a token. */
const OPEN_PATHS: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics'])

/**
 * Guards the routes of the admin port. A page from elsewhere must not be able to use them through a browser on the
 * operator's machine: neither under a name that its owner points here (`Host`), nor across origins (`Origin`), nor with
 * a form (`Content-Type`). Any other client that reaches the port needs the token, except for health and metrics.
 */
export function guardRoutes(routes: readonly RouteSpec[], options: AdminGuardOptions): readonly RouteSpec[] {
  const hosts = new Set([hostname(), ...options.hosts].map((name) => name.toLowerCase()))
  const token = options.token === undefined ? undefined : digest(options.token)
  return routes.map((route) => ({
    ...route,
    handler(request) {
      refuseForeignPage(request, hosts)
      if (token !== undefined && !OPEN_PATHS.has(route.path)) refuseWithoutToken(request, token)
      refuseForm(request)
      return route.handler(request)
    },
  }))
}

function refuseForeignPage({ headers }: HttpRequest, hosts: ReadonlySet<string>): void {
  const { host, origin } = headers
  // Programs may leave the header out; browsers do not.
  if (host !== undefined && !isOwnName(nameOf(host), hosts)) {
    throw new GatewayError(
      'forbidden',
      'unknown-host',
      'Unknown host name: use an IP address, or add the name to admin.hosts',
    )
  }
  if (origin !== undefined && (host === undefined || origin.replace(/^https?:\/\//, '') !== host)) {
    throw new GatewayError('forbidden', 'foreign-origin', 'Cross-origin requests are not allowed')
  }
}

/** The name without the port, and without the brackets of an IPv6 address. */
function nameOf(host: string): string {
  return host
    .replace(/:\d*$/, '')
    .replace(/^\[(.*)\]$/, '$1')
    .toLowerCase()
}

/** No one on the internet can redirect an address, or own a name without a dot. */
function isOwnName(name: string, hosts: ReadonlySet<string>): boolean {
  return isIP(name) !== 0 || !name.includes('.') || hosts.has(name)
}

function refuseWithoutToken({ headers }: HttpRequest, token: Buffer): void {
  const given = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1]
  if (given !== undefined && timingSafeEqual(digest(given), token)) return
  throw new GatewayError(
    'unauthenticated',
    'bad-admin-token',
    'Send the token of the admin port as Authorization: Bearer TOKEN',
  )
}

/** The same length for every input, so that the comparison always takes the same time. */
function digest(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** Without asking first, a page may send forms and plain text anywhere, but not JSON. */
function refuseForm({ headers, body }: HttpRequest): void {
  if (body.length === 0 || /^application\/json *(;|$)/i.test(headers['content-type'] ?? '')) return
  throw new GatewayError('invalid', 'not-json', 'A body needs Content-Type: application/json')
}
