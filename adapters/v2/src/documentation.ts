import type { HttpResponse, RouteSpec } from '@heliograph/contracts'
import { formatDocumentationPage } from './documentation-page.ts'
import { createOpenApi } from './openapi.ts'
import { OPERATIONS } from './operations.ts'

/** The routes of the OpenAPI document and its page. Both are made once, and need no key. */
export function createDocumentationRoutes(version: string, publicUrl: string): readonly RouteSpec[] {
  const document = createOpenApi(OPERATIONS, version, publicUrl)
  const json = fixedResponse('application/json; charset=utf-8', JSON.stringify(document))
  const page = fixedResponse('text/html; charset=utf-8', formatDocumentationPage(document), {
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
    'x-content-type-options': 'nosniff',
  })
  return [
    { method: 'GET', path: '/sms/2/openapi.json', handler: () => json },
    { method: 'GET', path: '/sms/2/docs', handler: () => page },
  ]
}

function fixedResponse(type: string, body: string, headers: Readonly<Record<string, string>> = {}): HttpResponse {
  return { status: 200, headers: { 'content-type': type, 'cache-control': 'public, max-age=300', ...headers }, body }
}
