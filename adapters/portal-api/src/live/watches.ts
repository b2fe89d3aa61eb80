import type { Clock } from '@heliograph/contracts'
import { type LiveServices, TOPICS, type Topic, type Viewer } from './topics.ts'

interface Watch {
  readonly listeners: Set<() => void>
  /** See `Following`. */
  readonly begun: Promise<void>
  cancel(): void
}

/** What a viewer follows. */
export interface Following {
  /** Resolves once every change from then on is told: after the first look, with which the next one is compared. */
  readonly begun: Promise<void>
  stop(): void
}

/** Looks for changes once for all viewers of this node who see the same, and only while there are any. */
export interface Watches {
  /** Calls the listener after each change until it is stopped. */
  follow(topic: Topic, viewer: Viewer, listener: () => void): Following
}

export function createWatches(services: LiveServices, clock: Clock): Watches {
  const watches = new Map<string, Watch>()

  return {
    follow(topic, viewer, listener) {
      const { everyMs, look, scope } = TOPICS[topic]
      const key = `${topic} ${scope(viewer)}`
      const watch = watches.get(key) ?? createWatch(() => look(services, viewer, clock.now()), everyMs, clock)
      watches.set(key, watch)
      // A new function, so that the same listener can follow twice.
      const own = () => listener()
      watch.listeners.add(own)
      return {
        begun: watch.begun,
        stop() {
          watch.listeners.delete(own)
          if (watch.listeners.size > 0 || watches.get(key) !== watch) return
          watches.delete(key)
          watch.cancel()
        },
      }
    },
  }
}

function createWatch(look: () => Promise<string>, everyMs: number, clock: Clock): Watch {
  const listeners = new Set<() => void>()
  let before: string | undefined
  let isOver = false
  let cancelTimer = () => {}
  const check = async () => {
    // A look that fails is made up for by the next one.
    const seen = await look().catch(() => before ?? '')
    if (isOver) return
    if (seen !== before && before !== undefined) for (const listener of listeners) listener()
    before = seen
    cancelTimer = clock.after(everyMs, () => void check())
  }
  return {
    listeners,
    begun: check(),
    cancel() {
      isOver = true
      cancelTimer()
    },
  }
}
