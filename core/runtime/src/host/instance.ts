import type { Adapter, CarrierLink, Hooks, Plugin, RouteSpec } from '@heliograph/contracts'
import type { OutboundTls } from '@heliograph/http'
import type { GuardedCarrier } from './guarded-parts.ts'
import type { InstanceGuard } from './instance-guard.ts'
import type { GatewayModule } from './module.ts'
import type { PlannedInstance } from './resolve.ts'

/** One created adapter or plugin, and its state. */
export interface Instance {
  readonly id: string
  /** Changes when it takes over another configuration. */
  planned: PlannedInstance
  /** This and what follows from it change when it is put back after it was out of service, or gets other code. */
  part: InstancePart
  guard: InstanceGuard
  /** Its routes for clients and peers. */
  routes: readonly RouteSpec[]
  /** Its hooks, guarded; undefined when it has none. */
  hooks: Hooks | undefined
  /** Its carrier, guarded, which stays the same; undefined when it has none. */
  readonly carrier: GuardedCarrier | undefined
  /** `out`: taken out of service after faults. */
  state: 'created' | 'idle' | 'started' | 'failed' | 'out' | 'stopped'
  /** Why it failed, for the operator. */
  failure: string | undefined
  /** Has what it calls from now on see other TLS. */
  readonly useOutgoingTls: (tls: OutboundTls) => void
  readonly createMs: number
  startMs: number | undefined
}

export type InstancePart =
  | { readonly kind: 'adapter'; readonly adapter: Adapter }
  | { readonly kind: 'plugin'; readonly plugin: Plugin }

/** The adapter or plugin itself, limited to life cycle, health, checks and changes. */
export function lifecycleOf(part: InstancePart): Pick<Adapter, 'start' | 'stop' | 'health' | 'check' | 'reconfigure'> {
  return part.kind === 'adapter' ? part.adapter : part.plugin
}

/** The adapter or plugin itself, limited to routes for clients and peers. */
export function routedOf(part: InstancePart): Pick<Adapter, 'routes' | 'formatError'> {
  return part.kind === 'adapter' ? part.adapter : part.plugin
}

/** The links of the plugin itself, as it made them. */
export function linksOf(part: InstancePart): readonly CarrierLink[] {
  return part.kind === 'plugin' ? (part.plugin.carrier?.links ?? []) : []
}

/** What an instance is called in logs: id and package with version. */
export function describeModule(module: GatewayModule): string {
  return `${module.kind} ${module.id} ${module.version}`
}
