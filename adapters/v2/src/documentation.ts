import type { RouteSpec } from '@heliograph/contracts'
import { createOpenApi, documentationRoutes, type OpenApiDocument } from '@heliograph/wire'
import { requestErrorSchema } from './answer-schemas.ts'
import { ERROR_FACES } from './errors.ts'
import type { Operation } from './operation.ts'
import { OPERATIONS } from './operations.ts'

const DESCRIPTION = [
  'Send SMS, follow them and manage scheduled ones.',
  'Every request carries an API key: `Authorization: <key>` (a leading `App`, `ApiKey` or `Bearer` is ignored) or `X-API-Key: <key>`, which decides alone when both are there.',
  'A message goes out with the priority `HIGH` unless the user has another one, and may reach its recipient twice when the answer of a network is lost, as after a crash: `HIGH` and `CRITICAL` are sent again then, unless the operator has decided otherwise.',
  'Unknown fields are ignored, and null means the same as leaving an optional field out.',
].join(' ')

const BASE_PATH = '/sms/2'

/** The path of the page. */
export const DOCUMENTATION_PATH = `${BASE_PATH}/docs`

/** The routes of the OpenAPI document and its page. */
export function createDocumentationRoutes(
  title: string,
  version: string,
  publicUrl: () => string,
): readonly RouteSpec[] {
  return documentationRoutes(BASE_PATH, () =>
    describeOperations(OPERATIONS, { title, version, publicUrl: publicUrl() }),
  )
}

/** The OpenAPI document of the given operations. */
export function describeOperations(
  operations: readonly Operation[],
  facts: { readonly title: string; readonly version: string; readonly publicUrl: string },
): OpenApiDocument {
  return createOpenApi(operations, {
    ...facts,
    description: DESCRIPTION,
    securitySchemes: {
      authorization: { type: 'apiKey', in: 'header', name: 'Authorization' },
      apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
    },
    errorSchema: requestErrorSchema,
    errorFace(category) {
      const { status, messageId, meaning } = ERROR_FACES[category]
      return { status, text: `\`${messageId}\`: ${meaning}` }
    },
  })
}
