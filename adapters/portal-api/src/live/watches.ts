import type { Clock, Principal } from '@heliograph/contracts'
import { type LiveServices, TOPICS, type Topic } from './topics.ts'

/** How often changes are looked for. */
const EVERY_MS = 2_000

interface Watch {
  readonly listeners: Set<() => void>
  cancel(): void
}

/** Looks for changes once for all viewers of this node who see the same, and only while there are any. */
export interface Watches {
  /** Calls the listener after each change until the returned function is called. */
  follow(topic: Topic, principal: Principal, listener: () => void): () => void
}

export function createWatches(services: LiveServices, clock: Clock): Watches {
  const watches = new Map<string, Watch>()

  return {
    follow(topic, principal, listener) {
      const key = `${topic} ${TOPICS[topic].scope(principal)}`
      const watch = watches.get(key) ?? createWatch(() => TOPICS[topic].look(services, principal), clock)
      watches.set(key, watch)
      // A new function, so that the same listener can follow twice.
      const own = () => listener()
      watch.listeners.add(own)
      return () => {
        watch.listeners.delete(own)
        if (watch.listeners.size > 0 || watches.get(key) !== watch) return
        watches.delete(key)
        watch.cancel()
      }
    },
  }
}

function createWatch(look: () => Promise<string>, clock: Clock): Watch {
  const listeners = new Set<() => void>()
  let before: string | undefined
  let isOver = false
  let cancelTimer = () => {}
  const check = async () => {
    // A look that fails is made up for by the next one.
    const seen = await look().catch(() => before)
    if (isOver) return
    if (seen !== before && before !== undefined) for (const listener of listeners) listener()
    before = seen
    cancelTimer = clock.after(EVERY_MS, () => void check())
  }
  void check()
  return {
    listeners,
    cancel() {
      isOver = true
      cancelTimer()
    },
  }
}
