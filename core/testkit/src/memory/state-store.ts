import type { Clock, InstanceState, StateEntry } from '@heliograph/contracts'
import { checkStateEntry } from '@heliograph/messaging'

/** The state that instances of the double keep. */
export function createMemoryState(clock: Clock): (instanceId: string) => InstanceState {
  const entries = new Map<string, StateEntry>()
  const slotOf = (instance: string, key: string) => JSON.stringify([instance, key])

  function find(slot: string): string | undefined {
    const entry = entries.get(slot)
    return entry !== undefined && entry.expiresAt.getTime() > clock.now() ? entry.value : undefined
  }

  function keep(slot: string, entry: StateEntry): void {
    checkStateEntry(entry)
    entries.set(slot, entry)
  }

  return (instance) => ({
    get: async (key) => find(slotOf(instance, key)),
    set: async (entry) => keep(slotOf(instance, entry.key), entry),
    async add(entry) {
      const slot = slotOf(instance, entry.key)
      const known = find(slot)
      if (known === undefined) keep(slot, entry)
      return known ?? entry.value
    },
    async replace(expected, entry) {
      const slot = slotOf(instance, entry.key)
      if (find(slot) !== expected) return false
      keep(slot, entry)
      return true
    },
    delete: async (key) => void entries.delete(slotOf(instance, key)),
  })
}
