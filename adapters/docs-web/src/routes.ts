import type { HttpRequest, HttpResponse, RouteSpec } from '@heliograph/contracts'
import { fileResponse, SECURITY_HEADERS, type StaticFile } from '@heliograph/wire'
import { notBuilt } from './errors.ts'
import { headersOfFile } from './security-headers.ts'

/** The address of the first page. */
export const BASE = '/docs/'

/** The first page. */
export const INDEX = 'index.html'

/** For every address without a page. */
const NOT_FOUND = '404.html'

type ReadFiles = () => Promise<ReadonlyMap<string, StaticFile>>

/** The routes of the documentation; `files` resolves with its files by their paths, with none when it is not built. */
export function createRoutes(files: ReadFiles): readonly RouteSpec[] {
  // The first has a route of its own, so that no instance with links of one segment gets it.
  return ['/docs', `${BASE}*`].map(
    (path): RouteSpec => ({ method: 'GET', path, handler: (request) => answer(files, request) }),
  )
}

async function answer(read: ReadFiles, { path, params, headers }: HttpRequest): Promise<HttpResponse> {
  if (path === '/docs')
    return { status: 302, headers: { ...SECURITY_HEADERS, 'cache-control': 'no-cache', location: BASE } }
  const files = await read()
  const missing = files.get(NOT_FOUND)
  if (missing === undefined) throw notBuilt()
  const wanted = params['*'] || INDEX
  const file = files.get(wanted)
  if (file !== undefined) return fileResponse(file, headers, headersOfFile(wanted))
  return { ...fileResponse(missing, { ...headers, 'if-none-match': '' }, headersOfFile(NOT_FOUND)), status: 404 }
}
