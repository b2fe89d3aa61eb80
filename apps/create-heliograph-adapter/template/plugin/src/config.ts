import { type Static, Type } from 'typebox'

/** The settings under `config`. Each field has a description, from which the table in the README is generated. */
export const configSchema = Type.Object(
  {
    path: Type.String({ default: '/sample', pattern: '^/[a-z0-9/-]+$', description: 'Where the routes begin.' }),
    token: Type.String({ secret: true, minLength: 8, description: 'What callers send in the header `X-Token`.' }),
    reportUrl: Type.Optional(
      Type.String({ pattern: '^https?://', description: 'Where the count is reported to. Absent: nowhere.' }),
    ),
    everyMinutes: Type.Integer({ default: 60, minimum: 1, maximum: 1440, description: 'Minutes between two reports.' }),
  },
  { additionalProperties: false },
)

export type Config = Static<typeof configSchema>
