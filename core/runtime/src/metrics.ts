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
  /** Content type of what `render` returns. */
  readonly contentType: string
}

type Kind = 'counter' | 'gauge' | 'histogram'

interface Registered<M> {
  readonly kind: Kind
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
  function share<M>(kind: Kind, name: string, labels: readonly string[], create: () => M): M {
    const known = registered.get(name)
    if (!known) {
      const metric = create()
      registered.set(name, { kind, labels, metric })
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
    forInstance: (instance) => ({
      counter(name, help, labels = []) {
        const sums = share('counter', name, labels, () => createCounter(settings(name, help, labels)))
        return { add: createAdder(sums, instance, labels) }
      },
      gauge(name, help, labels = []) {
        const { gauge, reads } = share('gauge', name, labels, () => createGauge(settings(name, help, labels)))
        return {
          set: (value, values) => gauge.set({ ...values, instance }, value),
          collect(read, values) {
            const all = { ...values, instance }
            reads.set(JSON.stringify(Object.entries(all).toSorted()), { labels: all, read })
          },
        }
      },
      histogram(name, help, buckets, labels = []) {
        const histogram = share('histogram', name, labels, () => {
          return new SummedHistogram(registry, { name: `${PREFIX}${name}`, help, labels, buckets })
        })
        return { observe: (value, values) => histogram.observe(value, instance, values) }
      },
    }),
  }
}

/** What has been added since the last scrape, by label values. */
type Sums = Map<string, { readonly labels: MetricLabels; amount: number }>

/**
 * Sums up additions and passes them to the library at a scrape: its own counting costs 1.5 us per call, too much for
 * every message.
 */
function createCounter(settings: ConstructorParameters<typeof Counter>[0]): Sums {
  const sums: Sums = new Map()
  const collect = function (this: Counter) {
    for (const sum of sums.values()) {
      this.inc(sum.labels, sum.amount)
      sum.amount = 0
    }
  }
  new Counter({ ...settings, collect })
  return sums
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
