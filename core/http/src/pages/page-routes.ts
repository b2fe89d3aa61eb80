import type { HttpHandler, HttpRequest, HttpResponse, PortalPage, RouteSpec } from '@heliograph/contracts'
import { formatAdminError } from '../routing/admin-error.ts'
import type { RouterMount } from '../routing/route-match.ts'

/** Where the pages of plugins are. */
const FOLDER = '/plugin-pages'

/** What a page may do: its own files, its style, pictures in the text; no server, no form that leaves, no frame. */
const POLICY = [
  'sandbox allow-scripts allow-forms',
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "frame-ancestors 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')

/**
 * Headers of every file of a page. The policy holds wherever it is opened: as a page of its own it would have the
 * origin of the portal without it. A frame without an origin may load its scripts and fonts only if anyone may, which
 * tells nothing: no credential comes this far.
 */
const GUARDING: Readonly<Record<string, string>> = {
  'access-control-allow-origin': '*',
  'content-security-policy': POLICY,
  'cross-origin-resource-policy': 'cross-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'SAMEORIGIN',
}

/** Headers of a request that could say who sends it. */
const CREDENTIALS = ['authorization', 'cookie', 'proxy-authorization', 'x-api-key', 'x-csrf-token']

/** Where the files of a page are, with a slash at its end. */
export function pagePath(instanceId: string, pageId: string): string {
  return `${FOLDER}/${instanceId}/${pageId}/`
}

/** The files of the pages of an instance, guarded; undefined when it has none. */
export function pageMount(instanceId: string, pages: readonly PortalPage[]): RouterMount | undefined {
  if (pages.length === 0) return undefined
  const routes = pages.flatMap(({ id, files }) => files.map((file) => pageRoute(file, pagePath(instanceId, id))))
  return { instanceId, routes, formatError: (error) => guarded(formatAdminError(error)) }
}

function pageRoute({ path, handler, admit: _, authenticate: __, ...route }: RouteSpec, folder: string): RouteSpec {
  const below = folder.slice(0, -1)
  const guardedHandler: HttpHandler = async (request) => guarded(await handler(withoutCredentials(request, below)))
  return { ...route, path: path === '/' ? below : `${below}${path}`, handler: guardedHandler }
}

/** The request as the page declares its paths. */
function withoutCredentials(request: HttpRequest, below: string): HttpRequest {
  const { method, query, params, body, remoteAddress, isSecure, requestId } = request
  const headers = Object.fromEntries(Object.entries(request.headers).filter(([name]) => !CREDENTIALS.includes(name)))
  const path = request.path.slice(below.length) || '/'
  return {
    method,
    path,
    query,
    headers,
    params,
    body,
    remoteAddress,
    isSecure,
    requestId,
    get signal() {
      return request.signal
    },
  }
}

function guarded(response: HttpResponse): HttpResponse {
  const own = Object.entries(response.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value] as const)
  const kept = own.filter(([name]) => name !== 'set-cookie')
  return { ...response, headers: { 'cache-control': 'no-cache', ...Object.fromEntries(kept), ...GUARDING } }
}
