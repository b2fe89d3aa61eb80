import type { LinkStatus } from './carrier.ts'
import type { MessageState, PriorityName } from './message.ts'
import type { Principal } from './principal.ts'
import { defineService, type ServiceToken } from './service.ts'

/**
 * Messages that were accepted in one minute, by the interface they came by and by their state when they were last
 * counted.
 * @stability stable
 */
export interface MessageCount {
  /** The beginning of the minute. */
  readonly minute: Date
  readonly origin: string
  readonly state: MessageState
  readonly messages: number
}

/**
 * How long delivered messages took to the handset, from their acceptance or from the time they were scheduled for;
 * accurate to a tenth.
 * @stability stable
 */
export interface DeliveryTimes {
  /** How many were delivered. */
  readonly messages: number
  /** Half of them took no longer than this. */
  readonly p50Ms: number
  /** Nineteen of twenty took no longer than this. */
  readonly p95Ms: number
}

/** The same for the messages that were accepted in one minute. @stability stable */
export interface MinuteDeliveryTimes extends DeliveryTimes {
  /** The beginning of the minute. */
  readonly minute: Date
}

/** @stability stable */
export interface MessageCounts {
  /** By minute, oldest first. Counts of 0 are left out. */
  readonly counts: readonly MessageCount[]
  /**
   * For the whole period; null when nothing was delivered. The network reports the end, and its clock may differ or
   * have minutes only.
   */
  readonly deliveryTimes: DeliveryTimes | null
  /** By minute, oldest first; minutes without a delivered message are left out. */
  readonly minuteDeliveryTimes: readonly MinuteDeliveryTimes[]
  /** When they were counted; null before the first count. */
  readonly countedAt: Date | null
}

/** Messages that are due and not settled, including those that links have taken. @stability stable */
export interface QueueDepth {
  readonly priority: PriorityName
  readonly messages: number
  /** When the oldest was due. */
  readonly oldestAt: Date
}

/** A link, as the node that uses it reports it. @stability stable */
export interface LinkReport {
  /** `<instance>/<name>`. */
  readonly link: string
  /** Name of the node that uses it, or the names of those that share it (`one, two`); null while none does. */
  readonly node: string | null
  readonly state: LinkStatus['state']
  /** One line for an operator, null when there is nothing to say. */
  readonly detail: string | null
  /** True when an operator has paused it (`Links`): nothing is handed to it, whatever its state. */
  readonly isPaused: boolean
}

/** @stability stable */
export interface NodeReport {
  readonly name: string
  readonly roles: readonly string[]
  readonly startedAt: Date
  /** Its last heartbeat; there is one every three seconds. */
  readonly seenAt: Date
}

/** Webhooks of the last hour. @stability stable */
export interface WebhookCounts {
  readonly delivered: number
  /** Not tried yet. */
  readonly waiting: number
  /** Failed, and to be tried again. */
  readonly retrying: number
  /** Failed for good. */
  readonly failed: number
}

/** @stability stable */
export interface DeploymentReport {
  /** Most urgent first; priorities with nothing waiting are left out. */
  readonly queue: readonly QueueDepth[]
  /** Of all nodes, in the order of their names; at most some seconds old. */
  readonly links: readonly LinkReport[]
  /** The nodes that are alive, oldest first. */
  readonly nodes: readonly NodeReport[]
  readonly webhooks: WebhookCounts
  /** Hosts whose webhooks are waiting because they fail, counted for each client separately; they get single probes. */
  readonly pausedHosts: number
  readonly database: {
    /** How long it took to answer. */
    readonly answerMs: number
    /** Connections of all programs, and how many there may be. */
    readonly connections: number
    readonly maxConnections: number
  }
}

/** The client whose figures are requested. @stability stable */
export interface StatusScope {
  /**
   * For an operator, figures of this client; others get those of their own client, whatever is given. Absent: see
   * `SystemStatus.messages`.
   */
  readonly clientId?: number | undefined
}

/**
 * The state of the deployment, in figures for people. Answers are cached for a second, and a call costs the same
 * however many messages there are.
 *
 * Messages and webhooks are counted in the background, from what is stored anyway: the last three minutes every ten
 * seconds, the last hour every ten minutes, and less often where that would take more than a fiftieth of one
 * connection's time. So a message that ends more than an hour after it was accepted is still counted in its earlier
 * state. Nothing is counted while no node has the role `cron`.
 *
 * All throw `unavailable` while the database is away. `Accounts.clients` returns what credit a client has left.
 * @stability stable
 */
export interface SystemStatus {
  /**
   * Messages that were accepted in the last `minutes` minutes (1 to 1,440): of all clients for an `operator`, of the
   * own channel for a `user` who has one, of the client for others.
   */
  messages(principal: Principal, scope: StatusScope & { readonly minutes: number }): Promise<MessageCounts>
  /** Webhooks of the same. */
  webhooks(principal: Principal, scope?: StatusScope): Promise<WebhookCounts>
  /** For operators; throws `forbidden`/`not-allowed` for others. */
  deployment(principal: Principal): Promise<DeploymentReport>
}

export const SystemStatus: ServiceToken<SystemStatus> = defineService('heliograph.system-status')
