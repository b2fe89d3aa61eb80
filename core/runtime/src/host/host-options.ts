import type { Clock, Logger, ProvidedService, RequestNotes, RouteSpec, StepFeed } from '@heliograph/contracts'
import type { OutboundClients, OutboundTls } from '@heliograph/http'
import type { Configuration } from '../config/load.ts'
import type { MetricsRegistry } from '../metrics.ts'
import type { ContractVersions } from './contract-versions.ts'
import type { HealthCheck } from './health.ts'

export interface HostOptions {
  /** Without the sections of other packages, which the host does not read. */
  readonly configuration: Omit<Configuration, 'sections' | 'log' | 'stop'>
  /** The services that the gateway itself offers to modules. */
  readonly services: readonly ProvidedService[]
  readonly logger: Logger
  readonly clock: Clock
  /** Creates the client of each instance, given the networks that are open to the instance. */
  readonly httpClients: Pick<OutboundClients, 'with'>
  /** Has webhooks show and trust something else from then on (`webhookTls`). Default: there are none. */
  readonly useWebhookTls?: ((tls: OutboundTls | undefined) => void) | undefined
  readonly metrics: MetricsRegistry
  /** Where requests are told as steps. Default: nowhere. */
  readonly steps?: StepFeed | undefined
  /** Where requests of clients are noted. Default: nowhere. */
  readonly requests?: RequestNotes | undefined
  /**
   * Imports a package by name, from where the operator's packages are installed: `(specifier) => import(specifier)`.
   * Rejects with `ModuleLoadError` when it can name a remedy.
   */
  readonly importModule: (specifier: string) => Promise<unknown>
  /** Plans only this instance, with all others if it needs a service that the gateway does not offer. Default: all. */
  readonly only?: string | undefined
  /** Which contracts the gateway speaks, and which the packages ask for. Default: version 1, and they do not say. */
  readonly contracts?: ContractVersions | undefined
  /**
   * True: a reload re-creates instances whose packages are imported as other modules by then. For authors, who
   * change the code of a package while the gateway runs. Default false.
   */
  readonly takesOtherCode?: boolean | undefined
  /**
   * Whether a package is released with the gateway. As long as there is no other, scopes of faults are not carried, and
   * only its stack leads an error to an instance. Default: none is.
   */
  readonly isOwnPackage?: ((use: string) => boolean) | undefined
  /** Routes of the gateway itself on the admin port, besides health and metrics. */
  readonly adminRoutes?: readonly RouteSpec[] | undefined
  /** The token that requests to the admin port must carry, except for health and metrics. Without it none is needed. */
  readonly adminToken?: string | undefined
  /**
   * False: another process has the admin port, and the ports of clients, for this one as well. It passes requests to
   * the admin port on, for `inject`. Default true.
   */
  readonly opensAdmin?: boolean | undefined
  /** Checks of what has to work besides the instances. */
  readonly checks?: readonly HealthCheck[] | undefined
  /** How long one instance may take to start. Default 30 s. */
  readonly startDeadlineMs?: number | undefined
  /** How long one instance may take to stop, and how long all requests still running may take to end. Default 2 s. */
  readonly stopDeadlineMs?: number | undefined
}
