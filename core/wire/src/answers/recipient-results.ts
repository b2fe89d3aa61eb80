import type { HttpResponse, SubmitEntry } from '@heliograph/contracts'
import { STATUS_FORMS, type TextStatus } from '@heliograph/messaging'
import { textResponse } from './responses.ts'

/** The result of one recipient, as the text interfaces report it. */
export interface RecipientResult {
  /** The numeric id; 0 together with ERROR. */
  readonly smsId: number
  /** In normalised digits, or as given when it is not a number. */
  readonly recipient: string
  readonly status: TextStatus
  /** The reason of an ERROR, for people; undefined otherwise. */
  readonly reason: string | undefined
}

/** The result of one destination. */
export function recipientResultOf({ smsId, to, state }: Pick<SubmitEntry, 'smsId' | 'to' | 'state'>): RecipientResult {
  const { text: status, v2 } = STATUS_FORMS[state]
  return status === 'ERROR' ? failedRecipient(to, v2.description) : { smsId, recipient: to, status, reason: undefined }
}

/** The result of a recipient that was not accepted. */
export function failedRecipient(recipient: string, reason: string): RecipientResult {
  return { smsId: 0, recipient, status: 'ERROR', reason }
}

/** Writes `<sms_id>:<recipient>:<status>`. */
export function formatRecipientResult({ smsId, recipient, status }: Omit<RecipientResult, 'reason'>): string {
  return `${smsId}:${recipient}:${status}`
}

/** The usual response of text interfaces: the results in plain text, joined by commas. */
export function recipientResponse(results: readonly RecipientResult[]): HttpResponse {
  return textResponse(200, results.map(formatRecipientResult).join(','))
}
