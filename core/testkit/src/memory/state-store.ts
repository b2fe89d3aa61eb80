import type { Clock, InstanceState, StateEntry } from '@heliograph/contracts'
import { checkStateEntry, checkStateIncrement, checkStateList, stateNotANumber } from '@heliograph/messaging'
import { storableText } from './storable-text.ts'

/** The state that instances of the double keep. */
export interface MemoryState {
  of(instanceId: string): InstanceState
  /** Stores an entry instead of the one with the same key and this value; undefined: where there is none. */
  exchange(instanceId: string, expected: string | undefined, entry: StateEntry): boolean
}

export function createMemoryState(clock: Clock): MemoryState {
  const entries = new Map<string, StateEntry>()
  const slotOf = (instance: string, key: string) => JSON.stringify([instance, storableText(key)])

  /** Those of an instance, in the order of their keys. */
  function listOf(instance: string, prefix: string): readonly StateEntry[] {
    return [...entries]
      .filter(([slot, { key, expiresAt }]) => {
        const isOwn = slot === slotOf(instance, key)
        return isOwn && key.startsWith(storableText(prefix)) && expiresAt.getTime() > clock.now()
      })
      .map(([, entry]) => entry)
      .sort((a, b) => compareOctets(a.key, b.key))
  }

  function find(slot: string): string | undefined {
    const entry = entries.get(slot)
    return entry !== undefined && entry.expiresAt.getTime() > clock.now() ? entry.value : undefined
  }

  function keep(slot: string, entry: StateEntry): void {
    const { key, value, expiresAt } = entry
    entries.set(slot, { key: storableText(key), value: storableText(value), expiresAt })
  }

  function exchange(instance: string, expected: string | undefined, entry: StateEntry): boolean {
    checkStateEntry(entry)
    const slot = slotOf(instance, entry.key)
    if (find(slot) !== (expected === undefined ? undefined : storableText(expected))) return false
    keep(slot, entry)
    return true
  }

  const of = (instance: string): InstanceState => ({
    get: async (key) => find(slotOf(instance, key)),
    async set(entry) {
      checkStateEntry(entry)
      keep(slotOf(instance, entry.key), entry)
    },
    async add(entry) {
      checkStateEntry(entry)
      const slot = slotOf(instance, entry.key)
      const known = find(slot)
      if (known === undefined) keep(slot, entry)
      return known ?? storableText(entry.value)
    },
    replace: async (expected, entry) => exchange(instance, expected, entry),
    delete: async (key) => void entries.delete(slotOf(instance, key)),
    async increment(increment) {
      const { key, by, expiresAt } = checkStateIncrement(increment)
      const slot = slotOf(instance, key)
      const known = find(slot) ?? '0'
      const sum = /^-?[0-9]{1,16}$/.test(known) ? Number(known) + by : Number.NaN
      if (!Number.isSafeInteger(sum)) throw stateNotANumber()
      keep(slot, { key, value: String(sum), expiresAt })
      return sum
    },
    async list(options = {}) {
      const { prefix, after, limit } = checkStateList(options)
      const page = listOf(instance, prefix)
        .filter(({ key }) => compareOctets(key, storableText(after)) > 0)
        .slice(0, limit)
      return { entries: page, next: page.length < limit ? null : (page.at(-1)?.key ?? null) }
    },
    count: async (prefix = '') => listOf(instance, prefix).length,
  })

  return { of, exchange }
}

function compareOctets(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b))
}
