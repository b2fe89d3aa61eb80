import type { Clock } from '@heliograph/contracts'

/** One timer for everything of a session that can become due. Set anew only for something earlier, so that traffic does not touch it. */
export class SharedTimer {
  readonly #clock: Clock
  readonly #onDue: () => void
  #due = Number.POSITIVE_INFINITY
  #cancel = (): void => undefined

  constructor(clock: Clock, onDue: () => void) {
    this.#clock = clock
    this.#onDue = onDue
  }

  /** Rings at `due` at the latest. Rings once; the callback looks what is due and sets it again. */
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
