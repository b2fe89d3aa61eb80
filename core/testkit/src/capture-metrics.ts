import type { MetricLabels, Metrics } from '@heliograph/contracts'

/** Metrics whose values can be read. @stability stable */
export interface CapturedMetrics extends Metrics {
  /** A counter's sum, a gauge's value or a histogram's number of observations; 0 when there is none. */
  value(name: string, labels?: MetricLabels): number
}

/** Creates metrics for tests. As with the real metrics, using an undeclared label is an error. @stability stable */
export function captureMetrics(): CapturedMetrics {
  const values = new Map<string, () => number>()

  function series(name: string, declared: readonly string[], labels: MetricLabels = {}): string {
    for (const label of Object.keys(labels)) {
      if (!declared.includes(label)) throw new Error(`${name} has no label ${label}`)
    }
    return keyOf(name, labels)
  }
  const read = (key: string) => values.get(key)?.() ?? 0
  const write = (key: string, value: number) => void values.set(key, () => value)

  return {
    value: (name, labels = {}) => read(keyOf(name, labels)),
    counter: (name, _help, declared = []) => ({
      add(amount, labels) {
        const key = series(name, declared, labels)
        write(key, read(key) + amount)
      },
      collect: (reader, labels) => void values.set(series(name, declared, labels), reader),
    }),
    gauge: (name, _help, declared = []) => ({
      set: (value, labels) => write(series(name, declared, labels), value),
      collect: (reader, labels) => void values.set(series(name, declared, labels), reader),
    }),
    histogram: (name, _help, _buckets, declared = []) => ({
      observe(_value, labels) {
        const key = series(name, declared, labels)
        write(key, read(key) + 1)
      },
    }),
  }
}

function keyOf(name: string, labels: MetricLabels): string {
  return JSON.stringify([name, ...Object.entries(labels).sort(([a], [b]) => (a < b ? -1 : 1))])
}
