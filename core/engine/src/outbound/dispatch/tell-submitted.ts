import type { PartOutcome, StepFeed } from '@heliograph/contracts'
import type { QueuedMessage } from './links/queued-message.ts'

/** Tells that a link has answered. What was handed over before anybody watched has no step. */
export function tellSubmitted(
  steps: StepFeed,
  link: string,
  { handedOverAt, message: { smsId, attempt }, requestId }: QueuedMessage,
  [first]: readonly PartOutcome[],
  endedAt: number,
): void {
  if (requestId === null || handedOverAt === 0) return
  const outcome = first?.kind ?? 'unknown'
  steps.tell({ kind: 'submit', requestId, startedAt: handedOverAt, endedAt, smsId, link, attempt, outcome })
}
