export { systemClock } from './clock.ts'
export { type ConfigKey, describeSchema } from './config/describe-schema.ts'
export { replaceGenerated } from './config/generated-text.ts'
export type { InstanceConfiguration, ReadConfigResult } from './config/instance-configuration.ts'
export { type Configuration, type LoadOptions, loadConfiguration } from './config/load.ts'
export { ConfigurationError, type ConfigurationProblem } from './config/problem.ts'
export { renderConfigTable } from './config/render-config-table.ts'
export { renderMarkdownTable } from './config/render-table.ts'
export { createSecretValues, type SecretValues } from './config/secret-values.ts'
export type {
  AdminConfiguration,
  HttpConfiguration,
  ListenerSettings,
  ListenersConfiguration,
} from './config/sections/listener.ts'
export type { LogConfiguration } from './config/sections/log.ts'
export { NODE_ROLES, type NodeConfiguration, type NodeRole } from './config/sections/node.ts'
export { runtimeSections } from './config/sections/runtime-sections.ts'
export { formatAdminError } from './host/admin-error.ts'
export type { InstanceFinding } from './host/check.ts'
export type { HealthCheck, HostHealth, HostPhase } from './host/health.ts'
export { createHost, type Host, type HostOptions } from './host/host.ts'
export type { GatewayModule } from './host/module.ts'
export type { PlannedInstance } from './host/resolve.ts'
export { InstanceError } from './host/start.ts'
export {
  createHttpClient,
  createHttpServer,
  createRouter,
  DEFAULT_BODY_LIMIT,
  DEFAULT_HTTP_LIMITS,
  describeServerKind,
  type HttpClientOptions,
  type HttpLimits,
  type HttpServer,
  type HttpServerOptions,
  type InjectedRequest,
  type InjectedResponse,
  inject,
  ListenError,
  type OutboundClient,
  type ResolvedAddress,
  type Resolver,
  type ResponseObserver,
  type RouteMatch,
  type Router,
  type RouterMount,
  type RouterOptions,
  resolveServerKind,
  type ServerKind,
  type TlsFiles,
} from './http/index.ts'
export type { ListenerAddress } from './listeners/open-listener.ts'
export { escapeControls, escapeControlsInLines } from './logging/escape-controls.ts'
export { createLogger, type LoggerOptions, wantsPrettyLog } from './logging/logger.ts'
export { createRedactor, type Redactor } from './logging/redact.ts'
export { createMetricsRegistry, type MetricsRegistry } from './metrics.ts'
export {
  type EmbeddedPostgres,
  EmbeddedPostgresError,
  type EmbeddedPostgresOptions,
  openEmbeddedPostgres,
} from './postgres/index.ts'
