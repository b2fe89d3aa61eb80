import type { DescribedOperation, JsonValue } from '@heliograph/wire'
import { type TProperties, Type } from 'typebox'
import { METADATA_PATH, REVOKE_PATH, SCOPE, TOKEN_PATH } from './token-routes.ts'

/** Access tokens in the place of API keys, as OpenAPI has it. */
export const ACCESS_TOKEN: JsonValue = {
  type: 'oauth2',
  flows: { clientCredentials: { tokenUrl: TOKEN_PATH, scopes: { [SCOPE]: 'All of this interface.' } } },
}

const client = {
  client_id: Type.Optional(Type.String({ description: 'The e-mail of the user, unless it is given by Basic.' })),
  client_secret: Type.Optional(Type.String({ description: 'The API key, unless it is given by Basic.' })),
}

const tokenError = Type.Object(
  {
    error: Type.String({ description: 'A code of RFC 6749, section 5.2; `temporarily_unavailable` for 429 and 503.' }),
    error_description: Type.String(),
  },
  { title: 'TokenError' },
)

const ownErrors = {
  400: { schema: tokenError, text: '`invalid_request`, `unsupported_grant_type` or `invalid_scope`.' },
  401: { schema: tokenError, text: '`invalid_client`: The client is unknown, or its secret is wrong.' },
  429: { schema: tokenError, text: '`temporarily_unavailable`: Too many requests.' },
  503: { schema: tokenError, text: '`temporarily_unavailable`: Nothing was done; try again later.' },
}

const asClient = {
  method: 'POST',
  ownSchemes: { client: { type: 'http', scheme: 'basic', description: 'The e-mail of the user, and the API key.' } },
  errors: [],
  ownErrors,
} satisfies Partial<DescribedOperation>

const form = (fields: TProperties, title: string, example: unknown) => ({
  schema: Type.Object({ ...fields, ...client }, { title }),
  required: true,
  example,
  mediaType: 'application/x-www-form-urlencoded',
})

const tokenSchema = Type.Object(
  {
    access_token: Type.String(),
    token_type: Type.Literal('Bearer'),
    expires_in: Type.Integer({ description: 'Seconds that it is good for.' }),
    scope: Type.Literal(SCOPE),
  },
  { title: 'AccessToken' },
)

const methods = Type.Array(Type.String())

const serverSchema = Type.Object(
  {
    issuer: Type.String(),
    token_endpoint: Type.String(),
    token_endpoint_auth_methods_supported: methods,
    revocation_endpoint: Type.String(),
    revocation_endpoint_auth_methods_supported: methods,
    grant_types_supported: methods,
    response_types_supported: methods,
    scopes_supported: methods,
  },
  { title: 'AuthorizationServer' },
)

/** What is served besides the operations of the interface where it takes access tokens. */
export const TOKEN_OPERATIONS = [
  {
    ...asClient,
    path: TOKEN_PATH,
    id: 'issueToken',
    summary: 'Access token',
    description: 'Hands out an access token for an API key (RFC 6749, section 4.4). It is taken wherever the key is.',
    body: form(
      {
        grant_type: Type.Literal('client_credentials'),
        scope: Type.Optional(Type.Literal(SCOPE)),
      },
      'TokenRequest',
      { grant_type: 'client_credentials' },
    ),
    answer: {
      schema: tokenSchema,
      example: { access_token: 'at1_...', token_type: 'Bearer', expires_in: 3_600, scope: SCOPE },
    },
  },
  {
    ...asClient,
    path: REVOKE_PATH,
    id: 'revokeToken',
    summary: 'End access tokens',
    description: 'Ends all access tokens of the API key that a token was handed out for (RFC 7009).',
    body: form({ token: Type.String() }, 'RevokeRequest', { token: 'at1_...' }),
    emptyStatus: 200,
  },
  {
    method: 'GET',
    path: METADATA_PATH,
    id: 'describeTokenServer',
    summary: 'What the two are like (RFC 8414)',
    description: 'Where tokens are handed out and ended, and how clients say who they are.',
    isPublic: true,
    errors: [],
    answer: {
      schema: serverSchema,
      example: {
        issuer: 'https://gateway.example',
        token_endpoint: `https://gateway.example${TOKEN_PATH}`,
        token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
        revocation_endpoint: `https://gateway.example${REVOKE_PATH}`,
        revocation_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
        grant_types_supported: ['client_credentials'],
        response_types_supported: [],
        scopes_supported: [SCOPE],
      },
    },
  },
] as const satisfies readonly DescribedOperation[]
