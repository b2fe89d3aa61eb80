import type { Clock, EventSubscription, Logger } from '@heliograph/contracts'
import type { Sql } from '../database/database.ts'
import { type ClaimedEvent, claimEvents, endEvents, loadEvents, putOffEvents } from './event-statements.ts'

const BATCH = 100
/** How long a handler may take, and the claim it works under lasts. */
const HANDLER_MS = 60_000
const CLAIM_SECONDS = 90
/** How long nothing is looked for after nothing was found, or the database was away. */
const IDLE_MS = 500
const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 300_000

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
        logger.warn({ error, subscription: subscription.name }, 'events could not be fetched or ended')
        await this.#pause()
      }
    }
  }

  /** One batch. True: there was none. What is claimed and not ended, for whatever reason, is due again when the claim is over. */
  async #next(): Promise<boolean> {
    const { sql, subscription } = this.#options
    const { name } = subscription
    const claimed = await claimEvents(sql, { name, limit: BATCH, seconds: CLAIM_SECONDS })
    if (claimed.length === 0) return true
    const eventIds = claimed.map((event) => event.event_id)
    if (await this.#hand(claimed)) await endEvents(sql, eventIds)
    else await putOffEvents(sql, eventIds, waitAfter(Math.min(...claimed.map(({ tries }) => tries))))
    return false
  }

  async #hand(claimed: readonly ClaimedEvent[]): Promise<boolean> {
    const { sql, clock, logger, subscription } = this.#options
    const events = await loadEvents(sql, claimed)
    if (events.length === 0) return true
    const late = new AbortController()
    const cancel = clock.after(HANDLER_MS, () => late.abort())
    try {
      await subscription.handler(events, AbortSignal.any([late.signal, this.#end.signal]))
      return true
    } catch (error) {
      logger.warn({ error, subscription: subscription.name, events: events.length }, 'events were not taken')
      return false
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

function waitAfter(tries: number): number {
  return Math.min(FIRST_WAIT_MS * 2 ** tries, LONGEST_WAIT_MS)
}
