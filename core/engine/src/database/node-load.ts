import { type EventLoopUtilization, performance } from 'node:perf_hooks'

/** The process is busy when it is at work for more than this share of the time. */
const BUSY = 0.5

/** The share is measured over at least this long. */
const SPAN_MS = 100

/** Creates a function, to be called from time to time, that returns whether this process is busy. */
export function createBusyQuestion(monotonic: () => number): () => boolean {
  let since: EventLoopUtilization = performance.eventLoopUtilization()
  let sinceAt = monotonic()
  let isBusy = false
  return () => {
    const now = monotonic()
    if (now - sinceAt < SPAN_MS) return isBusy
    const total = performance.eventLoopUtilization()
    isBusy = performance.eventLoopUtilization(total, since).utilization > BUSY
    since = total
    sinceAt = now
    return isBusy
  }
}
