import { namesSetting, requestsPerMinute } from '@heliograph/wire'
import { type Static, Type } from 'typebox'

/** Configuration of an instance of ERP connector B. */
export const erpBConfigSchema = Type.Object(
  {
    requestsPerMinute,
    key: namesSetting('Parameter with the API key.', ['apikey']),
    recipients: namesSetting('Parameter with the recipients.', ['number']),
    text: namesSetting('Parameter with the text.', ['message']),
    reference: namesSetting("Parameter with the client's own label.", ['ref']),
  },
  { additionalProperties: false },
)

export type ErpBConfig = Static<typeof erpBConfigSchema>
