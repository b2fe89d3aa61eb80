import type { Clock } from '@heliograph/contracts'
import { paced } from './paced.ts'
import {
  type AnnouncedTopic,
  type LiveServices,
  type LookedAtTopic,
  TOPICS,
  type Topic,
  type Viewer,
} from './topics.ts'

/** Viewers are notified of announced changes no more often than this, because each time they load the data again. */
const REPORT_MS = 1_000

interface Watch {
  readonly listeners: Set<() => void>
  /** See `Following`. */
  readonly begun: Promise<void>
  cancel(): void
}

/** What a viewer follows. */
export interface Following {
  /** Resolves once every change from then on is told. */
  readonly begun: Promise<void>
  stop(): void
}

/** Follows changes once for all viewers of this node who see the same, and only while there are any. */
export interface Watches {
  /** Calls the listener after each change until it is stopped. */
  follow(topic: Topic, viewer: Viewer, listener: () => void): Following
}

export function createWatches(services: LiveServices, clock: Clock): Watches {
  const watches = new Map<string, Watch>()

  return {
    follow(topic, viewer, listener) {
      const followed: AnnouncedTopic | LookedAtTopic = TOPICS[topic]
      const key = `${topic} ${followed.scope(viewer)}`
      const watch = watches.get(key) ?? createWatch(followed, services, viewer, clock)
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

function createWatch(
  topic: AnnouncedTopic | LookedAtTopic,
  services: LiveServices,
  viewer: Viewer,
  clock: Clock,
): Watch {
  const listeners = new Set<() => void>()
  const tell = () => {
    for (const listener of listeners) listener()
  }
  const watching =
    'subject' in topic
      ? hear(services, topic, viewer, clock, tell)
      : lookAgain(() => topic.look(services, viewer), topic.everyMs, clock, tell)
  return { listeners, ...watching }
}

type Watching = Omit<Watch, 'listeners'>

function hear(
  { changeFeed }: LiveServices,
  { subject }: AnnouncedTopic,
  { principal, everyClient }: Viewer,
  clock: Clock,
  tell: () => void,
): Watching {
  const reported = paced(REPORT_MS, clock, tell)
  const following = changeFeed.follow(principal, subject, { everyClient }, reported.call)
  return {
    begun: following.then(() => {}),
    cancel() {
      reported.stop()
      void following.then((stop) => stop())
    },
  }
}

/** The first look is what the next one is compared with. */
function lookAgain(look: () => Promise<string>, everyMs: number, clock: Clock, tell: () => void): Watching {
  let before: string | undefined
  let isOver = false
  let cancelTimer = () => {}
  const check = async () => {
    // A look that fails is made up for by the next one.
    const seen = await look().catch(() => before ?? '')
    if (isOver) return
    if (seen !== before && before !== undefined) tell()
    before = seen
    cancelTimer = clock.after(everyMs, () => void check())
  }
  return {
    begun: check(),
    cancel() {
      isOver = true
      cancelTimer()
    },
  }
}
