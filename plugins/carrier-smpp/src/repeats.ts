import type { Clock } from '@heliograph/contracts'

/** How long the gateway then compares with earlier messages, see `NetworkIncoming.mayBeRepeated`. */
const SUSPECT_MS = 60_000
/** After this long without an acknowledgement, the SMSC may already have sent a message again. */
const LATE_MS = 5_000

/**
 * Tracks when the SMSC may be repeating messages: after a connection opened or closed (an acknowledgement may have been
 * lost with it, here or in an earlier process), and after an incoming SMS was refused or kept waiting.
 */
export class Repeats {
  readonly #clock: Clock
  readonly #waitingSince = new Set<{ readonly at: number }>()
  #suspectUntil = Number.NEGATIVE_INFINITY

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Call it when a connection opens or closes, or when something is refused. */
  suspect(): void {
    this.#suspectUntil = this.#clock.now() + SUSPECT_MS
  }

  isSuspect(): boolean {
    const [oldest] = this.#waitingSince
    if (oldest !== undefined && this.#clock.now() - oldest.at >= LATE_MS) this.suspect()
    return this.#clock.now() < this.#suspectUntil
  }

  /** Call it when an SMS arrives, and its result when the SMS has been acknowledged or refused. */
  begin(): () => void {
    const begun = { at: this.#clock.now() }
    this.#waitingSince.add(begun)
    return () => {
      this.#waitingSince.delete(begun)
      if (this.#clock.now() - begun.at >= LATE_MS) this.suspect()
    }
  }
}
