import type { Clock } from '@heliograph/contracts'

/**
 * One timer for everything in a session that can become due. It is set again only for an earlier time, so that traffic
 * does not touch it.
 */
export class SharedTimer {
  readonly #clock: Clock
  readonly #onDue: () => void
  #due = Number.POSITIVE_INFINITY
  #cancel = (): void => undefined

  constructor(clock: Clock, onDue: () => void) {
    this.#clock = clock
    this.#onDue = onDue
  }

  /** Calls back once, at `due` at the latest. The callback checks what is due and sets the timer again. */
  arm(due: number): void {
    if (due >= this.#due) return
    this.#cancel()
    this.#due = due
    this.#cancel = this.#clock.after(Math.max(0, due - this.#clock.now()), () => {
      this.#due = Number.POSITIVE_INFINITY
      this.#onDue()
    })
  }

  stop(): void {
    this.#cancel()
    this.#due = Number.POSITIVE_INFINITY
  }
}
