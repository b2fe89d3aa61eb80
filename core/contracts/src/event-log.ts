import type { EventListener, MessageEvent } from './message-events.ts'
import { defineService, type ServiceToken } from './service.ts'

/** Somebody who follows the log, from a place of its own. @stability experimental */
export interface EventFollower {
  /**
   * Identifies the place over all nodes and restarts: 1 to 100 characters, normally the `instanceId`. Another name is
   * another place.
   */
  readonly name: string
  readonly kinds: readonly MessageEvent['kind'][]
  /**
   * Takes the next events, up to 100. When it resolves, the place moves on; when it rejects, the same events come
   * again, after a second at first and then at growing intervals of up to five minutes, and those after them wait. The
   * signal aborts after a minute, and when the follower stops; then they come again, maybe on another node.
   */
  handler(events: readonly MessageEvent[], signal: AbortSignal): Promise<unknown>
}

/**
 * The events of `MessageEvents` as a log: in one order, kept for `retention.eventDays` (three, unless the operator says
 * else), read by any number of followers, each at its own pace. What concerns one message, or one incoming SMS, stands
 * in the order in which it happened; the whole roughly does.
 *
 * Each follower gets each event at least once, one batch at a time, on one node at a time. For exactly once, write what
 * follows from it with `OwnTables.eachOnce`: an event has the same `eventId` whenever it comes.
 *
 * Events whose message is no longer kept are left out. While nothing follows, nothing is written.
 * @stability experimental
 */
export interface EventLog {
  /**
   * Begins to follow; call it in `start`. Under a name that is new, it begins with what happens from now on; else where
   * the follower of that name was, also after a time without one: after `retention.eventDays` of that, the place is
   * forgotten. Throws `invalid`/`bad-subscription` for a name or kinds that are not possible, `unavailable` while the
   * database is away.
   */
  follow(follower: EventFollower): Promise<EventListener>
  /**
   * Moves a follower back, or on: events come again from the first one that was noted at or after a time, whether it is
   * followed just now or not. Resolves with the time of that event; null when there is none, and it goes on with what
   * comes. Throws `not-found`/`follower-not-found`.
   */
  replay(name: string, from: Date): Promise<Date | null>
  /** Forgets the place of a follower. Idempotent. Throws `unavailable` while the database is away. */
  forget(name: string): Promise<void>
}

export const EventLog: ServiceToken<EventLog> = defineService('heliograph.event-log')
