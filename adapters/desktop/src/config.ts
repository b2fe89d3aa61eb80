import { requestsPerMinute } from '@heliograph/wire'
import { type Static, Type } from 'typebox'

/** Configuration of an instance of the desktop accounting interface. */
export const desktopConfigSchema = Type.Object({ requestsPerMinute }, { additionalProperties: false })

export type DesktopConfig = Static<typeof desktopConfigSchema>
