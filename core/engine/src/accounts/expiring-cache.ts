import { putLast } from './put-last.ts'

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
    putLast(this.#entries, key, { value, loadedAt: now }, this.#limit)
  }

  clear(): void {
    this.#entries.clear()
  }
}
