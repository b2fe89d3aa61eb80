/**
 * Counters and gauges on the admin port's `/metrics` (OpenMetrics). The host prefixes names with `heliograph_`, and
 * every sample carries the label `instance`. Label values must come from a small closed set: never a number, an id or a
 * text of a client.
 * @stability stable
 */
export interface Metrics {
  counter(name: string, help: string, labels?: readonly string[]): Counter
  gauge(name: string, help: string, labels?: readonly string[]): Gauge
  histogram(name: string, help: string, buckets: readonly number[], labels?: readonly string[]): Histogram
}

/** @stability stable */
export type MetricLabels = Readonly<Record<string, string>>

/** @stability stable */
export interface Counter {
  add(amount: number, labels?: MetricLabels): void
  /**
   * Reads a total at each scrape instead of having amounts added: what runs for every message then only adds to a
   * number that it has at hand. `read` must never return less than before.
   */
  collect(read: () => number, labels?: MetricLabels): void
}

/** @stability stable */
export interface Gauge {
  set(value: number, labels?: MetricLabels): void
  /** Reads the value at each scrape instead of having it set. */
  collect(read: () => number, labels?: MetricLabels): void
}

/** @stability stable */
export interface Histogram {
  /** Seconds or octets, as the metric's name says. */
  observe(value: number, labels?: MetricLabels): void
}
