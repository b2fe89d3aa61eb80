import type { ModuleContext } from '@heliograph/contracts'
import type { Config } from './config.ts'

/** A task that is done again and again while the plugin runs. */
export interface Reports {
  start(): void
  stop(signal: AbortSignal): Promise<void>
}

/** Reports the count to another server. A report that fails is logged, and the next one follows at its usual time. */
export function createReports(
  { reportUrl: url, everyMinutes }: Config,
  { clock, http, logger }: Pick<ModuleContext, 'clock' | 'http' | 'logger'>,
  read: () => Promise<number>,
): Reports {
  const end = new AbortController()
  let cancel: (() => void) | undefined
  let underWay: Promise<void> | undefined
  let isRunning = false

  async function report(url: string): Promise<void> {
    try {
      const body = JSON.stringify({ delivered: await read() })
      const headers = { 'content-type': 'application/json' }
      const { status } = await http.request({ method: 'POST', url, headers, body, signal: end.signal })
      if (status >= 300) logger.warn({ status }, 'the report was rejected')
    } catch (error) {
      logger.warn({ err: error }, 'the count could not be reported')
    }
  }

  /** The next one is planned when this one has ended, so that they never overtake each other. */
  function plan(url: string): void {
    cancel = clock.after(everyMinutes * 60_000, () => {
      underWay = report(url).then(() => {
        if (isRunning) plan(url)
      })
    })
  }

  return {
    start() {
      isRunning = true
      if (url !== undefined) plan(url)
    },
    async stop(signal) {
      isRunning = false
      cancel?.()
      // A request that is under way may end by itself, until there is no more time.
      const giveUp = () => end.abort()
      if (signal.aborted) giveUp()
      signal.addEventListener('abort', giveUp)
      await underWay
      signal.removeEventListener('abort', giveUp)
    },
  }
}
