import { type HttpClient, isOutboundError, type Logger } from '@heliograph/contracts'
import { withQuery } from './client-request.ts'

/** A message of a batch, and what became of it at once. */
export interface BatchCall {
  readonly url: string
  readonly to: string
  /** Whether it was accepted. */
  readonly isGood: boolean
  readonly statusText: string
}

/** Tells clients which messages of their batches were accepted. */
export interface BatchCallbacks {
  /** Begins to call; errors are logged. */
  tell(batchId: string, calls: readonly BatchCall[]): void
  /** Ends the calls under way; the rest is not made. */
  stop(): Promise<void>
}

/** Calls under way for one batch. */
const LANES = 4
/** Batches whose URLs are called at once; no calls are made for one more. */
const MOST_BATCHES = 100
/** Calls without an answer, one after the other, after which a server is taken for dead. */
const MOST_FAILURES = 3
const TIMEOUT_MS = 5_000

/** Each call is made once, as with Jasmin: a GET whose answer does not count. */
export function createBatchCallbacks({
  http,
  logger,
}: {
  readonly http: HttpClient
  readonly logger: Logger
}): BatchCallbacks {
  const underWay = new Map<AbortController, Promise<void>>()
  let isStopped = false

  async function callAll(batchId: string, calls: readonly BatchCall[], signal: AbortSignal): Promise<void> {
    let next = 0
    let failures = 0
    const isOver = () => next >= calls.length || failures >= MOST_FAILURES || signal.aborted
    async function lane(): Promise<void> {
      while (!isOver()) {
        const call = calls[next] as BatchCall
        next += 1
        try {
          const url = urlOf(batchId, call)
          await http.request({ method: 'GET', url, replyLimit: 0, timeoutMs: TIMEOUT_MS, signal })
          failures = 0
        } catch (error) {
          failures += 1
          // The error may quote the URL, which names the recipient.
          logger.info({ batchId, failure: isOutboundError(error) ? error.failure : 'unknown' }, 'batch callback failed')
        }
      }
    }
    await Promise.all(Array.from({ length: LANES }, lane))
    const leftOut = calls.length - next
    if (leftOut > 0) logger.info({ batchId, leftOut }, 'batch callbacks given up')
  }

  return {
    tell(batchId, calls) {
      if (calls.length === 0 || isStopped) return
      if (underWay.size >= MOST_BATCHES) {
        logger.info({ batchId, leftOut: calls.length }, 'batch callbacks given up')
        return
      }
      const ending = new AbortController()
      const reported = callAll(batchId, calls, ending.signal)
      underWay.set(ending, reported)
      void reported.finally(() => underWay.delete(ending))
    },
    async stop() {
      isStopped = true
      for (const ending of underWay.keys()) ending.abort()
      await Promise.all(underWay.values())
    },
  }
}

function urlOf(batchId: string, { isGood, statusText, to, url }: BatchCall): string {
  return withQuery(url, new URLSearchParams({ batchId, to, status: isGood ? '1' : '0', statusText }).toString())
}
