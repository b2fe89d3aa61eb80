import { requestsPerMinute } from '@heliograph/wire'
import { type Static, Type } from 'typebox'

/** Configuration of an instance of the Infobip interface. */
export const infobipConfigSchema = Type.Object({ requestsPerMinute }, { additionalProperties: false })

export type InfobipConfig = Static<typeof infobipConfigSchema>
