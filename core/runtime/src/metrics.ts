import type { MetricLabels, Metrics } from '@heliograph/contracts'
import { Counter, collectDefaultMetrics, Gauge, type OpenMetricsContentType, Registry } from 'prom-client'
import { SummedHistogram } from './summed-histogram.ts'

const PREFIX = 'heliograph_'

/** The metrics of the process. */
export interface MetricsRegistry {
  /** The metrics of one instance. A metric that several instances have is one metric with a label. */
  forInstance(instanceId: string): Metrics
  /** All current values, as OpenMetrics text. */
  render(): Promise<string>
  /** The metrics registered so far, by name; not those of the process itself. */
  describe(): readonly MetricDescription[]
  /** Content type of what `render` returns. */
  readonly contentType: string
}

export type MetricKind = 'counter' | 'gauge' | 'histogram'

/** What a metric is, for documentation. */
export interface MetricDescription {
  /** As in a scrape, less the endings `_total` of counters and `_bucket`, `_sum` and `_count` of histograms. */
  readonly name: string
  readonly kind: MetricKind
  /** Besides `instance`, which each has. */
  readonly labels: readonly string[]
  readonly help: string
}

interface Registered<M> {
  readonly kind: MetricKind
  readonly help: string
  readonly labels: readonly string[]
  readonly metric: M
}

/** Functions called at each scrape, by their label values. */
type Reads = Map<string, { readonly labels: MetricLabels; readonly read: () => number }>

/**
 * Creates an independent registry, with the usual metrics of a process (CPU, memory, event loop, garbage collector)
 * unless `processMetrics` is false.
 */
export function createMetricsRegistry(options: { readonly processMetrics?: boolean } = {}): MetricsRegistry {
  const registry = new Registry<OpenMetricsContentType>()
  registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE)
  if (options.processMetrics !== false) collectDefaultMetrics({ register: registry })
  const registered = new Map<string, Registered<unknown>>()

  /** Registers once, and returns the same metric when it is requested again with the same kind and labels. */
  function share<M>(kind: MetricKind, name: string, help: string, labels: readonly string[], create: () => M): M {
    const known = registered.get(name)
    if (!known) {
      const metric = create()
      registered.set(name, { kind, help, labels, metric })
      return metric
    }
    if (known.kind !== kind || known.labels.join() !== labels.join()) {
      throw new Error(
        `The metric ${PREFIX}${name} is registered as a ${known.kind} with labels [${known.labels.join(', ')}], not as a ${kind} with [${labels.join(', ')}].`,
      )
    }
    return known.metric as M
  }

  const settings = (name: string, help: string, labels: readonly string[]) => ({
    name: `${PREFIX}${name}`,
    help,
    labelNames: ['instance', ...labels],
    registers: [registry],
  })

  return {
    contentType: registry.contentType,
    render: () => registry.metrics(),
    describe: () =>
      [...registered]
        .map(([name, { kind, help, labels }]) => ({
          name: `${PREFIX}${name.replace(/_total$/, '')}`,
          kind,
          help,
          labels,
        }))
        .sort((a, b) => (a.name < b.name ? -1 : 1)),
    forInstance: (instance) => ({
      counter(name, help, labels = []) {
        const { sums, reads } = share('counter', name, help, labels, () => createCounter(settings(name, help, labels)))
        return {
          add: createAdder(sums, instance, labels),
          collect: (read, values) => keepRead(reads, instance, values, read),
        }
      },
      gauge(name, help, labels = []) {
        const { gauge, reads } = share('gauge', name, help, labels, () => createGauge(settings(name, help, labels)))
        return {
          set: (value, values) => gauge.set({ ...values, instance }, value),
          collect: (read, values) => keepRead(reads, instance, values, read),
        }
      },
      histogram(name, help, buckets, labels = []) {
        const histogram = share('histogram', name, help, labels, () => {
          return new SummedHistogram(registry, { name: `${PREFIX}${name}`, help, labels, buckets })
        })
        return { observe: (value, values) => histogram.observe(value, instance, values) }
      },
    }),
  }
}

/** The latest function for the same label values counts. */
function keepRead(reads: Reads, instance: string, values: MetricLabels | undefined, read: () => number): void {
  const labels = { ...values, instance }
  reads.set(JSON.stringify(Object.entries(labels).toSorted()), { labels, read })
}

/** What has been added since the last scrape, by label values. */
type Sums = Map<string, { readonly labels: MetricLabels; amount: number }>

/**
 * Sums up additions and passes them to the library at a scrape: its own counting costs 1.5 us per call, too much for
 * every message.
 */
function createCounter(settings: ConstructorParameters<typeof Counter>[0]): {
  readonly sums: Sums
  readonly reads: Reads
} {
  const sums: Sums = new Map()
  const reads: Reads = new Map()
  /** What each of `reads` returned at the last scrape. */
  const passed = new Map<string, number>()
  const collect = function (this: Counter) {
    for (const sum of sums.values()) {
      this.inc(sum.labels, sum.amount)
      sum.amount = 0
    }
    for (const [key, { labels, read }] of reads) {
      const total = read()
      this.inc(labels, Math.max(0, total - (passed.get(key) ?? 0)))
      passed.set(key, total)
    }
  }
  new Counter({ ...settings, collect })
  return { sums, reads }
}

function createAdder(sums: Sums, instance: string, labels: readonly string[]) {
  return (amount: number, values: MetricLabels = {}) => {
    if (!(amount >= 0)) throw new RangeError(`A counter cannot go down: ${amount}`)
    let key = instance
    for (const label of labels) key += `\n${values[label]}`
    const sum = sums.get(key)
    if (sum) {
      sum.amount += amount
      return
    }
    const unknown = Object.keys(values).find((label) => !labels.includes(label))
    if (unknown !== undefined) throw new RangeError(`The label '${unknown}' was not declared.`)
    sums.set(key, { labels: { ...values, instance }, amount })
  }
}

function createGauge(settings: ConstructorParameters<typeof Gauge>[0]): {
  readonly gauge: Gauge
  readonly reads: Reads
} {
  const reads: Reads = new Map()
  const collect = function (this: Gauge) {
    for (const { labels, read } of reads.values()) this.set(labels, read())
  }
  return { gauge: new Gauge({ ...settings, collect }), reads }
}
