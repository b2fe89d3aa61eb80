import { type Clock, settleWithin } from '@heliograph/contracts'
import type { Outage } from '../../database/outage.ts'
import { outcomeUnknown } from './store-with-recovery.ts'

/** What is stored for a client is waited for until this long after its request came, ... */
const UNKNOWN_MS = 4_500
/** ... and while the database is known to be away, for a moment only. */
const AWAY_UNKNOWN_MS = 800

export function unknownAfterMs({ isKnown }: Pick<Outage, 'isKnown'>): number {
  return isKnown ? AWAY_UNKNOWN_MS : UNKNOWN_MS
}

/**
 * Resolves like a step of a request that came at `since`. Rejects with `outcome-unknown` when that takes too long; what
 * the step still does counts all the same.
 */
export function inTime<T>(
  { steady, outage }: { readonly steady: Clock; readonly outage: Outage },
  since: number,
  step: Promise<T>,
): Promise<T> {
  const leftMs = Math.max(0, since + unknownAfterMs(outage) - steady.now())
  return settleWithin(steady, leftMs, step, () => outcomeUnknown())
}
