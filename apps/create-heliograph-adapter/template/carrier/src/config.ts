import { type Static, Type } from 'typebox'

/** The settings under `config`. Each field has a description, from which the table in the README is generated. */
export const configSchema = Type.Object(
  {
    path: Type.String({ default: '/sample', pattern: '^/[a-z0-9/-]+$', description: 'Where the network calls back.' }),
    url: Type.String({ pattern: '^https?://', description: 'Where the network takes messages.' }),
    key: Type.String({ secret: true, minLength: 1, description: 'The key that the network knows us by.' }),
    token: Type.String({ secret: true, minLength: 8, description: 'What the network sends in the header `X-Token`.' }),
    window: Type.Integer({ default: 10, minimum: 1, maximum: 1000, description: 'Requests under way at once.' }),
    partsPerSecond: Type.Number({
      default: 0,
      minimum: 0,
      description: 'Parts a second that the network takes; 0 for no limit.',
    }),
  },
  { additionalProperties: false },
)

export type Config = Static<typeof configSchema>
