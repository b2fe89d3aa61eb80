export type { Provisioning } from './accounts/provisioning/provisioning.ts'
export { openDatabase, type Sql } from './database/database.ts'
export { listMigrations, migrate, pendingMigrations } from './database/migrate.ts'
export type { LinkState, WaitingForLink } from './dispatch/link-states.ts'
export {
  type ExplainedLink,
  type ExplainedRule,
  explainRoute,
  type RouteExplanation,
  type RouteQuestion,
} from './dispatch/routing/explain-route.ts'
export { type LinkName, nameLinks, type RoutingSettings, validateRoutes } from './dispatch/routing/routing.ts'
export { Engine, type EngineOptions, type NodeRole } from './engine.ts'
export { type FoundMessage, findMessages, type MessageQuestion } from './history/find-messages.ts'
export { type MessageTrace, traceMessage } from './history/message-history.ts'
export { type ListedIncoming, type ListIncomingOptions, listIncoming } from './incoming/list-incoming.ts'
export { type EngineSettings, engineSections } from './settings.ts'
