import type { CarrierLink, Clock, Logger, PartOutcome } from '@heliograph/contracts'
import { comesBefore, partsFor, type QueuedMessage, startOver } from './queued-message.ts'

const PAUSE_MIN_MS = 500
const PAUSE_MAX_MS = 30_000

const NOT_SENT: readonly PartOutcome[] = [{ kind: 'not-sent' }]
const UNKNOWN: readonly PartOutcome[] = [{ kind: 'unknown' }]

/** Where a link finds messages: one of its routes, as it sees it. */
export interface MessageSource {
  /** What the link has to send next, undefined when there is nothing for it. */
  next(): QueuedMessage | undefined
  /** Takes out what `next` found, to send it. */
  take(item: QueuedMessage): void
  /** Takes out what `next` found, not to be sent. */
  remove(item: QueuedMessage): void
  /** Another link whose turn it is and that has room for the message; undefined when it is this one's. */
  whoseTurn(item: QueuedMessage): LinkPump | undefined
}

export interface LinkPumpOptions {
  /** `<instance>/<name>`, for people and for `refusedBy`. */
  readonly id: string
  readonly link: CarrierLink
  readonly clock: Clock
  readonly logger: Logger
  /** Routes this link serves. */
  readonly sources: readonly MessageSource[]
  /** Whether this node may use the link now. */
  readonly mayHandOver: () => boolean
  /** Takes a message out of the queue for good when it must not be sent (validity over). True when it did. */
  readonly discard: (item: QueuedMessage) => boolean
  /** Runs before a message is handed over; it must be in the database when the promise resolves. Undefined: nothing to write first. */
  readonly beforeSubmit: (item: QueuedMessage) => Promise<void> | undefined
  readonly afterSubmit: (pump: LinkPump, item: QueuedMessage, outcomes: readonly PartOutcome[]) => void
  /** Has another link looked after before this one, and then this one again. */
  readonly giveWay: (to: LinkPump, own: LinkPump) => void
  /** The link, its window or its rate is different now. It is looked after by then. */
  readonly onChange: () => void
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
      this.pump()
      options.onChange()
    })
  }

  get isUp(): boolean {
    return !this.#stopped && this.#options.mayHandOver() && this.link.isUp()
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
      const { source, item } = found
      if (this.#options.discard(item)) {
        source.remove(item)
        continue
      }
      const parts = partsFor(item, this.id)
      if (!this.#fits(parts)) return
      const other = source.whoseTurn(item)
      if (other !== undefined) {
        this.#options.giveWay(other, this)
        return
      }
      if (!this.#spendTokens(parts)) return
      source.take(item)
      startOver(item, this.id)
      this.#outstanding += parts
      void this.#handOver(item, parts)
    }
  }

  /** Whether the link could take the message now. */
  hasRoomFor(item: QueuedMessage): boolean {
    return this.isUp && !this.#isPaused() && this.#fits(partsFor(item, this.id)) && this.#hasTokens()
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

  async #handOver(item: QueuedMessage, parts: number): Promise<void> {
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
    this.#outstanding -= parts
    this.#options.afterSubmit(this, item, outcomes)
    this.pump()
  }

  /** Whether the message may go: its handover is in the database, and the link did not go down meanwhile. */
  async #isNoted(written: Promise<void>, item: QueuedMessage): Promise<boolean> {
    try {
      await written
      return this.#options.mayHandOver() && this.link.isUp()
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

  /** A message of more parts than the window goes alone. */
  #fits(parts: number): boolean {
    return this.#outstanding === 0 || this.#outstanding + parts <= this.link.window
  }

  #mostUrgent(): { source: MessageSource; item: QueuedMessage } | undefined {
    let best: { source: MessageSource; item: QueuedMessage } | undefined
    for (const source of this.#options.sources) {
      const item = source.next()
      if (item !== undefined && (best === undefined || comesBefore(item, best.item))) best = { source, item }
    }
    return best
  }

  #bucketSize(): number {
    return Math.max(1, this.link.partsPerSecond / 10)
  }

  /** A long message may take the bucket below zero, which later ones wait for: parts are never split over two turns. */
  #spendTokens(parts: number): boolean {
    const rate = this.link.partsPerSecond
    if (!this.#hasTokens()) {
      this.#wakeAfter(((1 - this.#tokens) * 1000) / rate)
      return false
    }
    if (rate > 0) this.#tokens -= parts
    return true
  }

  #hasTokens(): boolean {
    const rate = this.link.partsPerSecond
    if (rate === 0) return true
    const now = this.#options.clock.now()
    // A clock that is set back earns nothing, and costs nothing.
    const elapsedMs = Math.max(0, now - this.#refilledAt)
    this.#tokens = Math.min(this.#bucketSize(), this.#tokens + (elapsedMs * rate) / 1000)
    this.#refilledAt = now
    return this.#tokens >= 1
  }

  #wakeAfter(delayMs: number): void {
    this.#cancelTimer?.()
    this.#cancelTimer = this.#options.clock.after(Math.ceil(delayMs), () => {
      this.#cancelTimer = undefined
      this.pump()
    })
  }
}
