import type { Clock, Principal } from '@heliograph/contracts'
import type { Topic } from './topics.ts'
import type { Watches } from './watches.ts'

/** After a longer silence, a proxy may take the connection for dead. */
const HEARTBEAT_MS = 15_000

/** After this time the browser reconnects on its own and is authenticated again. */
const LIFETIME_MS = 10 * 60_000

/** How soon it reconnects, in milliseconds. */
const RETRY_MS = 2_000

export interface LiveStreamOptions {
  readonly topics: readonly Topic[]
  readonly principal: Principal
  readonly watches: Watches
  readonly clock: Clock
  readonly signal: AbortSignal
}

/**
 * Server-sent events (HTML standard, section 9.2): one with the topic's name after each change. Changes that have not
 * been read yet are merged into one.
 */
export async function* liveStream(options: LiveStreamOptions): AsyncGenerator<string> {
  const { clock, principal, signal, topics, watches } = options
  const changed = new Set<Topic>()
  const endsAt = clock.now() + LIFETIME_MS
  let wake = () => {}
  const unfollow = topics.map((topic) =>
    watches.follow(topic, principal, () => {
      changed.add(topic)
      wake()
    }),
  )
  const onAbort = () => wake()
  signal.addEventListener('abort', onAbort)
  try {
    yield `retry: ${RETRY_MS}\nevent: hello\ndata: {}\n\n`
    while (!signal.aborted && clock.now() < endsAt) {
      if (changed.size === 0) {
        await new Promise<void>((resolve) => {
          const cancel = clock.after(HEARTBEAT_MS, resolve)
          wake = () => {
            cancel()
            resolve()
          }
        })
      }
      const events = [...changed].map((topic) => `event: ${topic}\ndata: {}\n\n`)
      changed.clear()
      yield events.length > 0 ? events.join('') : ': still here\n\n'
    }
  } finally {
    signal.removeEventListener('abort', onAbort)
    for (const stop of unfollow) stop()
  }
}
