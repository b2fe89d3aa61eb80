import type { Clock } from '@heliograph/contracts'
import type { Topic, Viewer } from './topics.ts'
import type { Watches } from './watches.ts'

/** After a longer silence, a proxy may take the connection for dead. */
const HEARTBEAT_MS = 15_000

/** How often the viewer's login is looked at. */
const CHECK_MS = 5_000

/** After this time the browser reconnects on its own and is authenticated again. */
const LIFETIME_MS = 10 * 60_000

/** How soon it reconnects, in milliseconds. */
const RETRY_MS = 2_000

export interface LiveStreamOptions {
  readonly topics: readonly Topic[]
  readonly viewer: Viewer
  readonly watches: Watches
  readonly clock: Clock
  readonly signal: AbortSignal
  /** Whether the viewer is still logged in. */
  readonly isWelcome: () => Promise<boolean>
}

/**
 * Server-sent events (HTML standard, section 9.2): `hello` with the user who follows, then one with the topic's name
 * after each change. Hello comes once every change is told from then on, so that what is loaded after it is not out of
 * date. Changes that have not been read yet are merged into one. Ends when the viewer has logged out.
 */
export async function* liveStream(options: LiveStreamOptions): AsyncGenerator<string> {
  const { clock, isWelcome, signal, topics, viewer, watches } = options
  const changed = new Set<Topic>()
  const endsAt = clock.now() + LIFETIME_MS
  let checkedAt = clock.now()
  let reportedAt = clock.now()
  let wake = () => {}
  const followed = topics.map((topic) =>
    watches.follow(topic, viewer, () => {
      changed.add(topic)
      wake()
    }),
  )
  const onAbort = () => wake()
  signal.addEventListener('abort', onAbort)
  try {
    await Promise.all(followed.map(({ begun }) => begun))
    yield `retry: ${RETRY_MS}\nevent: hello\ndata: ${JSON.stringify({ userId: viewer.principal.userId })}\n\n`
    while (!signal.aborted && clock.now() < endsAt) {
      if (changed.size === 0) {
        await new Promise<void>((resolve) => {
          const cancel = clock.after(CHECK_MS, resolve)
          wake = () => {
            cancel()
            resolve()
          }
        })
      }
      if (clock.now() >= checkedAt + CHECK_MS) {
        checkedAt = clock.now()
        if (!(await isWelcome())) return
      }
      const events = [...changed].map((topic) => `event: ${topic}\ndata: {}\n\n`)
      changed.clear()
      if (events.length === 0 && clock.now() < reportedAt + HEARTBEAT_MS) continue
      reportedAt = clock.now()
      yield events.length > 0 ? events.join('') : ': still here\n\n'
    }
  } finally {
    signal.removeEventListener('abort', onAbort)
    for (const following of followed) following.stop()
  }
}
