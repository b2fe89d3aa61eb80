import { namesSetting, requestsPerMinute } from '@heliograph/wire'
import { type Static, Type } from 'typebox'

/** Configuration of an instance of ERP connector A. */
export const erpAConfigSchema = Type.Object(
  {
    requestsPerMinute,
    account: namesSetting('Parameter with the client ID, or the e-mail of the user, whose key it is.', ['account']),
    key: namesSetting('Parameter with the API key.', ['password']),
    recipients: namesSetting('Parameter with the recipients.', ['recipient_addr']),
    text: namesSetting('Parameter with the text.', ['message', 'msg', 'text', 'message_text', 'sms_text']),
    reference: namesSetting("Parameter with the client's own label.", ['ref']),
  },
  { additionalProperties: false },
)

export type ErpAConfig = Static<typeof erpAConfigSchema>
