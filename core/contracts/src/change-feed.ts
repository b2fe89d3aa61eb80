import type { Principal } from './principal.ts'
import { defineService, type ServiceToken } from './service.ts'

/**
 * What changes while people look at it. `messages`: messages and their states, schedules included. `conversations`: the
 * inbox of a client. `webhooks`: webhooks and their attempts. `uploads`: campaigns. `requests`: the log of requests.
 * `alerts`: alerts and when they began and ended. `figures`: what `SystemStatus` and `PeriodFigures` count, for all
 * clients at once. `deployment`: links, holds and pauses, for which messages of any client wait. For operators:
 * `unknown`, messages of unknown outcome; `heartbeats`, the nodes that live, every few seconds.
 * @stability experimental
 */
export type ChangeSubject =
  | 'messages'
  | 'conversations'
  | 'webhooks'
  | 'uploads'
  | 'requests'
  | 'alerts'
  | 'figures'
  | 'unknown'
  | 'deployment'
  | 'heartbeats'

/** @stability experimental */
export interface FeedScope {
  /** For an operator: of all clients. */
  readonly everyClient?: boolean | undefined
}

/**
 * Tells viewers that something has changed, without what has: they then read it, as far as they may see it. A node
 * announces what it changes, and only while a viewer follows it on some node; without followers there is no work.
 * @stability experimental
 */
export interface ChangeFeed {
  /**
   * Calls the listener soon after each change that the principal may see, on whichever node, a few times a second at
   * most; now and then also without a change. Resolves, once every change from then on is told, with the function that
   * ends it. Never rejects: what changes while the database is away is told when it is back.
   */
  follow(principal: Principal, subject: ChangeSubject, scope: FeedScope, listener: () => void): Promise<() => void>
}

export const ChangeFeed: ServiceToken<ChangeFeed> = defineService('heliograph.change-feed')
