import { PRIORITIES, type SubmitEntry, type SubmitRequest } from '@heliograph/contracts'
import { MAX_REFERENCE_LENGTH } from '@heliograph/wire'
import { messageIdFor } from './message-id.ts'
import { ORIGIN } from './services.ts'
import { REFUSALS, SmtpRefusal } from './smtp-answers.ts'

/** A text and its recipients in E.164 digits. */
export interface MailText {
  readonly text: string
  /** `Message-ID` of the mail; empty when there is none. */
  readonly messageId: string
  readonly recipients: readonly string[]
  readonly requestId?: string | undefined
}

/**
 * Maps a mail to one request for all recipients, each number once. There is one answer for all of them, so nothing is
 * sent if the credit covers only some.
 */
export function mapMailToRequest({ messageId, recipients, requestId, text }: MailText): SubmitRequest {
  const destinations = [...new Set(recipients)].map((to) => ({ to: `+${to}`, messageId: messageIdFor(messageId, to) }))
  const reference = messageId.replace(/^<|>$/g, '').slice(0, MAX_REFERENCE_LENGTH)
  return {
    origin: ORIGIN,
    requestId,
    priority: PRIORITIES.LOW,
    numbers: 'international',
    atomic: true,
    messages: [{ destinations, text, ...(reference === '' ? {} : { reference }) }],
  }
}

/** Returns the text of the answer 250. Throws `SmtpRefusal` when nothing was sent to any recipient. */
export function formatTaken(entries: readonly SubmitEntry[]): string {
  const taken = entries.filter(({ smsId }) => smsId > 0)
  const [first] = entries
  if (taken.length === 0) throw new SmtpRefusal(...((first && REFUSALS[first.state]) ?? [554, 'Nothing was sent']))
  if (taken.length < entries.length) return `OK: sent to ${taken.length} of ${entries.length} recipients`
  return taken.length === 1 ? `OK: sent as ${taken[0]?.smsId}` : `OK: sent to ${taken.length} recipients`
}
