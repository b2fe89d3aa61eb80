import { readFile } from 'node:fs/promises'
import type { MetricDescription, MetricKind } from '@heliograph/runtime'

/** What operators get for Prometheus and Grafana. */
export const OBSERVABILITY = new URL('../../observability/', import.meta.url)

/** Metrics of the process that rules and dashboards use. */
export const PROCESS_METRICS = [
  'nodejs_eventloop_lag_p99_seconds',
  'process_cpu_seconds_total',
  'process_resident_memory_bytes',
]

const ENDINGS: Readonly<Record<MetricKind, readonly string[]>> = {
  counter: ['_total'],
  gauge: [''],
  histogram: ['_bucket', '_sum', '_count'],
}

/** The names under which a metric is in a scrape. */
export function sampleNames({ name, kind }: Pick<MetricDescription, 'name' | 'kind'>): readonly string[] {
  return ENDINGS[kind].map((ending) => `${name}${ending}`)
}

/** All names of samples that the documentation lists. */
export async function documentedNames(): Promise<ReadonlySet<string>> {
  const text = await readFile(new URL('README.md', OBSERVABILITY), 'utf8')
  const rows = [...text.matchAll(/^\| `(heliograph_\w+)` +\| (\w+) /gm)]
  return new Set([
    ...PROCESS_METRICS,
    ...rows.flatMap(([, name, kind]) => sampleNames({ name: name as string, kind: kind as MetricKind })),
  ])
}

/** The names of the metrics in an expression of PromQL. */
export function namesIn(expression: string): readonly string[] {
  return [...new Set(expression.match(/\b(?:heliograph|nodejs|process)_\w+/g) ?? [])]
}
