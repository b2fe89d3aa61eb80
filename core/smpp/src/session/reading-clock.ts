import type { Clock } from '@heliograph/contracts'

/**
 * A clock that runs only while a session reads, and stands still while reading has stopped.
 *
 * Answers cannot arrive while the socket is not read, so a peer's silence and the response time-outs are measured with
 * this clock.
 */
export class ReadingClock implements Clock {
  readonly #clock: Clock
  #stoppedAt: number | undefined
  #stoppedMs = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  now(): number {
    return (this.#stoppedAt ?? this.#clock.now()) - this.#stoppedMs
  }

  /** Calls back too early when the clock is stopped in between. */
  after(delayMs: number, callback: () => void): () => void {
    return this.#clock.after(delayMs, callback)
  }

  stop(): void {
    this.#stoppedAt ??= this.#clock.now()
  }

  start(): void {
    if (this.#stoppedAt === undefined) return
    this.#stoppedMs += this.#clock.now() - this.#stoppedAt
    this.#stoppedAt = undefined
  }
}
