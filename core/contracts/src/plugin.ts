import type { Static, TObject } from 'typebox'
import type { Carrier } from './carrier.ts'
import type { CheckFinding } from './check.ts'
import type { ConfigDeprecation } from './config.ts'
import type { ModuleContext } from './context.ts'
import type { GatewayError } from './error.ts'
import type { Health } from './health.ts'
import type { Hooks } from './hooks.ts'
import type { HttpRequest, HttpResponse, RouteSpec } from './http.ts'
import type { InstanceCommand } from './instance-command.ts'
import type { TablesPart } from './own-tables.ts'
import type { PortalPage } from './portal-page.ts'
import type { ServiceToken, ServiceTokens } from './service.ts'
import type { ApiVersion } from './version.ts'

/** What a plugin provides. @stability stable */
export interface PluginCapabilities {
  /** It carries messages to a network (`carrier` is then required). */
  readonly carrier: boolean
  /** It has HTTP routes for its peers (`routes` and `formatError` are then required). Absent: it has none. */
  readonly http?: boolean | undefined
  /** It has pages in the portal (`pages` is then required). Absent: it has none. */
  readonly pages?: boolean | undefined
  /** It has a say in what is sent (`hooks` is then required). Absent: it has none. */
  readonly hooks?: boolean | undefined
}

/**
 * An extension as a package: a carrier, or a service for other modules. The same rules hold as for an adapter module.
 * @stability stable
 */
export interface PluginModule<C extends TObject = TObject, D extends ServiceTokens = ServiceTokens> {
  readonly kind: 'plugin'
  readonly apiVersion: ApiVersion
  readonly id: string
  readonly version: string
  readonly configSchema: C
  readonly deprecations?: readonly ConfigDeprecation[] | undefined
  readonly capabilities: PluginCapabilities
  /** As `AdapterModule.liveKeys`. */
  readonly liveKeys?: readonly string[] | undefined
  /** As `AdapterModule.tables`. */
  readonly tables?: TablesPart | undefined
  readonly deps: D
  /** Creates an instance, without I/O or timers. */
  create(context: ModuleContext<D>, config: Static<C>): Plugin
}

/** A service offered to other modules under a token. @stability stable */
export interface ProvidedService<T = unknown> {
  readonly token: ServiceToken<T>
  readonly service: T
}

/** One configured instance of a plugin. @stability stable */
export interface Plugin {
  /** Required by the capability `carrier`. */
  readonly carrier?: Carrier | undefined
  readonly provides?: readonly ProvidedService[] | undefined
  /** Required by the capability `hooks`. They are asked from when the gateway takes requests until it has stopped. */
  readonly hooks?: Hooks | undefined
  /**
   * Routes on the HTTP listeners, like those of adapters: for a network that calls back with receipts and incoming SMS.
   * Anyone can reach them, so `handler` has to make sure that the caller is the peer (by a secret or a signature). A
   * callback that could not be stored must be answered in such a way that the peer calls again. Required by the
   * capability `http`.
   */
  readonly routes?: readonly RouteSpec[] | undefined
  /** As `Adapter.formatError`, for `routes`; must not throw. Required by the capability `http`. */
  formatError?(error: GatewayError, request: HttpRequest): HttpResponse
  /**
   * Routes on the admin port, each below `/instances/<instanceId>`. For operators: clients have no access to the admin
   * port.
   */
  readonly adminRoutes?: readonly RouteSpec[] | undefined
  /** Commands for operators on the server: `heliograph <instance> <command>`. */
  readonly commands?: readonly InstanceCommand[] | undefined
  /** Pages in the portal, for its users. Required by the capability `pages`. */
  readonly pages?: readonly PortalPage[] | undefined
  start?(signal: AbortSignal): Promise<void>
  /**
   * Drains and closes, until `signal` aborts: then it gives up what is left, and ends. Idempotent, and safe after a
   * failed or missing `start`.
   */
  stop?(signal: AbortSignal): Promise<void>
  health?(): Health
  /** As `Adapter.reconfigure`. */
  reconfigure?(config: unknown): void
  /** As `Adapter.check`. */
  check?(signal: AbortSignal): Promise<readonly CheckFinding[]>
}

/** Types a plugin module. @stability stable */
export function definePlugin<C extends TObject, D extends ServiceTokens>(
  module: Omit<PluginModule<C, D>, 'kind'>,
): PluginModule<C, D> {
  return { ...module, kind: 'plugin' }
}
