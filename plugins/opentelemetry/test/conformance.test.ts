import { after } from 'node:test'
import { runPluginConformance } from '@heliograph/testkit'
import openTelemetry from '../src/index.ts'
import { startCollector } from './collector.ts'

const collector = await startCollector()
after(() => collector.close())

runPluginConformance(openTelemetry, {
  packageRoot: new URL('..', import.meta.url),
  config: { endpoint: collector.endpoint, intervalMs: 10 },
})
