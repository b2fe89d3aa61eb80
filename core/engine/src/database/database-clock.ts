import type { Clock } from '@heliograph/contracts'

/** Up to here the clock of a node counts as that of the database. */
const TOLERATED_MS = 1_000

/** The database's clock as one of its answers showed it. */
export interface ClockReading {
  /** Milliseconds since the epoch by the database, at some time between request and answer. */
  readonly databaseMs: number
  /** How long request and answer took, by a clock that only grows. */
  readonly roundTripMs: number
}

/** How far the database's clock is ahead of the node's, or behind (negative). */
export interface ClockOffset {
  readonly ms: number
  /** Half the round trip: the true offset differs by no more than this. */
  readonly errorMs: number
}

/**
 * A node's clock, corrected to that of the database: all nodes stamp what they store with one time.
 *
 * Clocks that are kept by a time service differ by milliseconds, and then the node's own is used as it is, so that
 * differences between two times stay exact. Only a clock that is off by more than a second is corrected, in one step.
 */
export class DatabaseClock implements Clock {
  readonly #own: Clock
  #correctionMs = 0
  #offset: ClockOffset = { ms: 0, errorMs: 0 }

  constructor(own: Clock) {
    this.#own = own
  }

  now(): number {
    return this.#own.now() + this.#correctionMs
  }

  /** The node's own time, uncorrected. */
  ownNow(): number {
    return this.#own.now()
  }

  after(delayMs: number, callback: () => void): () => void {
    return this.#own.after(delayMs, callback)
  }

  /** As last measured. */
  get offset(): ClockOffset {
    return this.#offset
  }

  /** Call as soon as the answer has come. */
  measure({ databaseMs, roundTripMs }: ClockReading): ClockOffset {
    const errorMs = roundTripMs / 2
    const ms = databaseMs - (this.#own.now() - errorMs)
    this.#offset = { ms, errorMs }
    if (Math.abs(ms - this.#correctionMs) - errorMs > TOLERATED_MS)
      this.#correctionMs = Math.abs(ms) - errorMs > TOLERATED_MS ? Math.round(ms) : 0
    return this.#offset
  }
}

/** Whether the two clocks are certainly apart by more than this. */
export function isOffBy(limitMs: number, { ms, errorMs }: ClockOffset): boolean {
  return Math.abs(ms) - errorMs > limitMs
}
