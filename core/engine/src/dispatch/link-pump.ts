import type { CarrierLink, Clock, Logger, PartOutcome } from '@heliograph/contracts'
import { comesBefore, type QueuedMessage } from './queued-message.ts'
import type { RouteQueue } from './route-queue.ts'

const PAUSE_MIN_MS = 500
const PAUSE_MAX_MS = 30_000

const NOT_SENT: readonly PartOutcome[] = [{ kind: 'not-sent' }]
const UNKNOWN: readonly PartOutcome[] = [{ kind: 'unknown' }]

export interface LinkPumpOptions {
  /** `<instance>/<name>`, for people and for `refusedBy`. */
  readonly id: string
  readonly link: CarrierLink
  readonly clock: Clock
  readonly logger: Logger
  /** Routes this link serves. */
  readonly queues: readonly RouteQueue[]
  /** Takes a message out of the queue for good when it must not be sent (validity over). True when it did. */
  readonly discard: (item: QueuedMessage) => boolean
  /** Runs before a message is handed over; it must be in the database when the promise resolves. Undefined: nothing to write first. */
  readonly beforeSubmit: (item: QueuedMessage) => Promise<void> | undefined
  readonly afterSubmit: (pump: LinkPump, item: QueuedMessage, outcomes: readonly PartOutcome[]) => void
  readonly onUpChange: () => void
}

/**
 * Feeds one link: always the most urgent message of its routes, never more than its window, never faster than its rate.
 *
 * Window and rate are counted in parts. A message of more parts than the window goes alone. The rate is a token bucket that holds a tenth of a second's worth
 * (at least one part), so a link is never idle for want of a timer and never bursts past what a network tolerates.
 */
export class LinkPump {
  readonly id: string
  readonly link: CarrierLink
  readonly #options: LinkPumpOptions
  #outstanding = 0
  #tokens = 0
  #refilledAt: number
  #cancelTimer: (() => void) | undefined
  #pausedUntil = 0
  #pauseMs = PAUSE_MIN_MS
  #stopped = false

  constructor(options: LinkPumpOptions) {
    this.id = options.id
    this.link = options.link
    this.#options = options
    this.#refilledAt = options.clock.now()
    this.#tokens = this.#bucketSize()
    options.link.onChange(() => {
      options.onUpChange()
      this.pump()
    })
  }

  get isUp(): boolean {
    return !this.#stopped && this.link.isUp()
  }

  /** Parts handed over and not answered. */
  get outstanding(): number {
    return this.#outstanding
  }

  /** Hands over what may go now. Call whenever something could have changed. */
  pump(): void {
    while (this.isUp && !this.#isPaused()) {
      const found = this.#mostUrgent()
      if (found === undefined) return
      const { queue, item } = found
      if (this.#options.discard(item)) {
        queue.take(item)
        continue
      }
      const parts = item.message.parts
      if (this.#outstanding > 0 && this.#outstanding + parts > this.link.window) return
      if (!this.#spendTokens(parts)) return
      queue.take(item)
      this.#outstanding += parts
      void this.#handOver(item)
    }
  }

  /** Stops the link for a while that doubles with each throttling in a row. */
  pause(): void {
    if (this.#isPaused()) return
    this.#pausedUntil = this.#options.clock.now() + this.#pauseMs
    this.#pauseMs = Math.min(this.#pauseMs * 2, PAUSE_MAX_MS)
  }

  /** The network took something again. */
  resume(): void {
    this.#pauseMs = PAUSE_MIN_MS
  }

  /** Hands over nothing more; what is outstanding still comes back. */
  stop(): void {
    this.#stopped = true
    this.#cancelTimer?.()
    this.#cancelTimer = undefined
  }

  async #handOver(item: QueuedMessage): Promise<void> {
    const written = this.#options.beforeSubmit(item)
    let outcomes = NOT_SENT
    if (written === undefined || (await this.#isNoted(written, item))) {
      try {
        outcomes = await this.link.submit(item.message)
      } catch (error) {
        // A carrier's promise must not reject. Since it did, nobody knows whether the message left.
        this.#options.logger.error({ error, link: this.id, smsId: item.message.smsId }, 'a link rejected a submit')
        outcomes = UNKNOWN
      }
    }
    this.#outstanding -= item.message.parts
    this.#options.afterSubmit(this, item, outcomes)
    this.pump()
  }

  /** Whether the message may go: its handover is in the database, and the link did not go down meanwhile. */
  async #isNoted(written: Promise<void>, item: QueuedMessage): Promise<boolean> {
    try {
      await written
      return this.link.isUp()
    } catch (error) {
      this.#options.logger.error({ error, link: this.id, smsId: item.message.smsId }, 'a handover could not be noted')
      this.pause()
      return false
    }
  }

  /** Sees to it that the link is looked at again. A timer may ring a little before its time; a clock set back must not prolong the pause. */
  #isPaused(): boolean {
    const restMs = this.#pausedUntil - this.#options.clock.now()
    if (restMs <= 0 || restMs > PAUSE_MAX_MS) return false
    if (this.#cancelTimer === undefined) this.#wakeAfter(restMs)
    return true
  }

  #mostUrgent(): { queue: RouteQueue; item: QueuedMessage } | undefined {
    let best: { queue: RouteQueue; item: QueuedMessage } | undefined
    for (const queue of this.#options.queues) {
      const item = queue.next(this.id)
      if (item !== undefined && (best === undefined || comesBefore(item, best.item))) best = { queue, item }
    }
    return best
  }

  #bucketSize(): number {
    return Math.max(1, this.link.partsPerSecond / 10)
  }

  /** A long message may take the bucket below zero, which later ones wait for: parts are never split over two turns. */
  #spendTokens(parts: number): boolean {
    const rate = this.link.partsPerSecond
    if (rate === 0) return true
    const now = this.#options.clock.now()
    // A clock that is set back earns nothing, and costs nothing.
    const elapsedMs = Math.max(0, now - this.#refilledAt)
    this.#tokens = Math.min(this.#bucketSize(), this.#tokens + (elapsedMs * rate) / 1000)
    this.#refilledAt = now
    if (this.#tokens < 1) {
      this.#wakeAfter(((1 - this.#tokens) * 1000) / rate)
      return false
    }
    this.#tokens -= parts
    return true
  }

  #wakeAfter(delayMs: number): void {
    this.#cancelTimer?.()
    this.#cancelTimer = this.#options.clock.after(Math.ceil(delayMs), () => {
      this.#cancelTimer = undefined
      this.pump()
    })
  }
}
