import type { Clock } from '@heliograph/contracts'

/**
 * Waits for unanswered requests before the next step of ending a session, but not longer than a time-out. A new wait
 * replaces the last one.
 */
export class OrderlyEnd {
  readonly #clock: Clock
  #cancelTimeout = (): void => undefined
  #isReady: (() => boolean) | undefined
  #step: () => void = () => undefined

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Calls `step` once `isReady` returns true, or after `timeoutMs`. Call `proceed` whenever that may have changed. */
  wait(timeoutMs: number, isReady: () => boolean, step: () => void): void {
    this.cancel()
    this.#isReady = isReady
    this.#step = step
    this.#cancelTimeout = this.#clock.after(timeoutMs, () => this.#go())
    this.proceed()
  }

  proceed(): void {
    if (this.#isReady?.() === true) this.#go()
  }

  cancel(): void {
    this.#cancelTimeout()
    this.#isReady = undefined
  }

  #go(): void {
    this.cancel()
    this.#step()
  }
}
