import type { SpeedLimit } from '@heliograph/contracts'

/** The limit of a bulk, and how far it has come. */
export interface BulkSpeed extends SpeedLimit {
  /** When its next part may go, in milliseconds since the epoch. */
  readonly nextAt: number
}

/** Messages of a bulk that were let go and are not settled yet. */
export interface LetGo {
  /** No node has these: their links are away or busy. */
  readonly waiting: number
  readonly all: number
}

/**
 * How much of the time is made up for in which nothing was let go, because the last look was long ago. More would be a
 * burst.
 */
const MAKE_UP_MS = 2_000

/** Nothing more is let go while nodes have this much of it, since they cannot hand it over as fast. */
const AHEAD_MS = 10_000

/** One that has just been let go does not hold up the next. */
const LEAST_AHEAD = 2

/** How many parts of a bulk may go now; 0: none. Pure. */
export function partsDue(speed: BulkSpeed, { waiting, all }: LetGo, now: number): number {
  const begin = Math.max(speed.nextAt, now - MAKE_UP_MS)
  if (begin > now || waiting > 0) return 0
  if (all >= Math.max(LEAST_AHEAD, AHEAD_MS / msPerPart(speed))) return 0
  return Math.floor((now - begin) / msPerPart(speed)) + 1
}

/**
 * When the next part may go, after some have been let go now. What was let go before and waits goes at once when it
 * can, so that its time is counted from now on. Rounded up, so that the limit is not exceeded by and by. Pure.
 */
export function nextTime(speed: BulkSpeed, { waiting }: LetGo, parts: number, now: number): number {
  const begin = Math.max(speed.nextAt, now - MAKE_UP_MS) + parts * msPerPart(speed)
  return Math.ceil(waiting > 0 ? Math.max(begin, now + waiting * msPerPart(speed)) : begin)
}

function msPerPart({ parts, seconds }: SpeedLimit): number {
  return (seconds * 1_000) / parts
}
