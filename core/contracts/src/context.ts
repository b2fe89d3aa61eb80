import type { Brand } from './brand.ts'
import type { Clock } from './clock.ts'
import type { HttpClient } from './http-client.ts'
import type { Logger } from './logger.ts'
import type { Metrics } from './metrics.ts'
import type { ResolvedServices, ServiceTokens } from './service.ts'

/**
 * Everything an instance may touch. There is nothing else: no globals, no container, no other instance.
 * @stability stable
 */
export interface ModuleContext<D extends ServiceTokens = ServiceTokens> {
  /** The name the operator gave this instance in the configuration. */
  readonly instanceId: string
  readonly logger: Logger
  readonly clock: Clock
  /** Reaches public addresses and those that the operator has opened to this instance. */
  readonly http: HttpClient
  readonly metrics: Metrics
  /** Address at which clients reach this deployment, without a trailing slash. */
  readonly publicUrl: string
  /** As what the deployment presents itself: its name belongs wherever clients would read that of the product. */
  readonly brand: Brand
  /** The services that the module listed in `deps`. */
  readonly services: ResolvedServices<D>
}
