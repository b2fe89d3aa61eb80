import type { EventSubscription } from '@heliograph/contracts'
import { LookLoop } from '../../ownership/look-loop.ts'
import { giveBack, takeLost } from '../../ownership/owned-rows.ts'
import type { OwnerTools } from '../../ownership/owner-tools.ts'
import { retryAfterMs } from '../../ownership/retry-after.ts'
import { callHandler } from './call-handler.ts'
import { type ClaimedEvent, claimEvents, EVENTS, endEvents, loadEvents } from './event-statements.ts'

const BATCH = 100
/** How often to look while there is nothing. */
const POLL_MS = 500

export interface EventLoopOptions extends OwnerTools {
  /** Ids of the events that subscriptions on this node are being given; shared by them. */
  readonly held: Set<number>
  readonly subscription: EventSubscription
}

/** Hands events of a subscription to its handler, batch by batch, until it is stopped. */
export class EventLoop {
  readonly #options: EventLoopOptions
  readonly #end = new AbortController()
  readonly #loop: LookLoop

  constructor(options: EventLoopOptions) {
    this.#options = options
    this.#loop = new LookLoop({
      ...options,
      what: 'events',
      everyMs: POLL_MS,
      takeLost: () => this.#takeLost(),
      look: () => this.#look(),
    })
    void this.#loop.start()
  }

  async stop(): Promise<void> {
    this.#end.abort()
    await this.#loop.stop()
  }

  async #look(): Promise<boolean> {
    const { sql, subscription } = this.#options
    const lease = this.#options.lease()
    if (lease === null) return false
    const claimed = await claimEvents(sql, lease, { name: subscription.name, limit: BATCH })
    await this.#tell(claimed)
    return claimed.length > 0
  }

  async #takeLost(): Promise<void> {
    const { sql, leaseNumber, held, subscription } = this.#options
    await takeLost<ClaimedEvent>(sql, EVENTS, leaseNumber(), {
      isHeld: (eventId) => held.has(eventId),
      take: (events) => this.#tell(events.filter((event) => event.subscription === subscription.name)),
    })
  }

  /** Events that are not ended or put off here, for whatever reason, come again once they are found to be lost. */
  async #tell(claimed: readonly ClaimedEvent[]): Promise<void> {
    if (claimed.length === 0) return
    const { sql, leaseNumber, held } = this.#options
    for (const { event_id } of claimed) held.add(event_id)
    try {
      const again = await this.#hand(claimed)
      const done = claimed.flatMap(({ event_id }) => (again.has(event_id) ? [] : [event_id]))
      const putOff = claimed.flatMap(({ event_id, starts }) =>
        again.has(event_id) ? [{ key: event_id, retryInMs: retryAfterMs(starts) }] : [],
      )
      if (done.length > 0) await endEvents(sql, done)
      if (putOff.length > 0) await giveBack(sql, EVENTS, leaseNumber(), putOff)
    } finally {
      for (const { event_id } of claimed) held.delete(event_id)
    }
  }

  /** Resolves with the ids of the events that the handler is to get again. */
  async #hand(claimed: readonly ClaimedEvent[]): Promise<ReadonlySet<number>> {
    const { sql, clock, logger, subscription } = this.#options
    const events = await loadEvents(sql, claimed)
    if (events.length === 0) return new Set()
    try {
      const handler = (signal: AbortSignal) => subscription.handler(events, signal)
      return new Set((await callHandler(clock, this.#end.signal, handler)) ?? [])
    } catch (error) {
      logger.warn(
        { err: error, subscription: subscription.name, events: events.length },
        'events were not accepted; they will be offered again',
      )
      return new Set(events.map(({ eventId }) => eventId))
    }
  }
}
