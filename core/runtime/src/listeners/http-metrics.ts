import type { Clock, StepFeed } from '@heliograph/contracts'
import type { ResponseObserver } from '@heliograph/http'
import type { MetricsRegistry } from '../metrics.ts'

const BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

/**
 * Counts and times responses by instance, route, method and status, and tells them as steps. Unknown paths share one
 * series.
 */
export function createHttpObserver(
  metrics: MetricsRegistry,
  steps: Pick<StepFeed, 'isWatched' | 'tell'>,
  clock: Clock,
): ResponseObserver {
  const byInstance = new Map<string, ReturnType<typeof createHistogram>>()
  function createHistogram(instanceId: string) {
    const name = 'http_request_seconds'
    const help = 'Time from a complete request to its response'
    return metrics.forInstance(instanceId).histogram(name, help, BUCKETS_SECONDS, ['route', 'method', 'status'])
  }
  return (instanceId, pattern, method, status, seconds, { requestId, headers: { traceparent } }) => {
    const instance = instanceId || 'none'
    let histogram = byInstance.get(instance)
    if (!histogram) {
      histogram = createHistogram(instance)
      byInstance.set(instance, histogram)
    }
    histogram.observe(seconds, { route: pattern || 'none', method, status: String(status) })
    if (!steps.isWatched) return
    const endedAt = clock.now()
    const times = { startedAt: endedAt - seconds * 1000, endedAt }
    const isFault = status >= 500
    steps.tell({
      kind: 'request',
      requestId,
      ...times,
      instanceId,
      method,
      route: pattern,
      status,
      isFault,
      traceparent,
    })
  }
}
