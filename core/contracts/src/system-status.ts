import type { LinkStatus } from './carrier.ts'
import type { MessageState, PriorityName } from './message.ts'
import type { Principal } from './principal.ts'
import { defineService, type ServiceToken } from './service.ts'

/** Messages that were accepted within a minute, by the interface they came by and by where they stood when they were counted last. */
export interface MessageCount {
  /** The beginning of the minute. */
  readonly minute: Date
  readonly origin: string
  readonly state: MessageState
  readonly messages: number
}

/** How long delivered messages took from their acceptance, or the time they were scheduled for, to the handset, to within a tenth of it. */
export interface DeliveryTimes {
  /** How many were delivered. */
  readonly messages: number
  /** Half of them took no longer. */
  readonly p50Ms: number
  /** Nineteen of twenty took no longer. */
  readonly p95Ms: number
}

/** The same of the messages that were accepted within a minute. */
export interface MinuteDeliveryTimes extends DeliveryTimes {
  /** The beginning of the minute. */
  readonly minute: Date
}

export interface MessageCounts {
  /** By minute, oldest first. What would be 0 is left out. */
  readonly counts: readonly MessageCount[]
  /** Of the whole period; null when nothing was delivered. The end is told by the network, whose clock may differ or know minutes only. */
  readonly deliveryTimes: DeliveryTimes | null
  /** By minute, oldest first; minutes of which nothing was delivered are left out. */
  readonly minuteDeliveryTimes: readonly MinuteDeliveryTimes[]
  /** As of when; null before the first count. */
  readonly countedAt: Date | null
}

/** Messages that are due and not settled, those in the hands of links among them. */
export interface QueueDepth {
  readonly priority: PriorityName
  readonly messages: number
  /** When the oldest was due. */
  readonly oldestAt: Date
}

/** A link, as the node that uses it knows it. */
export interface LinkReport {
  /** `<instance>/<name>`. */
  readonly link: string
  /** Name of the node that uses it; null while none does. */
  readonly node: string | null
  readonly state: LinkStatus['state']
  /** One line for an operator, null when there is nothing to say. */
  readonly detail: string | null
  /** An operator has paused it (`Links`): nothing is handed to it, whatever its state. */
  readonly isPaused: boolean
}

export interface NodeReport {
  readonly name: string
  readonly roles: readonly string[]
  readonly startedAt: Date
  /** Its last sign of life, of which there is one every three seconds. */
  readonly seenAt: Date
}

/** Webhooks of the last hour. */
export interface WebhookCounts {
  readonly delivered: number
  /** Not tried yet. */
  readonly waiting: number
  /** Failed, and to be tried again. */
  readonly retrying: number
  /** Given up. */
  readonly failed: number
}

export interface DeploymentReport {
  /** Most urgent first; a priority of which nothing waits is left out. */
  readonly queue: readonly QueueDepth[]
  /** Of all nodes, by name; at most some seconds old. */
  readonly links: readonly LinkReport[]
  /** Those that live, oldest first. */
  readonly nodes: readonly NodeReport[]
  readonly webhooks: WebhookCounts
  /** Hosts that webhooks wait for because they fail, each client's counted apart: they get single probes. */
  readonly pausedHosts: number
  readonly database: {
    /** How long it took to answer. */
    readonly answerMs: number
    /** Of all programs, and how many there may be. */
    readonly connections: number
    readonly maxConnections: number
  }
}

/** Whose figures are asked for. */
export interface StatusScope {
  /** This client's, for an operator; others are told of their own client whatever is given. Absent: see `SystemStatus.messages`. */
  readonly clientId?: number | undefined
}

/**
 * How the deployment is, in figures for people. Answers are remembered for a second, and asking costs the same however many messages there are.
 *
 * What is counted of messages and webhooks is counted in the background, from what is stored anyway: the last three minutes every ten seconds, the last hour every ten
 * minutes, and less often where that would take more than a fiftieth of one connection's time. So what ends more than an hour after it was accepted still counts as what it
 * was. Nothing is counted while no node has the role `cron`.
 *
 * All throw `unavailable` while the database is away. What a client has left is told by `Accounts.clients`.
 */
export interface SystemStatus {
  /** Messages that were accepted in the last so many minutes (1 to 1,440): of all clients for an `operator`, for others of their own. */
  messages(principal: Principal, scope: StatusScope & { readonly minutes: number }): Promise<MessageCounts>
  /** Webhooks of the same. */
  webhooks(principal: Principal, scope?: StatusScope): Promise<WebhookCounts>
  /** For operators; throws `forbidden`/`not-allowed` for others. */
  deployment(principal: Principal): Promise<DeploymentReport>
}

export const SystemStatus: ServiceToken<SystemStatus> = defineService('heliograph.system-status')
