import type { Health } from './health.ts'
import type { Principal } from './principal.ts'
import { defineService, type ServiceToken } from './service.ts'

/** A configured adapter or plugin. */
export interface InstanceRecord {
  readonly instanceId: string
  /** What the configuration names to be used: a package, or a folder. */
  readonly use: string
  /** Null when the package could not be loaded. */
  readonly module: { readonly kind: 'adapter' | 'plugin'; readonly id: string; readonly version: string } | null
  /** The gateway starts without it when it fails. */
  readonly isOptional: boolean
  /** Null: this node does not run it, by its roles. */
  readonly health: Health | null
  /** Its configuration, with defaults, as JSON. In place of each secret stands `[redacted]`. Null when it could not be read. */
  readonly configuration: unknown
}

/** The instances of the node that answers. */
export interface InstanceList {
  /** Name of the node. */
  readonly node: string
  /** In the order of the configuration. */
  readonly instances: readonly InstanceRecord[]
}

/** What this gateway is made of, for operators: throws `forbidden`/`not-allowed` for others. */
export interface Instances {
  list(principal: Principal): Promise<InstanceList>
}

export const Instances: ServiceToken<Instances> = defineService('heliograph.instances')
