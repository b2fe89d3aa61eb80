import type { Clock, InstanceState, MessageEvent, StateEntry } from '@heliograph/contracts'

/** The number of delivered messages, kept across restarts and shared by all nodes. */
export interface DeliveredCount {
  /** Counts the delivered messages among the events, each once, however often its event comes. */
  add(events: readonly MessageEvent[]): Promise<void>
  read(): Promise<number>
}

/** The count, and the events that were the last to change it. */
interface Stored {
  readonly count: number
  readonly last: readonly number[]
}

const KEY = 'delivered'
const DAY_MS = 24 * 3_600_000
/** Longer than the gateway hands an event over again, which is three days. */
const EVENT_MS = 4 * DAY_MS
const COUNT_MS = 3650 * DAY_MS

/**
 * Events come at least once: again after a crash, say. So the count and the events in it are stored in one step, and
 * before these make room for the next, each is remembered by itself. When the process ends in between, an event that
 * is in the count is still found in one of the two places.
 */
export function createDeliveredCount(state: InstanceState, clock: Clock): DeliveredCount {
  const entry = (key: string, value: string, keptMs: number): StateEntry => ({
    ...{ key, value, expiresAt: new Date(clock.now() + keptMs) },
  })
  const keyOf = (eventId: number) => `event:${eventId}`

  async function load() {
    const text = await state.get(KEY)
    const stored: Stored = text === undefined ? { count: 0, last: [] } : JSON.parse(text)
    return { text, stored }
  }

  /** Stores the count, unless another node has done so since it was read. */
  async function store(earlier: string | undefined, stored: Stored): Promise<boolean> {
    const next = entry(KEY, JSON.stringify(stored), COUNT_MS)
    return earlier === undefined ? (await state.add(next)) === next.value : state.replace(earlier, next)
  }

  async function addOnce(eventIds: readonly number[]): Promise<boolean> {
    const { text, stored } = await load()
    for (const eventId of stored.last) await state.add(entry(keyOf(eventId), '', EVENT_MS))
    const fresh: number[] = []
    for (const eventId of eventIds) {
      const isKnown = stored.last.includes(eventId) || (await state.get(keyOf(eventId))) !== undefined
      if (!isKnown) fresh.push(eventId)
    }
    return fresh.length === 0 || store(text, { count: stored.count + fresh.length, last: fresh })
  }

  return {
    async add(events) {
      const delivered = events.filter((event) => event.kind === 'message-ended' && event.state === 'delivered')
      const eventIds = [...new Set(delivered.map(({ eventId }) => eventId))]
      while (!(await addOnce(eventIds))) {
        // Another node was faster: look again.
      }
    },
    read: async () => (await load()).stored.count,
  }
}
