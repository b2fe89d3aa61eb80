import type { Static, TObject } from 'typebox'
import type { Carrier } from './carrier.ts'
import type { CheckFinding } from './check.ts'
import type { ConfigDeprecation } from './config.ts'
import type { ModuleContext } from './context.ts'
import type { Health } from './health.ts'
import type { RouteSpec } from './http.ts'
import type { ServiceToken, ServiceTokens } from './service.ts'
import type { ApiVersion } from './version.ts'

/** What a plugin brings. */
export interface PluginCapabilities {
  /** It carries messages to a network (`carrier` is then required). */
  readonly carrier: boolean
}

/**
 * An extension as a package: a carrier, or a service for other modules. Same manners as an adapter module.
 */
export interface PluginModule<C extends TObject = TObject, D extends ServiceTokens = ServiceTokens> {
  readonly kind: 'plugin'
  readonly apiVersion: ApiVersion
  readonly id: string
  readonly version: string
  readonly configSchema: C
  readonly deprecations?: readonly ConfigDeprecation[] | undefined
  readonly capabilities: PluginCapabilities
  readonly deps: D
  /** Wires only: no I/O, no timers. */
  create(context: ModuleContext<D>, config: Static<C>): Plugin
}

/** A service offered to other modules under a token. */
export interface ProvidedService<T = unknown> {
  readonly token: ServiceToken<T>
  readonly service: T
}

/** One configured instance of a plugin. */
export interface Plugin {
  /** Required by the capability `carrier`. */
  readonly carrier?: Carrier | undefined
  readonly provides?: readonly ProvidedService[] | undefined
  /** Routes on the admin port, each below `/instances/<instanceId>`. For operators: the admin port is not for clients. */
  readonly adminRoutes?: readonly RouteSpec[] | undefined
  start?(signal: AbortSignal): Promise<void>
  stop?(signal: AbortSignal): Promise<void>
  health?(): Health
  /** As that of an adapter. */
  check?(signal: AbortSignal): Promise<readonly CheckFinding[]>
}

/** Types a plugin module. */
export function definePlugin<C extends TObject, D extends ServiceTokens>(
  module: Omit<PluginModule<C, D>, 'kind'>,
): PluginModule<C, D> {
  return { ...module, kind: 'plugin' }
}
