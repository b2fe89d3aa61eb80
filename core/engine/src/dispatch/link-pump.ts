import type { CarrierLink, Clock, PartOutcome } from '@heliograph/contracts'
import type { QueuedMessage } from './queued-message.ts'
import type { RouteQueue } from './route-queue.ts'

const PAUSE_MIN_MS = 500
const PAUSE_MAX_MS = 30_000

export interface LinkPumpOptions {
  /** `<instance>/<name>`, for people and for `refusedBy`. */
  readonly id: string
  readonly link: CarrierLink
  readonly clock: Clock
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
    while (this.isUp && this.#options.clock.now() >= this.#pausedUntil) {
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
    const now = this.#options.clock.now()
    if (now < this.#pausedUntil) return
    this.#pausedUntil = now + this.#pauseMs
    this.#pauseMs = Math.min(this.#pauseMs * 2, PAUSE_MAX_MS)
    this.#wakeAfter(this.#pausedUntil - now)
  }

  /** The network took something again. */
  resume(): void {
    this.#pauseMs = PAUSE_MIN_MS
  }

  /** Hands over nothing more; what is outstanding still comes back. */
  stop(): void {
    this.#stopped = true
    this.#cancelTimer?.()
  }

  async #handOver(item: QueuedMessage): Promise<void> {
    const written = this.#options.beforeSubmit(item)
    if (written !== undefined) await written
    const outcomes = await this.link.submit(item.message)
    this.#outstanding -= item.message.parts
    this.#options.afterSubmit(this, item, outcomes)
    this.pump()
  }

  #mostUrgent(): { queue: RouteQueue; item: QueuedMessage } | undefined {
    let best: { queue: RouteQueue; item: QueuedMessage } | undefined
    for (const queue of this.#options.queues) {
      const item = queue.next(this.id)
      if (item !== undefined && (best === undefined || isBefore(item, best.item))) best = { queue, item }
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
    this.#tokens = Math.min(this.#bucketSize(), this.#tokens + ((now - this.#refilledAt) * rate) / 1000)
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

function isBefore(a: QueuedMessage, b: QueuedMessage): boolean {
  return a.priority < b.priority || (a.priority === b.priority && a.sequence < b.sequence)
}
