import type { MessageState, ReceiptNotice, ReceiptRequest } from '@heliograph/contracts'
import { formatReceiptText, SMPP_STATES, STATUS_FORMS } from '@heliograph/messaging'
import { fillEscapes } from './escapes.ts'
import { DLR, type ReceiptContext } from './receipt-form.ts'

/** Writes a receipt as Kannel does: a GET of `dlr-url` with its escapes filled in. */
export function formatReceipt(notice: ReceiptNotice, context: string): ReceiptRequest {
  const { mask, from, to, user } = JSON.parse(context) as ReceiptContext
  return {
    method: 'GET',
    url: fillEscapes(notice.notifyUrl, {
      type: typeOf(notice, mask),
      from: from ?? notice.from,
      to,
      user: user ?? '',
      account: notice.reference ?? '',
      id: notice.messageId,
      networkId: notice.networkId ?? '',
      at: notice.at,
      text: textOf(notice),
    }),
  }
}

/** States that Kannel calls rejected: nothing of the message was ever on its way to a handset. */
const REJECTED: ReadonlySet<MessageState> = new Set(['refused-by-network', 'no-route', 'opted-out'])

function typeOf({ kind, state }: ReceiptNotice, mask: number): number {
  if (kind === 'delivered') return DLR.delivered
  if (kind === 'pending') return DLR.buffered
  return REJECTED.has(state) && (mask & DLR.rejected) !== 0 ? DLR.rejected : DLR.failed
}

/** Returns the text of a receipt as an SMSC writes it; clients read its `stat:` and `err:`. */
function textOf({ acceptedAt, at, errorId, messageId, networkId, state }: ReceiptNotice): string {
  const { stat } = STATUS_FORMS[state].smpp ?? SMPP_STATES.unknown
  return formatReceiptText({ id: networkId ?? messageId, stat, submittedAt: acceptedAt, doneAt: at, errorId, text: '' })
}
