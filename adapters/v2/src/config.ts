import { type Static, Type } from 'typebox'

/** Configuration of an instance of the v2 interface. */
export const v2ConfigSchema = Type.Object(
  {
    documentation: Type.Boolean({
      default: true,
      description:
        'Serve the OpenAPI document at `/sms/2/openapi.json` and a readable page of it at `/sms/2/docs`, both without an API key.',
    }),
  },
  { additionalProperties: false },
)

export type V2Config = Static<typeof v2ConfigSchema>
