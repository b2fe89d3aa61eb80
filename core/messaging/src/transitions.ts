import type { MessageState } from '@heliograph/contracts'

// How a message can end once the network may have it, in whatever order answers and receipts arrive.
const NETWORK_ENDINGS: readonly MessageState[] = [
  'delivered',
  'undeliverable',
  'refused-by-network',
  'expired',
  'unconfirmed',
  // By the gateway while the message waits, later by the network (DELETED).
  'cancelled',
]

// How it can end while the gateway still has it. A receipt may overtake the record of the submission, so the network's
// endings are included.
const WAITING_ENDINGS: readonly MessageState[] = [...NETWORK_ENDINGS, 'no-route']

/**
 * What each state may turn into. Steps may be skipped, because intermediate states need not be recorded one by one; a
 * state goes back only where a message returns to the queue. Final states stay, except that a late receipt turns
 * `expired` and `unconfirmed` into `delivered`.
 */
const FOLLOWERS: Readonly<Record<MessageState, readonly MessageState[]>> = {
  // When a contact opts out, messages that have not been given to a link end.
  scheduled: ['queued', 'submitting', 'unknown', 'submitted', 'retrying', 'opted-out', ...WAITING_ENDINGS],
  queued: ['submitting', 'unknown', 'submitted', 'retrying', 'opted-out', ...WAITING_ENDINGS],
  submitting: ['queued', 'unknown', 'submitted', 'retrying', ...WAITING_ENDINGS],
  unknown: ['queued', 'submitting', 'submitted', 'retrying', ...NETWORK_ENDINGS],
  submitted: NETWORK_ENDINGS,
  retrying: ['queued', 'submitting', 'unknown', 'submitted', ...WAITING_ENDINGS],
  expired: ['delivered'],
  unconfirmed: ['delivered'],
  delivered: [],
  undeliverable: [],
  'refused-by-network': [],
  cancelled: [],
  'no-route': [],
  'opted-out': [],
  'bad-number': [],
  'no-credit': [],
  'too-long': [],
  duplicate: [],
}

/** True when a message in state `from` may change to `to`. No state follows itself. */
export function mayFollow(from: MessageState, to: MessageState): boolean {
  return FOLLOWERS[from].includes(to)
}
