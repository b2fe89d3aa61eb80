import { type Clock, type Logger, toGatewayError } from '@heliograph/contracts'

export interface RoundsOptions {
  readonly everyMs: number
  /** Stops early once the signal aborts. */
  readonly work: (signal: AbortSignal) => Promise<void>
  /** What it is that may fail: `alerts could not be sent`. */
  readonly failure: string
  readonly clock: Clock
  readonly logger: Logger
}

/** Work that is done again and again, with a pause after each round, whether it failed or not. */
export interface Rounds {
  start(): void
  /** Resolves when the round that is under way has ended. */
  stop(): Promise<void>
}

export function createRounds({ clock, everyMs, failure, logger, work }: RoundsOptions): Rounds {
  const stopped = new AbortController()
  let cancel = () => {}
  let round = Promise.resolve()

  function begin(): void {
    round = work(stopped.signal)
      .catch((error: unknown) => {
        // While the database is away, others say so.
        if (toGatewayError(error).category !== 'unavailable') logger.warn({ err: error }, failure)
      })
      .then(() => {
        if (!stopped.signal.aborted) cancel = clock.after(everyMs, begin)
      })
  }

  return {
    start: begin,
    async stop() {
      stopped.abort()
      cancel()
      await round
    },
  }
}
