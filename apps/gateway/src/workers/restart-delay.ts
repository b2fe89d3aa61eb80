/** A worker that served for this long was in order: the next start is not held up. */
const STEADY_MS = 60_000
const LONGEST_MS = 30_000

/** The ends of a worker, as far as they say when it may be started again. */
export interface Ends {
  /** Ends in a row, each soon after its start. */
  readonly inARow: number
  /** How long to wait before the next start. */
  readonly delayMs: number
}

export const NO_ENDS: Ends = { inARow: 0, delayMs: 0 }

/** Notes an end, `livedMs` after the start. The first is followed at once by a start, further ones ever more slowly. */
export function noteEnd({ inARow }: Ends, livedMs: number): Ends {
  const now = livedMs >= STEADY_MS ? 1 : inARow + 1
  return { inARow: now, delayMs: now === 1 ? 0 : Math.min(LONGEST_MS, 1_000 * 2 ** (now - 2)) }
}
