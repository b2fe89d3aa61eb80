import { FACES } from '@heliograph/messaging'
import type { DeliveryDraft } from '../sessions/enqueue-deliveries.ts'
import type { AliasRow, ReceiptSubject } from './find-receipt-subjects.ts'
import type { ReceiptEvent } from './notify-receipts.ts'
import { isPushed, PUSH_BY_SEGMENT } from './push.ts'

/** Who asked to be told over its own connection, under which id. */
interface Asker {
  readonly smsId: number
  readonly pushOn: number | null
  readonly context: string
}

/** The receipts of one final event: one for the message, or one for each segment it was joined from that asked. */
export function receiptDrafts(
  event: ReceiptEvent,
  subject: ReceiptSubject,
  aliases: readonly AliasRow[],
): readonly DeliveryDraft[] {
  const errorId = event.errorId || subject.error_id || FACES[event.state].errorId
  return askers(subject, aliases)
    .filter(({ pushOn }) => isPushed(pushOn, event.state))
    .map(({ smsId, context }) => ({
      userId: subject.user_id,
      content: {
        kind: 'receipt',
        smsId,
        context,
        from: subject.sender,
        to: subject.recipient,
        text: subject.body ?? '',
        parts: subject.parts ?? 1,
        state: event.state,
        networkStatus: subject.network_status,
        // What failed before a late delivery is no failure any more.
        errorId: FACES[event.state].errorId === null ? null : errorId,
        acceptedAt: subject.accepted_at,
        doneAt: event.at,
      },
    }))
}

function askers(subject: ReceiptSubject, aliases: readonly AliasRow[]): readonly Asker[] {
  if (subject.push_on !== PUSH_BY_SEGMENT) {
    const { sms_id: smsId, push_id: pushId, push_on: pushOn, push_context: context } = subject
    return [{ smsId: pushId ?? smsId, pushOn, context: context ?? '' }]
  }
  return aliases
    .filter((alias) => alias.joined_id === subject.sms_id)
    .map((alias) => ({ smsId: alias.sms_id, pushOn: alias.push_on, context: alias.push_context }))
}
