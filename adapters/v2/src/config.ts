import { LONGEST_TOKEN_SECONDS } from '@heliograph/contracts'
import { type Static, Type } from 'typebox'

/** Configuration of an instance of the v2 interface. */
export const v2ConfigSchema = Type.Object(
  {
    accessTokenSeconds: Type.Integer({
      default: 0,
      minimum: 0,
      maximum: LONGEST_TOKEN_SECONDS,
      description:
        'Lifetime in seconds of access tokens, which clients obtain at `/oauth2/token` (OAuth 2, client credentials) and use in place of API keys. 0 turns them off.',
    }),
    documentation: Type.Boolean({
      default: true,
      description:
        'Serve the OpenAPI document at `/sms/2/openapi.json` and a page for reading it at `/sms/2/docs`, both without an API key.',
    }),
  },
  { additionalProperties: false },
)

export type V2Config = Static<typeof v2ConfigSchema>
