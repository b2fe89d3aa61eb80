import type { BulkState, MessageState, SubmitRequest } from '@heliograph/contracts'

/** Scheduled messages, and several destinations, always form a bulk, so that they can be found and managed. */
export function formsBulk({ messages }: Pick<SubmitRequest, 'messages'>, now: number): boolean {
  let destinations = 0
  for (const message of messages) {
    if (message.sendAt !== undefined && message.sendAt.getTime() > now) return true
    destinations += message.destinations.length
  }
  return destinations > 1
}

/** States of messages that wait in the gateway, at once or for a time. */
const WAITING: readonly MessageState[] = ['scheduled', 'queued', 'submitting', 'retrying']

/** States of messages that were handed to a network, or may have been. */
const HANDED_OVER: readonly MessageState[] = [
  'unknown',
  'submitted',
  'delivered',
  'undeliverable',
  'refused-by-network',
  'unconfirmed',
]

/** Where a bulk stands, by the states of its messages, of which there is one at least. Pure. */
export function bulkState(messages: Readonly<Partial<Record<MessageState, number>>>, isPaused: boolean): BulkState {
  const has = (state: MessageState) => (messages[state] ?? 0) > 0
  const isSome = (states: readonly MessageState[]) => states.some(has)
  if (isSome(WAITING)) {
    if (isPaused) return 'paused'
    return Object.keys(messages).every((state) => state === 'scheduled') ? 'pending' : 'processing'
  }
  if (isSome(HANDED_OVER)) return 'finished'
  return has('cancelled') ? 'cancelled' : 'failed'
}
