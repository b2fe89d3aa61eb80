import type { RouteSpec } from '@heliograph/contracts'
import { createOpenApi, documentationRoutes, type OpenApiDocument } from '@heliograph/wire'
import { requestErrorSchema } from './answer-schemas.ts'
import { ERROR_FACES } from './errors.ts'
import type { Operation } from './operation.ts'
import { OPERATIONS } from './operations.ts'

const DESCRIPTION = [
  'Send SMS, track their delivery and manage scheduled messages.',
  'Authenticate each request with an API key: `Authorization: <key>`, optionally with the prefix `App`, `ApiKey` or `Bearer`, or `X-API-Key: <key>`, which takes precedence.',
  'Messages have the priority `HIGH` unless another one is set for the user. A message may arrive twice if the response of a network is lost, for example in a crash: `HIGH` and `CRITICAL` messages are then resent, unless the operator has configured otherwise.',
  'Unknown fields are ignored. Null has the same meaning as omitting an optional field.',
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
