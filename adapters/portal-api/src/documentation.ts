import type { RouteSpec } from '@heliograph/contracts'
import { jsonResponse } from '@heliograph/wire'
import { ENDPOINTS } from './endpoints.ts'
import { createOpenApi } from './openapi.ts'
import { BASE_PATH } from './routes.ts'

/** The route of the OpenAPI document, which needs no log-in. */
export function createDocumentationRoutes(version: string, publicUrl: () => string): readonly RouteSpec[] {
  return [
    {
      method: 'GET',
      path: `${BASE_PATH}/openapi.json`,
      handler: () => jsonResponse(200, createOpenApi(ENDPOINTS, BASE_PATH, version, publicUrl())),
    },
  ]
}
