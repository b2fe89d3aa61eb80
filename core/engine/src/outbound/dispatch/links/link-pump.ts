import type { CarrierLink, Clock, Logger, OutgoingMessage, PartOutcome } from '@heliograph/contracts'
import { type Contents, formFor, takesContent } from '../contents.ts'
import { partsFor, type QueuedMessage, startOver } from './queued-message.ts'
import { withoutTables } from './without-tables.ts'

const PAUSE_MIN_MS = 500
const PAUSE_MAX_MS = 30_000
/** However long a network asks for, so that its mistake does not stop a link for days. */
const ASKED_PAUSE_MAX_MS = 3_600_000

/** What a link sends in this time is worth having in memory before its turn. */
const REACH_SECONDS = 2

const NOT_SENT: readonly PartOutcome[] = [{ kind: 'not-sent' }]
const UNKNOWN: readonly PartOutcome[] = [{ kind: 'unknown' }]

/** Goes on whatever came of it. */
const ANYWAY = [() => true, () => true] as const

export interface LinkPumpOptions {
  /** `<instance>/<name>`, for people and for `refusedBy`. */
  readonly id: string
  readonly link: CarrierLink
  /** Measures how long something takes, and is never set. */
  readonly clock: Clock
  readonly logger: Logger
  /** Whether this node may use the link now. */
  readonly mayHandOver: () => boolean
  /**
   * Runs before a message is handed over, and resolves with whether it may go; false: it is no longer for this link.
   * Undefined: nothing to write first.
   */
  readonly beforeSubmit: (pump: LinkPump, item: QueuedMessage) => Promise<boolean> | undefined
  /** Where links that take rich content get it from. Absent: they get texts alone. */
  readonly contents?: Contents | undefined
  readonly afterSubmit: (pump: LinkPump, item: QueuedMessage, outcomes: readonly PartOutcome[]) => void
  /** Called when the link has gone up or down, as far as this node may use it. */
  readonly onUp: (isUp: boolean) => void
  /** Called when the link has become ready or has ceased to be. */
  readonly onReady: (isReady: boolean) => void
  /** Called when a message begins or ceases to block the link. */
  readonly onBlocked: (isBlocked: boolean) => void
  /** Hands messages over to the links that can take some. */
  readonly serve: () => void
  /** Called when the link, its window or its rate has changed, after what follows from it is handed over. */
  readonly onChange: () => void
}

