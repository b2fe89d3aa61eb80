import type { PushRequest } from '@heliograph/contracts'
import { errorIdOf, isPushed } from '@heliograph/messaging'
import { PUSH_BY_SEGMENT, pushOf } from '../../database/codes.ts'
import type { PushDraft } from '../sessions/enqueue-pushes.ts'
import type { AliasRow, ReceiptSubject } from './find-receipt-subjects.ts'
import type { ReceiptEvent } from './receipt-event.ts'

/** A request for a receipt over the client's own connection, with the id to report. */
interface ReceiptRequest {
  readonly smsId: number
  readonly on: PushRequest['on'] | undefined
  readonly context: string
}

/**
 * The receipts of one event that are pushed over the client's own connection: one for the message, or one for each of
 * its segments that requested one.
 */
export function receiptDrafts(
  event: ReceiptEvent,
  subject: ReceiptSubject,
  aliases: readonly AliasRow[],
): readonly PushDraft[] {
  return requestsOf(subject, aliases)
    .filter(({ on }) => on !== undefined && (event.isSent || isPushed(on, event.state)))
    .map(({ smsId, context }) => ({
      userId: subject.user_id,
      content: {
        kind: 'receipt',
        smsId,
        context,
        from: subject.sender,
        to: subject.recipient,
        text: subject.body ?? '',
        parts: subject.parts,
        state: event.state,
        networkStatus: subject.network_status,
        errorId: errorIdOf(event.state, event.errorId || subject.error_id),
        acceptedAt: subject.accepted_at,
        doneAt: event.at,
      },
    }))
}

function requestsOf(subject: ReceiptSubject, aliases: readonly AliasRow[]): readonly ReceiptRequest[] {
  if (subject.push_on !== PUSH_BY_SEGMENT) {
    const { sms_id: smsId, push_sms_id: pushSmsId, push_on: pushOn, push_context: context } = subject
    return [{ smsId: pushSmsId ?? smsId, on: pushOf(pushOn), context: context ?? '' }]
  }
  return aliases
    .filter((alias) => alias.joined_id === subject.sms_id)
    .map((alias) => ({ smsId: alias.sms_id, on: pushOf(alias.push_on), context: alias.push_context }))
}
