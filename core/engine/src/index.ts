export { checkCredit } from './accounts/credit.ts'
export type { Provisioning } from './accounts/provisioning/provisioning.ts'
export { type ChoreRun, listChores } from './clock/chore-runs.ts'
export { isDatabaseAway, openDatabase, type Sql } from './database/database.ts'
export { DatabaseUrlError } from './database/database-url-error.ts'
export { findPooler, type Pooler } from './database/find-pooler.ts'
export { migrate, pendingMigrations } from './database/migrate.ts'
export { listMigrations } from './database/migration-list.ts'
export { describeOutcome } from './database/no-suitable-host.ts'
export { readConnection } from './database/read-connection.ts'
export { reasonOf } from './database/reason-of.ts'
export { SchemaError } from './database/schema-error.ts'
export { type TriedConnections, tryConnections } from './database/try-connections.ts'
export { Engine } from './engine.ts'
export type { EngineOptions, NodeRole } from './engine-options.ts'
export { type ListedIncoming, type ListIncomingOptions, listIncoming } from './inbound/list-incoming.ts'
export { describeHold, type HoldTools } from './operate/holds.ts'
export { resumeWork } from './operate/paused-work.ts'
export type { Admission } from './operate/restore/restore.ts'
export type { UnknownTools } from './operate/unknown/unknown-tools.ts'
export type { LinkState } from './outbound/dispatch/link-states.ts'
export { DEPLOYMENT } from './outbound/holds/hold-statements.ts'
export { explainRoute } from './outbound/routing/explain-route.ts'
export {
  type LinkName,
  nameLinks,
  type RoutingSettings,
  routeNames,
  validateRoutes,
} from './outbound/routing/routing.ts'
export { listPausedWork, type PausedWork } from './ownership/work-starts/work-start-statements.ts'
export { type FoundMessage, findMessages, type MessageQuestion } from './read/history/find-messages.ts'
export { type MessageTrace, traceMessage } from './read/history/message-history.ts'
export { type EngineSettings, engineSections } from './settings.ts'
