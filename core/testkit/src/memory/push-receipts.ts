import type { PushRequest } from '@heliograph/contracts'
import type { Deliveries } from './deliveries.ts'
import type { StoredMessage } from './messages.ts'

/** Hands what became of a message to its user's sessions, as often as it was asked for. */
export function pushReceipts(deliveries: Deliveries, message: StoredMessage): void {
  const { acceptedAt, doneAt, errorId, from, networkStatus, parts, state, text, to, userId } = message
  for (const { request, smsId } of message.pushes) {
    if (!isAskedFor(request, state)) continue
    deliveries.add(userId, {
      kind: 'receipt',
      smsId,
      context: request.context,
      from,
      to,
      text,
      parts,
      state,
      networkStatus,
      errorId,
      acceptedAt,
      doneAt: doneAt as Date,
    })
  }
}

function isAskedFor({ on }: PushRequest, state: StoredMessage['state']): boolean {
  return on === 'every' || (on === 'success') === (state === 'delivered')
}
