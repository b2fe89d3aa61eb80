import type { Logger, Metrics, Step } from '@heliograph/contracts'
import { type Context, ROOT_CONTEXT, SpanStatusCode, TraceFlags, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  type IdGenerator,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { OpenTelemetryConfig } from './config.ts'
import { CountedExporter } from './counted-exporter.ts'
import { spanIdOf, traceIdOf } from './span-ids.ts'
import { planSpan } from './span-plan.ts'

/** W3C Trace Context section 3.2: trace and span. */
const TRACEPARENT = /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-/

/** The ids of the next span. */
class GivenIds implements IdGenerator {
  traceId = ''
  spanId = ''

  generateTraceId(): string {
    return this.traceId
  }

  generateSpanId(): string {
    return this.spanId
  }
}

/** Spans on their way to a collector. */
export interface Tracing {
  /** Makes the span of a step; returns at once. */
  tell(step: Step): void
  /** Why spans cannot be sent at present; undefined when they can. */
  readonly trouble: string | undefined
  /** Sends what waits. Rejects when that fails. */
  close(): Promise<void>
}

/** The exporter that speaks to the collector. It does not use `context.http`: the operator names its one address. */
export function createExporter({ authorization, endpoint, timeoutMs }: OpenTelemetryConfig): SpanExporter {
  const headers = authorization === undefined ? {} : { authorization }
  return new OTLPTraceExporter({ url: endpoint, headers, timeoutMillis: timeoutMs, keepAlive: false })
}

/** Begins to make spans. Nothing of the SDK's global state is used, so several instances do not disturb each other. */
export function openTracing(
  config: OpenTelemetryConfig,
  { logger, metrics }: { readonly logger: Logger; readonly metrics: Metrics },
): Tracing {
  const ids = new GivenIds()
  const exporter = new CountedExporter(createExporter(config), { logger, metrics, limit: config.queueSpans })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': config.serviceName }),
    sampler: new TraceIdRatioBasedSampler(config.sampleRatio),
    idGenerator: ids,
    spanProcessors: [
      new BatchSpanProcessor({
        exporter,
        maxQueueSize: config.queueSpans,
        maxExportBatchSize: Math.min(config.batchSpans, config.queueSpans),
        scheduledDelayMillis: config.intervalMs,
        exportTimeoutMillis: config.timeoutMs,
      }),
    ],
  })
  const tracer = provider.getTracer('heliograph')
  return {
    tell(step) {
      const plan = planSpan(step)
      const traceId = traceIdOf(step.requestId)
      ids.traceId = traceId
      ids.spanId = spanIdOf(traceId, plan.key)
      const { name, kind, attributes } = plan
      const startTime = step.startedAt
      const span = tracer.startSpan(name, { kind, startTime, attributes }, parentContext(step, traceId, plan.parent))
      if (!span.isRecording() || !exporter.admit()) return
      if (plan.isError) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end(step.endedAt)
    },
    get trouble() {
      return exporter.trouble
    },
    close: () => provider.shutdown(),
  }
}

/** A request is below the span that its `traceparent` names, if that is of the same trace. */
function parentContext(step: Step, traceId: string, parent: string | null): Context {
  const given = step.kind === 'request' ? TRACEPARENT.exec(step.traceparent ?? '') : null
  const spanId = parent !== null ? spanIdOf(traceId, parent) : given?.[1] === traceId ? given[2] : undefined
  if (spanId === undefined) return ROOT_CONTEXT
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: TraceFlags.SAMPLED, isRemote: true })
}
