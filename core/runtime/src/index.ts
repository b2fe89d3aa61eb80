export { systemClock } from './clock.ts'
export { type ConfigKey, describeSchema } from './config/describe-schema.ts'
export { replaceGenerated } from './config/generated-text.ts'
export type { InstanceConfiguration, ReadConfigResult } from './config/instance-configuration.ts'
export { type Configuration, type LoadOptions, loadConfiguration } from './config/load.ts'
export { ConfigurationError, type ConfigurationProblem } from './config/problem.ts'
export { renderConfigTable } from './config/render-config-table.ts'
export { createSecretValues, type SecretValues } from './config/secret-values.ts'
export type {
  AdminConfiguration,
  HttpConfiguration,
  ListenersConfiguration,
} from './config/sections/listener.ts'
export type { LogConfiguration } from './config/sections/log.ts'
export { NODE_ROLES, type NodeConfiguration, type NodeRole } from './config/sections/node.ts'
export { runtimeSections } from './config/sections/runtime-sections.ts'
export { createLogger, type LoggerOptions, wantsPrettyLog } from './logging/logger.ts'
export { createMetricsRegistry, type MetricsRegistry } from './metrics.ts'
export {
  type EmbeddedPostgres,
  EmbeddedPostgresError,
  type EmbeddedPostgresOptions,
  openEmbeddedPostgres,
} from './postgres/index.ts'
