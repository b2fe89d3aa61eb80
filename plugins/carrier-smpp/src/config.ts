import { type Static, Type } from 'typebox'
import { connectionFields } from './connection-config.ts'
import { messageFields } from './message-config.ts'

/** Configuration of one link. Times are milliseconds. */
export const LinkConfigSchema = Type.Object({ ...connectionFields, ...messageFields }, { additionalProperties: false })

/** Configuration of one carrier: its links by name. */
export const CarrierConfigSchema = Type.Object(
  {
    links: Type.Record(Type.String({ pattern: '^[a-z0-9][a-z0-9-]{0,40}$' }), LinkConfigSchema, {
      minProperties: 1,
      description: 'The links by their names. Ids of messages have to be unique over all links of one carrier.',
    }),
  },
  { additionalProperties: false },
)

export type LinkConfig = Static<typeof LinkConfigSchema>
export type CarrierConfig = Static<typeof CarrierConfigSchema>
