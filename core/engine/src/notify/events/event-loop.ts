import type { Clock, EventSubscription, Logger } from '@heliograph/contracts'
import type { Sql } from '../../database/database.ts'
import { withDeadline } from '../../database/deadline.ts'
import { type ClaimedEvent, claimEvents, endEvents, loadEvents, putOffEvents } from './event-statements.ts'

const BATCH = 100
/** How long a handler may take, and how long the claim it works under lasts. */
const HANDLER_MS = 60_000
const CLAIM_SECONDS = 90
/** How long to wait after nothing was found, or the database was away. */
const IDLE_MS = 500

export interface EventLoopOptions {
  readonly sql: Sql
  readonly clock: Clock
  readonly logger: Logger
  readonly subscription: EventSubscription
}

/** Hands events of a subscription to its handler, batch by batch, until it is stopped. */
export class EventLoop {
  readonly #options: EventLoopOptions
  readonly #end = new AbortController()
  readonly #ended: Promise<void>

  constructor(options: EventLoopOptions) {
    this.#options = options
    this.#ended = this.#run()
  }

  async stop(): Promise<void> {
    this.#end.abort()
    await this.#ended
  }

  async #run(): Promise<void> {
    const { logger, subscription } = this.#options
    while (!this.#end.signal.aborted) {
      try {
        const isIdle = await this.#next()
        if (isIdle) await this.#pause()
      } catch (error) {
        logger.warn({ error, subscription: subscription.name }, 'events could not be fetched or removed')
        await this.#pause()
      }
    }
  }

  /**
   * Handles one batch. True: there was none. Events that are claimed and not ended, for whatever reason, are due again
   * when the claim is over.
   */
  async #next(): Promise<boolean> {
    const { sql, subscription } = this.#options
    const { name } = subscription
    const claimed = await withDeadline(claimEvents(sql, { name, limit: BATCH, seconds: CLAIM_SECONDS }))
    if (claimed.length === 0) return true
    const again = await this.#hand(claimed)
    const eventIds = claimed.map((event) => event.event_id)
    const done = eventIds.filter((eventId) => !again.has(eventId))
    const putOff = eventIds.filter((eventId) => again.has(eventId))
    if (done.length > 0) await withDeadline(endEvents(sql, done))
    if (putOff.length > 0) await withDeadline(putOffEvents(sql, putOff))
    return false
  }

  /** Resolves with the ids of the events that the handler is to get again. */
  async #hand(claimed: readonly ClaimedEvent[]): Promise<ReadonlySet<number>> {
    const { sql, clock, logger, subscription } = this.#options
    const events = await withDeadline(loadEvents(sql, claimed))
    if (events.length === 0) return new Set()
    const late = new AbortController()
    const cancel = clock.after(HANDLER_MS, () => late.abort())
    try {
      return new Set((await subscription.handler(events, AbortSignal.any([late.signal, this.#end.signal]))) ?? [])
    } catch (error) {
      logger.warn(
        { error, subscription: subscription.name, events: events.length },
        'events were not taken, they will be offered again',
      )
      return new Set(events.map(({ eventId }) => eventId))
    } finally {
      cancel()
    }
  }

  #pause(): Promise<void> {
    const { signal } = this.#end
    return new Promise((resolve) => {
      const done = () => {
        cancel()
        signal.removeEventListener('abort', done)
        resolve()
      }
      const cancel = this.#options.clock.after(IDLE_MS, done)
      signal.addEventListener('abort', done)
      if (signal.aborted) done()
    })
  }
}
