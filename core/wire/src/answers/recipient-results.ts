import type { SubmitEntry } from '@heliograph/contracts'
import { FACES, type TextStatus } from '@heliograph/messaging'

/** What became of one recipient, as the text interfaces tell it. */
export interface RecipientResult {
  /** The numeric id; 0 together with ERROR. */
  readonly smsId: number
  /** In normalised digits, or as given when it is no number. */
  readonly recipient: string
  readonly status: TextStatus
}

/** The result of one destination. */
export function recipientResultOf({ smsId, to, state }: Pick<SubmitEntry, 'smsId' | 'to' | 'state'>): RecipientResult {
  const status = FACES[state].text
  return { smsId: status === 'ERROR' ? 0 : smsId, recipient: to, status }
}

/** The result of a recipient that failed for a reason of the whole request: a wrong key, say. */
export function failedRecipient(recipient: string): RecipientResult {
  return { smsId: 0, recipient, status: 'ERROR' }
}

/** Writes `<sms_id>:<recipient>:<status>`. */
export function formatRecipientResult({ smsId, recipient, status }: RecipientResult): string {
  return `${smsId}:${recipient}:${status}`
}
