import type { PartOutcome } from '@heliograph/contracts'

/** For how many milliseconds the network asks to be left alone; 0 when it does not say so. */
export function askedPauseMs(outcomes: readonly PartOutcome[]): number {
  let longest = 0
  for (const outcome of outcomes) {
    if (outcome.kind === 'throttled' && (outcome.retryAfterMs ?? 0) > longest) longest = outcome.retryAfterMs ?? 0
  }
  return longest
}
