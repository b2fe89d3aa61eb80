import type { RouteSpec } from '@heliograph/contracts'
import { jsonResponse } from '@heliograph/wire'
import { ENDPOINTS } from './endpoints.ts'
import { createOpenApi } from './openapi.ts'
import { BASE_PATH } from './routes.ts'
import { VERSION } from './version.ts'

/** The OpenAPI document of all endpoints; their paths begin with `basePath`. */
export function describeApi(basePath: string, publicUrl: string): object {
  return createOpenApi(ENDPOINTS, basePath, VERSION, publicUrl)
}

/** The route of the OpenAPI document, which needs no log-in. */
export function createDocumentationRoutes(publicUrl: () => string): readonly RouteSpec[] {
  return [
    {
      method: 'GET',
      path: `${BASE_PATH}/openapi.json`,
      handler: () => jsonResponse(200, describeApi(BASE_PATH, publicUrl())),
    },
  ]
}
