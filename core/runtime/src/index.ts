export { certificateEnd } from './certificates/certificate-end.ts'
export type { InstanceConfiguration } from './config/instance-configuration.ts'
export { type Configuration, type LoadOptions, loadConfiguration } from './config/load.ts'
export type {
  AdminConfiguration,
  HttpConfiguration,
  ListenerSettings,
  ListenersConfiguration,
} from './config/sections/listener.ts'
export type { LogConfiguration } from './config/sections/log.ts'
export { NODE_ROLES, type NodeConfiguration, type NodeRole } from './config/sections/node.ts'
export { runtimeSections } from './config/sections/runtime-sections.ts'
export { type AdminGuardOptions, guardRoutes } from './host/admin-guard.ts'
export type { InstanceFinding } from './host/check.ts'
export type { InstanceFailure } from './host/failure.ts'
export type { HealthCheck, HostHealth, HostPhase } from './host/health.ts'
export { createHost, type Host, type HostOptions } from './host/host.ts'
export { ModuleLoadError } from './host/load-error.ts'
export type { GatewayModule } from './host/module.ts'
export type { PlannedReload, ReloadFailure, ReloadOutcome } from './host/reload.ts'
export { requireFreeListeners } from './host/require-free-ports.ts'
export type { PlannedInstance } from './host/resolve.ts'
export { describeThrown, formatPlace, placesOf, type SourcePlace, wholeStack } from './host/stack.ts'
export { InstanceError } from './host/start.ts'
export { adminListener, type ListenerAddress, type OpenListener, openListener } from './listeners/open-listener.ts'
export { escapeControls, escapeControlsInLines } from './logging/escape-controls.ts'
export { createLogger, type LoggerOptions, type RootLogger, wantsPrettyLog } from './logging/logger.ts'
export { createRedactor, type Redactor } from './logging/redact.ts'
export { createMetricsRegistry, type MetricDescription, type MetricKind, type MetricsRegistry } from './metrics.ts'
