import type { RouteSpec } from '@heliograph/contracts'
import { createOpenApi, type DescribedOperation, documentationRoutes, type OpenApiDocument } from '@heliograph/wire'
import { requestErrorSchema } from './answer-schemas.ts'
import { ERROR_FORMS } from './errors.ts'
import { OPERATIONS } from './operations.ts'
import { ACCESS_TOKEN, TOKEN_OPERATIONS } from './tokens/token-documentation.ts'

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
  takesTokens: boolean,
): readonly RouteSpec[] {
  return documentationRoutes(BASE_PATH, () =>
    describeInterface({ title, version, publicUrl: publicUrl(), takesTokens }),
  )
}

/** The facts of an interface that are not in its operations. */
export interface InterfaceFacts {
  readonly title: string
  readonly version: string
  readonly publicUrl: string
  /** Whether it hands out access tokens, and takes them in place of API keys. */
  readonly takesTokens: boolean
}

/** The OpenAPI document of the interface. */
export function describeInterface({ takesTokens, ...facts }: InterfaceFacts): OpenApiDocument {
  const operations: readonly DescribedOperation[] = takesTokens ? [...OPERATIONS, ...TOKEN_OPERATIONS] : OPERATIONS
  return createOpenApi(operations, {
    ...facts,
    description: DESCRIPTION,
    securitySchemes: {
      authorization: { type: 'apiKey', in: 'header', name: 'Authorization' },
      apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
      ...(takesTokens ? { accessToken: ACCESS_TOKEN } : {}),
    },
    errorSchema: requestErrorSchema,
    errorForm(category) {
      const { status, messageId, meaning } = ERROR_FORMS[category]
      return { status, text: `\`${messageId}\`: ${meaning}` }
    },
  })
}
