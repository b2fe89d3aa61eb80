import { API_VERSION, definePlugin, Steps, waitUnlessAborted } from '@heliograph/contracts'
import { checkCollector } from './check-collector.ts'
import { openTelemetryConfigSchema } from './config.ts'
import { openTracing, type Tracing } from './tracing.ts'

/** Makes a span of each step that this node takes for a request and its messages, and sends them to a collector. */
export default definePlugin({
  apiVersion: API_VERSION,
  id: 'opentelemetry',
  version: '0.1.0',
  configSchema: openTelemetryConfigSchema,
  capabilities: { carrier: false },
  deps: { steps: Steps },
  create({ logger, metrics, services }, config) {
    let tracing: Tracing | undefined
    let unwatch = () => {}
    return {
      async start(signal) {
        signal.throwIfAborted()
        const opened = openTracing(config, { logger, metrics })
        unwatch = services.steps.watch((step) => opened.tell(step))
        tracing = opened
      },
      async stop(signal) {
        unwatch()
        const opened = tracing
        tracing = undefined
        // What a collector that is away does not take by then is lost; traces are worth no longer wait.
        if (opened !== undefined)
          await waitUnlessAborted(
            signal,
            opened.close().catch(() => undefined),
          )
      },
      health() {
        const trouble = tracing?.trouble
        return trouble === undefined ? { status: 'ok' } : { status: 'degraded', reason: `the collector: ${trouble}` }
      },
      check: async () => [await checkCollector(config)],
    }
  },
})
