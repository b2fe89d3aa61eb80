import type { Principal } from '@heliograph/contracts'
import { normaliseNumber, TimeSlice } from '@heliograph/messaging'
import { formatRecipientResult, splitRecipients, submitText } from '@heliograph/wire'
import { answer, SUCCESS } from '../answers.ts'
import { refusal } from '../errors.ts'
import type { Operation } from '../operation.ts'

/** The name of this interface in logs and reports. */
const ORIGIN = 'basic'

export const SEND_PARAMETERS = {
  recipients: ['to', 'mobile', 'msisdn', 'recipient'],
  text: ['msg', 'message', 'body'],
  reference: ['ref'],
} as const

/** `action=sendsms`. */
export const sendOperation: Operation = {
  exception: 'EXP-SENDSMS-01',
  async handle({ submissions }, { principal, parameters, request: { requestId } }) {
    const recipients = splitRecipients(parameters.joined(SEND_PARAMETERS.recipients) ?? '')
    if (recipients.length === 0) throw refusal('ERR-SENDSMS-01')
    const text = parameters.joined(SEND_PARAMETERS.text)
    if (text === undefined) throw refusal('ERR-SENDSMS-03')
    if (!(await isAnyNumber(recipients, principal))) throw refusal('ERR-SENDSMS-02')
    const reference = parameters.joined(SEND_PARAMETERS.reference)
    const submission = { origin: ORIGIN, requestId, recipients, text, reference }
    const results = await submitText(submissions, principal, submission)
    // A recipient may contain the separator; without this, clients could read more results than there are.
    const entries = results.map((result) => formatRecipientResult(result).replaceAll('|', ' '))
    return answer(SUCCESS, 200, [SUCCESS, ...entries].join('|'))
  },
}

async function isAnyNumber(recipients: readonly string[], { country }: Principal): Promise<boolean> {
  const slice = new TimeSlice()
  for (const recipient of recipients) {
    if (normaliseNumber(recipient, 'local', country) !== undefined) return true
    if (slice.isOver) await slice.rest()
  }
  return false
}
