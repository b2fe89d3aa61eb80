import { type EventLoopUtilization, performance } from 'node:perf_hooks'

/** Above this share of its time at work the process is busy. */
const BUSY = 0.5

/** The share is that of at least so long. */
const SPAN_MS = 100

/** Creates a question to ask from time to time: whether this process is busy, messages being what makes it so. */
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
