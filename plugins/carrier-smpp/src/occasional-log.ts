import type { Clock, Logger } from '@heliograph/contracts'

const INTERVAL_MS = 60_000

/** Warns about errors of a peer at most once a minute, with the number of times since the last warning. */
export class OccasionalLog {
  readonly #logger: Logger
  readonly #clock: Clock
  #since = 0
  #quietUntil = 0

  constructor(logger: Logger, clock: Clock) {
    this.#logger = logger
    this.#clock = clock
  }

  warn(fields: object, text: string): void {
    this.#since += 1
    const now = this.#clock.now()
    // A clock that was set back must not silence the log for longer.
    if (now < this.#quietUntil && this.#quietUntil - now <= INTERVAL_MS) return
    this.#logger.warn({ ...fields, times: this.#since }, text)
    this.#since = 0
    this.#quietUntil = now + INTERVAL_MS
  }
}
