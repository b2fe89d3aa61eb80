import { Type } from 'typebox'

/** The settings under `config`. Each field has a description, from which the table in the README is generated. */
export const configSchema = Type.Object(
  {
    path: Type.String({
      default: '/sample',
      pattern: '^(/[a-z0-9-]+)+$',
      description: 'Where the interface begins, for example /sample.',
    }),
  },
  { additionalProperties: false },
)
