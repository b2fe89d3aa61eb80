import type { Clock } from '@heliograph/contracts'
import { MicroBatch } from '../database/micro-batch.ts'
import { serviceAnswer } from '../database/service-answer.ts'
import { ExpiringCache } from './expiring-cache.ts'

/** A change must take effect within a second, whether or not changes are announced. */
const LIFETIME_MS = 500
const MAX_REMEMBERED = 10_000
const BATCH_LOOKUPS = 500

export interface RememberedLookupsOptions<T> {
  readonly clock: Clock
  /** Loads the ids that exist; each id is given once. */
  readonly load: (ids: readonly number[]) => Promise<ReadonlyMap<number, T>>
}

/**
 * Creates a look-up by id. Results are remembered for a moment; look-ups made while one is under way share the next
 * statement. Rejects with `unavailable` while the database is needed and away.
 */
export function createRememberedLookups<T>({ clock, load }: RememberedLookupsOptions<T>) {
  const known = new ExpiringCache<number, T>(MAX_REMEMBERED)
  const lookups = new MicroBatch<number, T | undefined>({
    run: async (ids) => {
      const askedAt = clock.now()
      const found = await load([...new Set(ids)])
      for (const [id, value] of found) known.set(id, value, askedAt)
      return ids.map((id) => found.get(id))
    },
    maxItems: BATCH_LOOKUPS,
    lanes: 2,
  })
  return async (id: number): Promise<T | undefined> => {
    if (!Number.isSafeInteger(id)) return undefined
    return known.get(id, clock.now(), LIFETIME_MS) ?? serviceAnswer(lookups.add(id))
  }
}
