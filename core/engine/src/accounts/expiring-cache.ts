interface Entry<V> {
  readonly value: V
  readonly loadedAt: number
}

/**
 * A bounded map whose entries are valid for a limited time. When it is full, the oldest entry makes room, so no flood
 * of keys can make it grow.
 */
export class ExpiringCache<K, V> {
  readonly #entries = new Map<K, Entry<V>>()
  readonly #limit: number

  constructor(limit: number) {
    this.#limit = limit
  }

  get size(): number {
    return this.#entries.size
  }

  /**
   * The value, if it was set less than `lifetimeMs` before `now`. What was set later than that is not valid either: the
   * clock was set back since, and how old it is cannot be told.
   */
  get(key: K, now: number, lifetimeMs: number): V | undefined {
    const entry = this.#entries.get(key)
    if (entry === undefined) return undefined
    const ageMs = now - entry.loadedAt
    return ageMs >= 0 && ageMs < lifetimeMs ? entry.value : undefined
  }

  set(key: K, value: V, now: number): void {
    this.#entries.delete(key)
    if (this.#entries.size >= this.#limit) {
      const oldest = this.#entries.keys().next()
      if (!oldest.done) this.#entries.delete(oldest.value)
    }
    this.#entries.set(key, { value, loadedAt: now })
  }

  clear(): void {
    this.#entries.clear()
  }
}
