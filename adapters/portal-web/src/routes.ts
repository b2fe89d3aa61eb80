import { randomBytes } from 'node:crypto'
import type { HttpRequest, HttpResponse, RouteSpec } from '@heliograph/contracts'
import { fileResponse, htmlResponse, SECURITY_HEADERS } from '@heliograph/wire'
import { noSuchFile, notBuilt } from './errors.ts'
import { INDEX, type PortalFiles } from './portal-files.ts'
import { headersOfFile, policyOfPage } from './security-headers.ts'

/** The address of the portal. */
export const BASE = '/portal/'

/** 128 bits, as the Content-Security-Policy asks for. */
const NONCE_OCTETS = 16

export interface RoutesContext {
  /** Undefined when they have not been built. */
  readonly files: () => Promise<PortalFiles | undefined>
  /** Lead from `/` to the portal. */
  readonly root: boolean
  readonly noncePlaceholder: string
}

/** The routes of the portal's files and pages; one page serves every address that has none of its own. */
export function createRoutes(context: RoutesContext): readonly RouteSpec[] {
  // The first has a route of its own, so that no instance with links of one segment gets it.
  const pages = ['/portal', `${BASE}*`].map(
    (path): RouteSpec => ({ method: 'GET', path, handler: (request) => answer(context, request) }),
  )
  const root: RouteSpec = { method: 'GET', path: '/', handler: toPortal }
  return context.root ? [...pages, root] : pages
}

async function answer(context: RoutesContext, request: HttpRequest): Promise<HttpResponse> {
  if (request.path === '/portal') return toPortal()
  const files = await context.files()
  if (files === undefined) throw notBuilt()
  const path = request.params['*'] ?? ''
  const file = files.byPath.get(path)
  if (file !== undefined) return fileResponse(file, request.headers, headersOfFile(path))
  // A missing address below these folders is never that of a page.
  if (/^(?:assets|api|brand)(?:\/|$)/.test(path)) throw noSuchFile()
  const page = files.pages.get(path.replace(/\/$/, '')) ?? (files.pages.get(INDEX) as string)
  return pageResponse(page, context.noncePlaceholder)
}

function toPortal(): HttpResponse {
  return { status: 302, headers: { ...SECURITY_HEADERS, 'cache-control': 'no-cache', location: BASE } }
}

/** Has no validator, because its nonce is new each time. */
function pageResponse(page: string, noncePlaceholder: string): HttpResponse {
  const nonce = randomBytes(NONCE_OCTETS).toString('base64')
  return htmlResponse(200, page.replaceAll(noncePlaceholder, nonce), {
    ...SECURITY_HEADERS,
    'cache-control': 'no-cache',
    'content-security-policy': policyOfPage(nonce),
  })
}
