import type { HttpResponse, RouteSpec } from '@heliograph/contracts'
import { formatDocumentationPage } from './documentation-page.ts'
import type { OpenApiDocument } from './openapi.ts'

interface Documentation {
  readonly json: HttpResponse
  readonly page: HttpResponse
}

/**
 * The routes `openapi.json` and `docs` below a path. They need no key. Both answers are built on the first request,
 * because that takes longer than the rest of an adapter's start, and because the address of a gateway on a free port is
 * known only once it listens.
 */
export function documentationRoutes(basePath: string, describe: () => OpenApiDocument): readonly RouteSpec[] {
  let made: Documentation | undefined
  const documentation = () => {
    made ??= createDocumentation(describe())
    return made
  }
  return [
    { method: 'GET', path: `${basePath}/openapi.json`, handler: () => documentation().json },
    { method: 'GET', path: `${basePath}/docs`, handler: () => documentation().page },
  ]
}

function createDocumentation(document: OpenApiDocument): Documentation {
  return {
    json: fixedResponse('application/json; charset=utf-8', JSON.stringify(document)),
    page: fixedResponse('text/html; charset=utf-8', formatDocumentationPage(document), {
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
      'x-content-type-options': 'nosniff',
    }),
  }
}

function fixedResponse(type: string, body: string, headers: Readonly<Record<string, string>> = {}): HttpResponse {
  return { status: 200, headers: { 'content-type': type, 'cache-control': 'public, max-age=300', ...headers }, body }
}
