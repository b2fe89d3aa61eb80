import type { Clock } from '@heliograph/contracts'

/** Waits for what is unanswered before the next step of an end, but not longer than a time-out. One wait at a time; a new one replaces the last. */
export class OrderlyEnd {
  readonly #clock: Clock
  #cancelTimeout = (): void => undefined
  #isReady: (() => boolean) | undefined
  #step: () => void = () => undefined

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Calls `step` once `isReady`, or after `timeoutMs`. `proceed` has to be called whenever that may have changed. */
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
