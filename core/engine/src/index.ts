export { openDatabase, type Sql } from './database.ts'
export {
  type ExplainedLink,
  type ExplainedRule,
  explainRoute,
  type RouteExplanation,
  type RouteQuestion,
} from './dispatch/explain-route.ts'
export type { LinkState, WaitingForLink } from './dispatch/link-states.ts'
export { type LinkName, nameLinks, type RoutingSettings, validateRoutes } from './dispatch/routing.ts'
export { Engine, type EngineOptions, type NodeRole } from './engine.ts'
export { listMigrations, migrate, pendingMigrations } from './migrate.ts'
export type { Provisioning } from './provisioning/provisioning.ts'
export { type EngineSettings, engineSections } from './settings.ts'
