export type { OpenTelemetryConfig } from './config.ts'
export { default } from './plugin.ts'
