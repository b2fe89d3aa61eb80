import type { HttpRequest, HttpResponse, RouteSpec } from '@heliograph/contracts'
import { fileResponse, SECURITY_HEADERS, type StaticFile } from '@heliograph/wire'
import { notBuilt } from './errors.ts'
import { headersOfFile } from './security-headers.ts'

/** The address of the first page. */
export const BASE = '/docs/'

/** The file of the first page. */
export const INDEX = 'index.html'

/** For every address without a page. */
const NOT_FOUND = '404.html'

type ReadFiles = () => Promise<ReadonlyMap<string, StaticFile>>

/** The routes of the documentation; `files` resolves with its built files by their paths, with none before a build. */
export function createRoutes(files: ReadFiles): readonly RouteSpec[] {
  // `/docs` has a route of its own: otherwise an instance whose links have one segment would get its requests.
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
