import { Type } from 'typebox'

/** What an operator may write under `config`. Each field has a description: the table of the README is made of them. */
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
