import type { Logger, Metrics } from '@heliograph/contracts'
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace'

type ExportDone = Parameters<SpanExporter['export']>[1]

/** `ExportResultCode.SUCCESS`. */
const SUCCESS = 0

export interface CountedExporterOptions {
  readonly logger: Logger
  readonly metrics: Metrics
  /** How many spans may wait. */
  readonly limit: number
}

/**
 * An exporter that counts what becomes of spans, and says when there is no room for more: the queue before it drops
 * spans without a word.
 */
export class CountedExporter implements SpanExporter {
  readonly #inner: SpanExporter
  readonly #options: CountedExporterOptions
  readonly #counts = { exported: 0, failed: 0, dropped: 0 }
  #waiting = 0
  /** Why the last batch was not taken; undefined when it was. */
  #trouble: string | undefined

  constructor(inner: SpanExporter, options: CountedExporterOptions) {
    this.#inner = inner
    this.#options = options
    const { metrics } = options
    const spans = metrics.counter('spans', 'Spans, by what became of them', ['outcome'])
    for (const outcome of ['exported', 'failed', 'dropped'] as const)
      spans.collect(() => this.#counts[outcome], { outcome })
    metrics.gauge('spans_waiting', 'Spans that are not sent yet').collect(() => this.#waiting)
  }

  get trouble(): string | undefined {
    return this.#trouble
  }

  /** Takes a place for a span. False: there is none, and the span counts as dropped. */
  admit(): boolean {
    if (this.#waiting >= this.#options.limit) {
      this.#counts.dropped += 1
      return false
    }
    this.#waiting += 1
    return true
  }

  export(spans: ReadableSpan[], done: ExportDone): void {
    this.#inner.export(spans, (result) => {
      this.#waiting -= spans.length
      const isTaken = result.code === SUCCESS
      this.#counts[isTaken ? 'exported' : 'failed'] += spans.length
      this.#note(isTaken ? undefined : (result.error?.message ?? 'the collector took nothing'))
      done(result)
    })
  }

  async shutdown(): Promise<void> {
    await this.#inner.shutdown()
  }

  #note(trouble: string | undefined): void {
    const { logger } = this.#options
    if (trouble !== undefined && this.#trouble === undefined) logger.warn({ trouble }, 'traces cannot be sent')
    if (trouble === undefined && this.#trouble !== undefined) logger.info({}, 'traces are sent again')
    this.#trouble = trouble
  }
}
