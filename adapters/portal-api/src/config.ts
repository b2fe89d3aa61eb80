import { type Static, Type } from 'typebox'
import { providerConfigSchema } from './provider/provider-config.ts'

/** Configuration of an instance of the portal's API. */
export const portalConfigSchema = Type.Object(
  {
    documentation: Type.Boolean({
      default: true,
      description:
        'Serve the OpenAPI document at `/portal/api/1/openapi.json` and a page for reading it at `/portal/api/1/docs`.',
    }),
    provider: Type.Optional(providerConfigSchema),
  },
  { additionalProperties: false },
)

export type PortalConfig = Static<typeof portalConfigSchema>
