import type { Health } from './health.ts'
import type { Principal } from './principal.ts'
import { defineService, type ServiceToken } from './service.ts'

/** A configured adapter or plugin. @stability stable */
export interface InstanceRecord {
  readonly instanceId: string
  /** The package or folder that the configuration gives under `use`. */
  readonly use: string
  /** Null when the package could not be loaded. */
  readonly module: { readonly kind: 'adapter' | 'plugin'; readonly id: string; readonly version: string } | null
  /** True when the gateway also starts without it, should it fail. */
  readonly isOptional: boolean
  /** Null when this node does not run it, because of its roles. */
  readonly health: Health | null
  /**
   * Its configuration, with defaults, as JSON. Every secret is replaced by `[redacted]`. Null when it could not be
   * read.
   */
  readonly configuration: unknown
}

/** The instances of the node that answers. @stability stable */
export interface InstanceList {
  /** Name of the node. */
  readonly node: string
  /** In the order of the configuration. */
  readonly instances: readonly InstanceRecord[]
}

/** The configured instances, for operators: throws `forbidden`/`not-allowed` for others. @stability stable */
export interface Instances {
  list(principal: Principal): Promise<InstanceList>
}

export const Instances: ServiceToken<Instances> = defineService('heliograph.instances')
