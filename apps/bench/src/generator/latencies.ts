import { build } from 'hdr-histogram-js'
import type { LatencySummary, LoadResult } from './job.ts'

const LONGEST_US = 600_000_000

/** Latencies of all requests, to a thousandth of their value. */
export class Latencies {
  readonly #histogram = build({
    bitBucketSize: 64,
    lowestDiscernibleValue: 1,
    highestTrackableValue: LONGEST_US,
    numberOfSignificantValueDigits: 3,
  })
  readonly #times: LoadResult['times'][number][] = []
  readonly #keepTimes: boolean

  constructor(keepTimes: boolean) {
    this.#keepTimes = keepTimes
  }

  /** Times are milliseconds on the clock of `performance.now()`. */
  add(sequence: number, startedMs: number, endedMs: number): void {
    const latencyMs = endedMs - startedMs
    this.#histogram.recordValue(Math.min(LONGEST_US, Math.round(latencyMs * 1000)))
    if (this.#keepTimes) {
      this.#times.push({ sequence, startedAtMs: performance.timeOrigin + startedMs, latencyMs })
    }
  }

  get times(): LoadResult['times'] {
    return this.#times
  }

  summary(): LatencySummary {
    const atPercentile = (percentile: number) => this.#histogram.getValueAtPercentile(percentile) / 1000
    return {
      meanMs: this.#histogram.mean / 1000,
      p50Ms: atPercentile(50),
      p90Ms: atPercentile(90),
      p95Ms: atPercentile(95),
      p99Ms: atPercentile(99),
      maxMs: this.#histogram.maxValue / 1000,
    }
  }
}
