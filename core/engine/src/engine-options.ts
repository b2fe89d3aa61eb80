import type { Clock, HttpClient, Logger, Metrics, StepFeed } from '@heliograph/contracts'
import type { EngineSettings } from './settings.ts'

/** What a node does: takes clients in, hands messages over, sends webhooks and works on uploads, does the chores. */
export type NodeRole = 'http' | 'sockets' | 'dispatch' | 'webhooks' | 'cron'

/** 32 octets each: the first seals, the others only open. */
export type MasterKeys = readonly [Uint8Array, ...Uint8Array[]]

export interface EngineOptions {
  /** Postgres, migrated, or the pooler before it that `settings.database` speaks of. */
  readonly url: string
  readonly settings: EngineSettings
  /** The same on every node, except while a new one is being introduced. */
  readonly masterKeys: MasterKeys
  readonly nodeName: string
  /** The release of the gateway, for people: what other nodes say of this one. */
  readonly release?: string | undefined
  readonly roles: readonly NodeRole[]
  readonly clock: Clock
  /**
   * Milliseconds that only ever grow; default: the process's own. For leases and for how long things take, which must
   * not depend on a clock that people set.
   */
  readonly monotonic?: (() => number) | undefined
  readonly logger: Logger
  readonly metrics: Metrics
  /** Where steps of messages are told. Default: nowhere. */
  readonly steps?: StepFeed | undefined
  /**
   * A folder for answers of links that cannot be recorded when the node stops while the database is away; they are
   * recorded at the next start of any node that has the folder. Absent: they are lost, and messages may go out twice.
   */
  readonly dataDir?: string | undefined
  /** For webhooks. */
  readonly http: HttpClient
  /** Where clients reach this deployment, without a trailing slash; called whenever a link is written. */
  readonly publicUrl: () => string
  /** The name of the product, as clients are to read it. Default: `Heliograph`. */
  readonly product?: string | undefined
  /** Called when something happened after which this process cannot safely continue; the caller ends it. */
  readonly onFatal: (reason: string) => void
}
