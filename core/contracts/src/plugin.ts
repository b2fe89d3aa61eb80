import type { Static, TObject } from 'typebox'
import type { Carrier } from './carrier.ts'
import type { CheckFinding } from './check.ts'
import type { ConfigDeprecation } from './config.ts'
import type { ModuleContext } from './context.ts'
import type { GatewayError } from './error.ts'
import type { Health } from './health.ts'
import type { HttpRequest, HttpResponse, RouteSpec } from './http.ts'
import type { ServiceToken, ServiceTokens } from './service.ts'
import type { ApiVersion } from './version.ts'

/** What a plugin brings. */
export interface PluginCapabilities {
  /** It carries messages to a network (`carrier` is then required). */
  readonly carrier: boolean
  /** It has HTTP routes for its peers (`routes` and `formatError` are then required). Absent: it has none. */
  readonly http?: boolean | undefined
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
  /**
   * Routes on the HTTP listeners, as those of adapters: for a network that calls back with receipts and incoming SMS. Anybody can reach them, so `handler` has to find out
   * that it is the peer who calls (a secret, a signature); a callback that could not be stored must be answered so that the peer calls again. Required by the
   * capability `http`.
   */
  readonly routes?: readonly RouteSpec[] | undefined
  /** As that of an adapter, for `routes`; must not throw. Required by the capability `http`. */
  formatError?(error: GatewayError, request: HttpRequest): HttpResponse
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
