import { type Static, Type } from 'typebox'

/** Configuration of an instance that serves the pages of the portal. */
export const configSchema = Type.Object(
  {
    root: Type.Boolean({
      default: false,
      description: 'Redirect the bare address (`/`) to the portal. No other instance may have that path then.',
    }),
  },
  { additionalProperties: false },
)

export type PortalWebConfig = Static<typeof configSchema>
