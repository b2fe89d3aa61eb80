import { type Static, Type } from 'typebox'

/** The section `log`. */
export const logSchema = Type.Object(
  {
    level: Type.Enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'], {
      default: 'info',
      description: 'The least important lines to write.',
    }),
    format: Type.Enum(['auto', 'json', 'pretty'], {
      default: 'auto',
      description: 'JSON lines, or short lines for people. auto: short lines on a terminal, else JSON.',
    }),
  },
  { additionalProperties: false },
)

export type LogConfiguration = Static<typeof logSchema>
