import type { CheckFinding } from '@heliograph/contracts'
import type { OpenTelemetryConfig } from './config.ts'
import { createExporter } from './tracing.ts'

/** Sends the collector no spans, to see whether it takes them. */
export async function checkCollector(config: OpenTelemetryConfig): Promise<CheckFinding> {
  const name = `collector ${config.endpoint}`
  const exporter = createExporter(config)
  const trouble = await new Promise<string | undefined>((resolve) => {
    exporter.export([], ({ code, error }) => resolve(code === 0 ? undefined : (error?.message ?? 'it took nothing')))
  })
  await exporter.shutdown()
  if (trouble === undefined) return { name, ok: true, message: 'It takes traces.' }
  const remedy = 'Start the collector, or mend endpoint and authorization. The gateway works without it.'
  return { name, ok: false, message: `It takes no traces: ${trouble}`, remedy }
}
