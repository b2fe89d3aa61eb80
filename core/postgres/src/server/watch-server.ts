import type { Clock, Logger } from '@heliograph/contracts'

export interface WatchOptions {
  readonly clock: Clock
  readonly logger?: Logger | undefined
  isRunning(): Promise<boolean>
  /** Called at every check that finds the server running. */
  tend?(): Promise<void>
  /** Rejects when the server cannot be started now. */
  restart(): Promise<void>
}

export interface ServerWatch {
  /** From now on nothing is started, except by a check that is already under way. Idempotent. */
  stop(): void
}

const LOOK_MS = 1_000
const LONGEST_WAIT_MS = 30_000
/** A server that lived this long did not die because of how it was started. */
const STABLE_MS = 60_000

/**
 * Checks once a second whether the server still runs, and starts it again when it does not. A server that dies again at
 * once is restarted after longer and longer waits.
 */
export function watchServer({ clock, logger, isRunning, tend, restart }: WatchOptions): ServerWatch {
  let isStopped = false
  let waitMs = LOOK_MS
  let startedAt = clock.now()
  let cancel = clock.after(LOOK_MS, look)

  function look(): void {
    // A failed check counts as none.
    void lookOnce()
      .catch((error: unknown) => logger?.error({ err: error, waitMs }, 'embedded Postgres cannot be watched'))
      .finally(() => {
        if (!isStopped) cancel = clock.after(waitMs, look)
      })
  }

  async function lookOnce(): Promise<void> {
    if (await isRunning()) {
      waitMs = clock.now() - startedAt >= STABLE_MS ? LOOK_MS : waitMs
      await tend?.()
      return
    }
    if (isStopped) return
    logger?.error({}, 'embedded Postgres exited; restarting it')
    waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS)
    await restart()
    startedAt = clock.now()
    if (!isStopped) logger?.info({}, 'embedded Postgres is running again')
  }

  return {
    stop() {
      isStopped = true
      cancel()
    },
  }
}
