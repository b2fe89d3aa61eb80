import { requestsPerMinute } from '@heliograph/wire'
import { type Static, Type } from 'typebox'

/** Configuration of an instance of the accounting interface. */
export const accountingConfigSchema = Type.Object({ requestsPerMinute }, { additionalProperties: false })

export type AccountingConfig = Static<typeof accountingConfigSchema>
