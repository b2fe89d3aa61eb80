import type { MetricLabels } from '@heliograph/contracts'
import type { Histogram, MetricObjectWithValues, MetricValueWithName, Registry } from 'prom-client'

export interface HistogramSettings {
  readonly name: string
  readonly help: string
  /** Besides `instance`. */
  readonly labels: readonly string[]
  /** Upper bounds, ascending. */
  readonly buckets: readonly number[]
}

/** What was observed with the same labels. */
interface Series {
  readonly labels: MetricLabels
  /** How many values each bucket was the first for; the last counts those above all bounds. */
  readonly counts: number[]
  sum: number
}

/**
 * A histogram of the registry that only adds up while it observes: the library checks and sorts the labels of each
 * value, which took 3 us for each request instead of 0.6.
 */
export class SummedHistogram {
  readonly #settings: HistogramSettings
  readonly #series = new Map<string, Series>()

  /** @param registry of any content type */
  constructor(registry: Pick<Registry, 'registerMetric'>, settings: HistogramSettings) {
    this.#settings = settings
    // Of a metric that is not asked to be removed, the registry uses the name and `get`.
    const metric = { name: settings.name, get: async () => this.#values() }
    registry.registerMetric(metric as unknown as Histogram)
  }

  /** Adds a value. Throws a `RangeError` for what is no number, and for a label that was not declared. */
  observe(value: number, instance: string, labels: MetricLabels = {}): void {
    if (!Number.isFinite(value)) throw new RangeError(`A histogram counts numbers: ${value}`)
    let key = instance
    for (const label of this.#settings.labels) key += `\n${labels[label]}`
    let series = this.#series.get(key)
    if (series === undefined) {
      series = this.#newSeries(instance, labels)
      this.#series.set(key, series)
    }
    const { buckets } = this.#settings
    let bucket = 0
    while (bucket < buckets.length && value > (buckets[bucket] as number)) bucket += 1
    series.counts[bucket] = (series.counts[bucket] as number) + 1
    series.sum += value
  }

  #newSeries(instance: string, labels: MetricLabels): Series {
    const { labels: declared, buckets } = this.#settings
    const unknown = Object.keys(labels).find((label) => !declared.includes(label))
    if (unknown !== undefined) throw new RangeError(`The label '${unknown}' was not declared.`)
    return { labels: { ...labels, instance }, counts: Array(buckets.length + 1).fill(0), sum: 0 }
  }

  #values(): MetricObjectWithValues<MetricValueWithName<string>> {
    const { name, help } = this.#settings
    const values = [...this.#series.values()].flatMap((series) => this.#valuesOf(series))
    return { name, help, type: 'histogram', aggregator: 'sum', values } as unknown as MetricObjectWithValues<
      MetricValueWithName<string>
    >
  }

  #valuesOf({ labels, counts, sum }: Series): readonly MetricValueWithName<string>[] {
    const { name, buckets } = this.#settings
    let count = 0
    const inBuckets = [...buckets, '+Inf'].map((le, index) => {
      count += counts[index] as number
      return { metricName: `${name}_bucket`, labels: { le, ...labels }, value: count }
    })
    return [
      ...inBuckets,
      { metricName: `${name}_sum`, labels, value: sum },
      { metricName: `${name}_count`, labels, value: count },
    ]
  }
}