/**
 * One link: hands over what it is given, never more than its window, never faster than its rate, and says whether it
 * can take more. It knows nothing of routes.
 *
 * Window and rate are counted in parts. A message of more parts than the window goes alone. The rate is a token bucket
 * that holds a tenth of a second's worth (at least one part), so a link is never idle for want of a timer and never
 * bursts past what a network tolerates.
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
  #wasUp = false
  #isReady = false
  #blockedBy: QueuedMessage | undefined
  /** The hand-over begun last, while it is being opened. */
  #opening: Promise<boolean> | undefined

  constructor(options: LinkPumpOptions) {
    this.id = options.id
    this.link = options.link
    this.#options = options
    this.#refilledAt = options.clock.now()
    this.#tokens = this.#bucketSize()
    options.link.onChange(() => {
      this.#wake()
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

  /** What it can use soon: a window, and what it sends in two seconds. Infinite without a rate. */
  get reach(): number {
    const { window, partsPerSecond } = this.link
    return partsPerSecond === 0 ? Number.POSITIVE_INFINITY : window + REACH_SECONDS * partsPerSecond
  }

  /**
   * The message that keeps the link from taking anything although it has room: the one it has to send next, which is
   * too long for that room.
   */
  get blockedBy(): QueuedMessage | undefined {
    return this.#blockedBy
  }

  /**
   * Finds out whether the link is ready: up, not paused and with room. To be called when any of that, or what blocks
   * it, may have changed.
   */
  look(): void {
    this.#block(undefined)
    const { isUp } = this
    if (isUp !== this.#wasUp) {
      this.#wasUp = isUp
      this.#options.onUp(isUp)
    }
    this.#setReady(isUp && !this.#isPaused() && this.#fits(1))
  }

  /** Whether the link may be able to take a message now. */
  checkReady(): boolean {
    // A lease runs out without notice.
    if (!this.isUp) this.look()
    return this.#isReady
  }

  /** Whether the link can take the message that it has to send next. If it cannot, it is no longer ready. */
  canTake(item: QueuedMessage): boolean {
    if (!this.#fits(this.partsOf(item))) {
      this.#block(item)
      return false
    }
    if (this.#hasTokens()) return true
    this.#wakeAfter(((1 - this.#tokens) * 1000) / this.link.partsPerSecond)
    this.#setReady(false)
    return false
  }

  /** Parts of a message that it would have to send. */
  partsOf(item: QueuedMessage): number {
    return withoutTables(item.message, this.link.capabilities)?.parts ?? partsFor(item, this.id)
  }

  /** Sends a message that it can take. */
  take(item: QueuedMessage): void {
    const parts = this.partsOf(item)
    startOver(item, this.id)
    const plain = withoutTables(item.message, this.link.capabilities)
    if (plain !== undefined) {
      item.message = plain
      item.earlier = undefined
    }
    // A long message may take the bucket below zero, for which later ones wait, since its parts go together.
    if (this.link.partsPerSecond > 0) this.#tokens -= parts
    this.#outstanding += parts
    if (!this.#fits(1)) this.#setReady(false)
    void this.#handOver(item, parts)
  }

  /** Pauses the link, for twice as long with each throttling in a row, and for `askedMs` at least. */
  pause(askedMs = 0): void {
    const now = this.#options.clock.now()
    const asked = now + Math.min(askedMs, ASKED_PAUSE_MAX_MS)
    if (this.#isPaused()) {
      this.#pausedUntil = Math.max(this.#pausedUntil, asked)
      return
    }
    this.#pausedUntil = Math.max(now + this.#pauseMs, asked)
    this.#pauseMs = Math.min(this.#pauseMs * 2, PAUSE_MAX_MS)
    this.look()
  }

  /** Called when the network has taken something again. */
  resume(): void {
    this.#pauseMs = PAUSE_MIN_MS
  }

  /** Hands over nothing more; what is outstanding still comes back. */
  stop(): void {
    this.#stopped = true
    this.#cancelTimer?.()
    this.#cancelTimer = undefined
    this.look()
  }

  async #handOver(item: QueuedMessage, parts: number): Promise<void> {
    const opening = this.#inOrder(this.#options.beforeSubmit(this, item))
    const outcomes = opening === undefined ? await this.#submit(item) : await this.#submitOpened(item, opening)
    this.#outstanding -= parts
    if (outcomes !== undefined) this.#options.afterSubmit(this, item, outcomes)
    this.#wake()
  }

  /** What is handed over at once must not pass what is being opened: that came first. */
  #inOrder(opening: Promise<boolean> | undefined): Promise<boolean> | undefined {
    if (opening === undefined) return this.#opening?.then(...ANYWAY)
    this.#opening = opening
    const end = () => {
      if (this.#opening === opening) this.#opening = undefined
    }
    opening.then(end, end)
    return opening
  }

  #submit({ message }: QueuedMessage): Promise<readonly PartOutcome[]> {
    const { contents } = this.#options
    const mayHaveContent = contents !== undefined && takesContent(this.link.capabilities, message)
    return mayHaveContent ? this.#submitWithContent(message, contents) : this.#submitForm(message)
  }

  /** The link may have gone down, or this node lost its right to it, while the content was looked for. */
  async #submitWithContent(message: OutgoingMessage, contents: Contents): Promise<readonly PartOutcome[]> {
    let form: OutgoingMessage
    try {
      form = formFor(message, await contents.of(message.smsId), this.link.capabilities)
    } catch (error) {
      this.#options.logger.error(
        { err: error, link: this.id, smsId: message.smsId },
        'the content of a message could not be read',
      )
      this.pause()
      return NOT_SENT
    }
    return this.#options.mayHandOver() && this.link.isUp() ? this.#submitForm(form) : NOT_SENT
  }

  async #submitForm(message: OutgoingMessage): Promise<readonly PartOutcome[]> {
    try {
      return await this.link.submit(message)
    } catch (error) {
      // A carrier's promise must not reject. Since it did, it is not known whether the message left.
      this.#options.logger.error(
        { err: error, link: this.id, smsId: message.smsId },
        'a link failed to submit a message',
      )
      return UNKNOWN
    }
  }

  /** Submits what the database lets go, unless the link has gone down meanwhile or this node lost its right to it. */
  async #submitOpened(item: QueuedMessage, opening: Promise<boolean>): Promise<readonly PartOutcome[] | undefined> {
    try {
      if (!(await opening)) return undefined
    } catch (error) {
      const { smsId } = item.message
      this.#options.logger.error({ err: error, link: this.id, smsId }, 'an attempt could not be opened')
      this.pause()
      return NOT_SENT
    }
    return this.#options.mayHandOver() && this.link.isUp() ? this.#submit(item) : NOT_SENT
  }

  /** Makes sure that a paused link is looked at again: a timer may fire a little early. */
  #isPaused(): boolean {
    const restMs = this.#pausedUntil - this.#options.clock.now()
    if (restMs <= 0) return false
    if (this.#cancelTimer === undefined) this.#wakeAfter(restMs)
    return true
  }

  /** A message of more parts than the window goes alone. */
  #fits(parts: number): boolean {
    return this.#outstanding === 0 || this.#outstanding + parts <= this.link.window
  }

  #bucketSize(): number {
    return Math.max(1, this.link.partsPerSecond / 10)
  }

  #hasTokens(): boolean {
    const rate = this.link.partsPerSecond
    if (rate === 0) return true
    const now = this.#options.clock.now()
    this.#tokens = Math.min(this.#bucketSize(), this.#tokens + ((now - this.#refilledAt) * rate) / 1000)
    this.#refilledAt = now
    return this.#tokens >= 1
  }

  #wakeAfter(delayMs: number): void {
    this.#cancelTimer?.()
    this.#cancelTimer = this.#options.clock.after(Math.ceil(delayMs), () => {
      this.#cancelTimer = undefined
      this.#wake()
    })
  }

  #wake(): void {
    this.look()
    this.#options.serve()
  }

  #setReady(isReady: boolean): void {
    if (this.#isReady === isReady) return
    this.#isReady = isReady
    this.#options.onReady(isReady)
  }

  #block(by: QueuedMessage | undefined): void {
    if (this.#blockedBy === by) return
    this.#blockedBy = by
    this.#options.onBlocked(by !== undefined)
    if (by !== undefined) this.#setReady(false)
  }
}
