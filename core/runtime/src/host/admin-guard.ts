import { createHash, timingSafeEqual } from 'node:crypto'
import { isIP } from 'node:net'
import { hostname } from 'node:os'
import { GatewayError, type HttpRequest, type RouteSpec } from '@heliograph/contracts'

export interface AdminGuardOptions {
  /** What requests bring as `Authorization: Bearer TOKEN`. Undefined: none is wanted. */
  readonly token: string | undefined
  /** Names by which the admin port is reached, besides those that nobody else can own. */
  readonly hosts: readonly string[]
}

/** What monitoring asks for, which knows no token. */
const OPEN_PATHS: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics'])

/**
 * Routes of the admin port that answer only whom they are meant for. A browser on the operator's machine must not be turned against it by a page from elsewhere:
 * neither under a name that its owner lets point here (`Host`), nor across origins (`Origin`), nor with a form (`Content-Type`). Whoever else reaches the port
 * needs the token, except for health and metrics.
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
  // Programs may leave it out; browsers do not.
  if (host !== undefined && !isOwnName(nameOf(host), hosts)) {
    throw new GatewayError(
      'forbidden',
      'unknown-host',
      'This name is not known here: use an address, or list the name under admin.hosts',
    )
  }
  if (origin !== undefined && (host === undefined || origin.replace(/^https?:\/\//, '') !== host)) {
    throw new GatewayError('forbidden', 'foreign-origin', 'Pages from elsewhere may not ask here')
  }
}

/** Without the port, and without the brackets of an IPv6 address. */
function nameOf(host: string): string {
  return host
    .replace(/:\d*$/, '')
    .replace(/^\[(.*)\]$/, '$1')
    .toLowerCase()
}

/** Nobody on the internet can let an address point elsewhere, or own a name without a dot. */
function isOwnName(name: string, hosts: ReadonlySet<string>): boolean {
  return isIP(name) !== 0 || !name.includes('.') || hosts.has(name)
}

function refuseWithoutToken({ headers }: HttpRequest, token: Buffer): void {
  const given = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1]
  if (given !== undefined && timingSafeEqual(digest(given), token)) return
  throw new GatewayError(
    'unauthenticated',
    'bad-admin-token',
    'The token of the admin port is wanted, as Authorization: Bearer TOKEN',
  )
}

/** Equally long whatever was given, so that the comparison takes the same time for all. */
function digest(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** A page may send forms and plain text anywhere without asking first; JSON it may not. */
function refuseForm({ headers, body }: HttpRequest): void {
  if (body.length === 0 || /^application\/json *(;|$)/i.test(headers['content-type'] ?? '')) return
  throw new GatewayError('invalid', 'not-json', 'A body needs Content-Type: application/json')
}
