import type { MessageState, UploadRecord } from '@heliograph/contracts'
import { slowEnd } from '@heliograph/messaging'

/** States of messages that have not gone out. */
const WAITING: readonly MessageState[] = ['scheduled', 'queued', 'submitting', 'retrying']

/**
 * When the last message of an upload will have gone at its speed limit; null: it has none, or is not going. Counts all
 * messages as equally long. Pure.
 *
 * @param counts its messages in each state
 */
export function estimatedEnd(
  upload: UploadRecord,
  counts: Readonly<Partial<Record<MessageState, number>>>,
  now: number,
): Date | null {
  const { state, speedLimit: limit, deliveryWindow: window, sendAt, messages, submitted, parts } = upload
  if (limit === null || (state !== 'sending' && state !== 'scheduled')) return null
  const waiting = WAITING.reduce((sum, each) => sum + (counts[each] ?? 0), messages - submitted)
  const left = Math.ceil((parts * waiting) / Math.max(messages, 1))
  return new Date(slowEnd({ parts: left, limit, window }, Math.max(now, sendAt?.getTime() ?? now)))
}
