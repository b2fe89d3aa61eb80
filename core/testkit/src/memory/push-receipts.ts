import { isPushed } from '@heliograph/messaging'
import type { StoredMessage } from './messages.ts'
import type { Pushes } from './pushes.ts'

/** Pushes what became of a message to its user's sessions, once for each receipt requested. */
export function pushReceipts(pushes: Pushes, message: StoredMessage): void {
  const isSent = message.state === 'submitted'
  const { acceptedAt, submittedAt, doneAt, errorId, from, networkStatus, parts, state, text, to, userId } = message
  for (const { request, smsId } of message.pushWishes) {
    if (!(isSent ? request.sent : isPushed(request.on, state))) continue
    pushes.add(userId, {
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
      doneAt: (isSent ? submittedAt : doneAt) as Date,
    })
  }
}
