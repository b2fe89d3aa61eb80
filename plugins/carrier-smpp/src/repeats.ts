import type { Clock } from '@heliograph/contracts'

/** For so long the gateway compares with what came before, see `NetworkIncoming.mayBeRepeated`. */
const SUSPECT_MS = 60_000
/** What is not acknowledged by then may already have been sent again. */
const LATE_MS = 5_000

/**
 * Knows when the SMSC may be repeating itself: after a connection came or went (an acknowledgement may have been lost with it, here or in an earlier
 * process), and after an incoming SMS was refused or kept waiting.
 */
export class Repeats {
  readonly #clock: Clock
  readonly #waitingSince = new Set<{ readonly at: number }>()
  #suspectUntil = Number.NEGATIVE_INFINITY

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** A connection came or went, or something was refused. */
  suspect(): void {
    this.#suspectUntil = this.#clock.now() + SUSPECT_MS
  }

  isSuspect(): boolean {
    const [oldest] = this.#waitingSince
    if (oldest !== undefined && this.#clock.now() - oldest.at >= LATE_MS) this.suspect()
    return this.#clock.now() < this.#suspectUntil
  }

  /** An SMS came; call the result when it has been acknowledged or refused. */
  begin(): () => void {
    const begun = { at: this.#clock.now() }
    this.#waitingSince.add(begun)
    return () => {
      this.#waitingSince.delete(begun)
      if (this.#clock.now() - begun.at >= LATE_MS) this.suspect()
    }
  }
}
