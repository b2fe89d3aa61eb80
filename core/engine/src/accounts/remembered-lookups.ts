import type { Clock } from '@heliograph/contracts'
import { MicroBatch } from '../database/micro-batch.ts'
import { serviceAnswer } from '../database/service-answer.ts'
import { ExpiringCache } from './expiring-cache.ts'

/** How long a result is valid while nothing announces changes: they must take effect within a second. */
export const BLIND_LIFETIME_MS = 500
/** What did not exist may exist a moment later. */
const MISS_LIFETIME_MS = 1_000
const MOST = 10_000
const BATCH_LOOKUPS = 500

export interface RememberedLookupsOptions<K, V> {
  readonly clock: Clock
  /** How many results are remembered. Default: 10,000. */
  readonly most?: number
  /** How many keys are remembered for which there was no result. Default: none. */
  readonly mostMisses?: number
  /** Loads the results that exist; each key is given once. */
  readonly load: (keys: readonly K[]) => Promise<ReadonlyMap<K, V>>
  /** Called with each loaded result that is remembered, and when it was asked for. */
  readonly onRemembered?: (value: V, askedAt: number) => void
}

/**
 * Look-ups that are answered from memory when the same was asked a moment ago. Those of one key that are made while it
 * is being looked up share the result; those of others that are made meanwhile share the next statement.
 */
export class RememberedLookups<K extends string | number, V> {
  /** How long a result is valid. */
  lifetimeMs = BLIND_LIFETIME_MS
  readonly #options: RememberedLookupsOptions<K, V>
  readonly #known: ExpiringCache<K, V>
  readonly #misses: ExpiringCache<K, true> | undefined
  readonly #underWay = new Map<K, Promise<V | undefined>>()
  readonly #batch = new MicroBatch<K, V | undefined>({
    run: (keys) => this.#load(keys),
    maxItems: BATCH_LOOKUPS,
    lanes: 2,
  })
  /** Raised by `clear`: answers requested before a change must not be kept after it. */
  #generation = 0

  constructor(options: RememberedLookupsOptions<K, V>) {
    this.#options = options
    this.#known = new ExpiringCache(options.most ?? MOST)
    if (options.mostMisses !== undefined) this.#misses = new ExpiringCache(options.mostMisses)
  }

  /** Rejects with `unavailable` while the database is needed and away. */
  get(key: K): V | undefined | Promise<V | undefined> {
    const now = this.#options.clock.now()
    const known = this.#known.get(key, now, this.lifetimeMs)
    if (known !== undefined) return known
    if (this.#misses?.get(key, now, Math.min(this.lifetimeMs, MISS_LIFETIME_MS))) return undefined
    return this.#underWay.get(key) ?? this.#ask(key)
  }

  /** Remembers a result that was loaded elsewhere, and not before the last `clear`. */
  note(key: K, value: V, askedAt: number): void {
    this.#known.set(key, value, askedAt)
  }

  /** Forgets everything. What is being looked up is given only to those who wait for it already. */
  clear(): void {
    this.#generation += 1
    this.#known.clear()
    this.#misses?.clear()
    this.#underWay.clear()
  }

  #ask(key: K): Promise<V | undefined> {
    const asked: Promise<V | undefined> = serviceAnswer(this.#batch.add(key)).finally(() => {
      if (this.#underWay.get(key) === asked) this.#underWay.delete(key)
    })
    this.#underWay.set(key, asked)
    return asked
  }

  async #load(keys: readonly K[]): Promise<readonly (V | undefined)[]> {
    const askedAt = this.#options.clock.now()
    const generation = this.#generation
    const found = await this.#options.load([...new Set(keys)])
    if (generation === this.#generation) this.#remember(keys, found, askedAt)
    return keys.map((key) => found.get(key))
  }

  #remember(keys: readonly K[], found: ReadonlyMap<K, V>, askedAt: number): void {
    for (const [key, value] of found) {
      this.#known.set(key, value, askedAt)
      this.#options.onRemembered?.(value, askedAt)
    }
    for (const key of keys) if (!found.has(key)) this.#misses?.set(key, true, askedAt)
  }
}
