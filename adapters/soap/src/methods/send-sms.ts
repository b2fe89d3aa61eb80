import { formatRecipientResult, splitRecipients, submitText } from '@heliograph/wire'
import { missing } from '../arguments.ts'
import type { Method } from '../method.ts'

/** The name of this interface in logs and reports. */
const ORIGIN = 'soap'

/** One text to one or more recipients, with an outcome for each. */
export const sendSms: Method = {
  name: 'sendsms',
  summary: 'Sends a text and returns <sms_id>:<recipient>:<status> for each recipient, joined by commas.',
  parameters: [
    { name: 'key', type: 'string', meaning: 'API key; client and channel follow from it.' },
    { name: 'to', type: 'string', meaning: 'Recipients, separated by commas.' },
    { name: 'msg', type: 'string', meaning: 'The text.' },
    { name: 'msg_ref', type: 'string', meaning: "Reference of the client's own.", isOptional: true },
  ],
  returns: 'string',
  read({ arguments: given, request: { requestId }, services }) {
    const recipients = splitRecipients(given.required('to'))
    if (recipients.length === 0) missing('to')
    const text = given.required('msg')
    return {
      credential: { kind: 'key', key: given.text('key')?.trim() ?? '' },
      async answer(principal) {
        const submission = { origin: ORIGIN, requestId, recipients, text, reference: given.text('msg_ref') }
        const results = await submitText(services.submissions, principal, submission)
        return results.map(formatRecipientResult).join(',')
      },
    }
  },
}
