import type { Clock } from '@heliograph/contracts'

/**
 * Counts by key within the current hour or day of the clock, on this node, in memory that does not grow: of too many
 * keys the one that came first is forgotten.
 */
export class WindowCounts {
  readonly #clock: Clock
  readonly #windowMs: number
  readonly #mostKeys: number
  #counts = new Map<string, number>()
  #window = -1

  constructor(clock: Clock, windowMs: number, mostKeys = 20_000) {
    this.#clock = clock
    this.#windowMs = windowMs
    this.#mostKeys = mostKeys
  }

  of(key: string): number {
    this.#enterWindow()
    return this.#counts.get(key) ?? 0
  }

  /** Counts one more, and returns how many there are with it. */
  add(key: string): number {
    const count = this.of(key) + 1
    this.#counts.set(key, count)
    const [first] = this.#counts.size > this.#mostKeys ? this.#counts.keys() : []
    if (first !== undefined) this.#counts.delete(first)
    return count
  }

  /** Whole seconds until the window ends; at least 1. */
  get secondsLeft(): number {
    return Math.max(1, Math.ceil((this.#windowMs - (this.#clock.now() % this.#windowMs)) / 1_000))
  }

  #enterWindow(): void {
    const window = Math.floor(this.#clock.now() / this.#windowMs)
    if (window === this.#window) return
    this.#window = window
    this.#counts = new Map()
  }
}
