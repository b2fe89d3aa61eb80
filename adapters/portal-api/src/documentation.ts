import { OWN_BRAND, type RouteSpec } from '@heliograph/contracts'
import { createOpenApi, type DescribedOperation, documentationRoutes, type OpenApiDocument } from '@heliograph/wire'
import { Type } from 'typebox'
import type { Endpoint } from './endpoint.ts'
import { ENDPOINTS } from './endpoints.ts'
import { ERROR_FORMS, problemSchema } from './errors.ts'
import { BASE_PATH } from './routes.ts'
import { VERSION } from './version.ts'

const DESCRIPTION = [
  'The API behind the portal: everything the portal can do.',
  'Authenticate with an API key of the scope `portal`, sent as `X-API-Key: <key>` or `Authorization: Bearer <key>`, or log in for a session cookie.',
  'With a cookie, requests that change something must send the session token in `X-CSRF-Token`.',
].join(' ')

/** The OpenAPI document of all endpoints; their paths begin with `basePath`. */
export function describeApi(basePath: string, publicUrl: string, product = OWN_BRAND.name): OpenApiDocument {
  const operations = ENDPOINTS.map((endpoint) => describeEndpoint(endpoint, basePath))
  return createOpenApi(operations, {
    title: `${product}: portal API`,
    version: VERSION,
    description: DESCRIPTION,
    publicUrl,
    securitySchemes: {
      apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
      session: { type: 'apiKey', in: 'cookie', name: '__Host-heliograph' },
    },
    errorSchema: problemSchema,
    errorForm(category) {
      const { status, meaning } = ERROR_FORMS[category]
      return { status, text: `\`${category}\`: ${meaning}` }
    },
  })
}

/** Path of the readable page. */
export const DOCUMENTATION_PATH = `${BASE_PATH}/docs`

/** The routes of the OpenAPI document and its page. */
export function createDocumentationRoutes(product: string, publicUrl: () => string): readonly RouteSpec[] {
  return documentationRoutes(BASE_PATH, () => describeApi(BASE_PATH, publicUrl(), product))
}

const client = Type.Optional(Type.Integer({ description: 'Id of the client to view and act for. Operators only.' }))

function describeEndpoint(endpoint: Endpoint, basePath: string): DescribedOperation {
  const { method, id, summary, roles, params, query, body, isBodyOptional = false, answer, errors } = endpoint
  const isPublic = roles === 'anyone'
  const isForOperators = !isPublic && roles.includes('operator')
  return {
    method,
    id,
    summary,
    isPublic,
    errors,
    path: `${basePath}${endpoint.path}`,
    description: isPublic ? 'No authentication required.' : `Required role: ${roles.join(' or ')}.`,
    parameters: params,
    query: isForOperators ? Type.Object({ ...query.properties, client }) : query,
    body: body && { schema: body, required: !isBodyOptional },
    answer: answer && { schema: answer },
  }
}
