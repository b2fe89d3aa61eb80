import type { HttpResponse, RouteSpec } from '@heliograph/contracts'
import { formatDocumentationPage } from './documentation-page.ts'
import { createOpenApi } from './openapi.ts'
import { OPERATIONS } from './operations.ts'

interface Documentation {
  readonly json: HttpResponse
  readonly page: HttpResponse
}

/** Of the page. */
export const DOCUMENTATION_PATH = '/sms/2/docs'

/**
 * The routes of the OpenAPI document and its page. They need no key. Both are made for the first request: making them takes longer than the rest of the adapter's start,
 * and the address of a gateway on a free port is known only once it listens.
 */
export function createDocumentationRoutes(version: string, publicUrl: () => string): readonly RouteSpec[] {
  let made: Documentation | undefined
  const documentation = () => {
    made ??= createDocumentation(version, publicUrl())
    return made
  }
  return [
    { method: 'GET', path: '/sms/2/openapi.json', handler: () => documentation().json },
    { method: 'GET', path: DOCUMENTATION_PATH, handler: () => documentation().page },
  ]
}

function createDocumentation(version: string, publicUrl: string): Documentation {
  const document = createOpenApi(OPERATIONS, version, publicUrl)
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
