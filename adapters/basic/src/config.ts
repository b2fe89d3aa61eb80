import { requestsPerMinute } from '@heliograph/wire'
import { type Static, Type } from 'typebox'

/** Configuration of an instance of the basic HTTP interface. */
export const basicConfigSchema = Type.Object({ requestsPerMinute }, { additionalProperties: false })

export type BasicConfig = Static<typeof basicConfigSchema>
