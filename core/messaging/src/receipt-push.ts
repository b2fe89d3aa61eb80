import type { MessageState, PushRequest } from '@heliograph/contracts'

/** Whether a client that requested receipts over its own connection gets one for a final state. */
export function isPushed(on: PushRequest['on'], state: MessageState): boolean {
  if (on === 'none') return false
  return on === 'every' || (on === 'success') === (state === 'delivered')
}

/**
 * How long a receipt waits for a session of its user, and how long after the last session incoming SMS are kept for it.
 */
export const PUSHES_KEPT_HOURS = 72
