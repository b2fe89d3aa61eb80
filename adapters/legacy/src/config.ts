import { requestsPerMinute } from '@heliograph/wire'
import { type Static, Type } from 'typebox'

/** Configuration of an instance of the legacy batch endpoint. */
export const legacyConfigSchema = Type.Object({ requestsPerMinute }, { additionalProperties: false })

export type LegacyConfig = Static<typeof legacyConfigSchema>
