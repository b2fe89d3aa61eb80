const MINUTE_MS = 60_000

/** Lets so many of each kind through within a minute of the clock, and so many in all. */
export class MinuteQuota<K> {
  readonly #each: number
  readonly #all: number
  /** Has no more entries than are let through. */
  readonly #taken = new Map<K, number>()
  #left: number
  #minute = 0

  constructor(each: number, all: number) {
    this.#each = each
    this.#all = all
    this.#left = all
  }

  take(key: K, nowMs: number): boolean {
    const minute = Math.floor(nowMs / MINUTE_MS)
    if (minute !== this.#minute) {
      this.#minute = minute
      this.#left = this.#all
      this.#taken.clear()
    }
    const taken = this.#taken.get(key) ?? 0
    if (taken >= this.#each || this.#left === 0) return false
    this.#left -= 1
    this.#taken.set(key, taken + 1)
    return true
  }
}
