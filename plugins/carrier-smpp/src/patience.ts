/** A link never waits longer than this many times its configured time-out. */
const MOST_TIMES = 8
/** The window is halved this often at most. */
const MOST_HALVINGS = 6
/** So many answers in a row within the configured time-out take back one step. */
const QUICK_ANSWERS = 20

/** A change: the link waits longer or sends less at once than before, or the other way round. */
export type PatienceStep = 'stretched' | 'eased'

/**
 * How long a link waits for an answer, and what share of its window it uses. Both follow the answers of the SMSC: one
 * that answers late is given more time and less to do, so that answers under way are not given up and their messages
 * not sent again.
 *
 * Only what was sent since the last step counts towards the next one, because everything under way is late for the same
 * reason. Times are those of the caller's clock.
 */
export class Patience {
  readonly #configuredMs: number
  #timeoutMs: number
  #halvings = 0
  /** Answers in a row within the configured time-out. */
  #quick = 0
  #steppedAt = Number.NEGATIVE_INFINITY
  /** When the last answer came. */
  #heardAt = Number.NEGATIVE_INFINITY

  constructor(configuredMs: number) {
    this.#configuredMs = configuredMs
    this.#timeoutMs = configuredMs
  }

  /** How long a part that is sent now may wait for its answer. */
  get timeoutMs(): number {
    return this.#timeoutMs
  }

  /** Whether it waits longer, or uses less of the window, than configured. */
  get isStretched(): boolean {
    return this.#halvings > 0 || this.#timeoutMs > this.#configuredMs
  }

  /** What is left of a window. */
  shareOf(window: number): number {
    return Math.max(1, Math.floor(window / 2 ** this.#halvings))
  }

  /** An answer came, `tookMs` after its part was sent. */
  answered(tookMs: number, at: number): PatienceStep | undefined {
    this.#heardAt = at
    if (tookMs <= this.#configuredMs) return this.isStretched && this.#quickAnswer(at) ? 'eased' : undefined
    this.#quick = 0
    const wasGivenUp = tookMs > this.#timeoutMs
    const isLonger = this.#waitAtLeast(2 * tookMs)
    const isLess = wasGivenUp && this.#lessAtOnce(at - tookMs, at)
    return isLonger || isLess ? 'stretched' : undefined
  }

  /**
   * A part was given up, `tookMs` after it was sent. An SMSC that has answered nothing since then is late with
   * everything; if it has, this one answer was lost, and that changes nothing.
   */
  gaveUp(tookMs: number, at: number): PatienceStep | undefined {
    this.#quick = 0
    const sentAt = at - tookMs
    const isSilent = this.#heardAt < sentAt && tookMs >= this.#configuredMs
    if (!isSilent || sentAt < this.#steppedAt) return undefined
    const isLonger = this.#waitAtLeast(2 * this.#timeoutMs)
    const isLess = this.#lessAtOnce(sentAt, at)
    return isLonger || isLess ? 'stretched' : undefined
  }

  #quickAnswer(at: number): boolean {
    this.#quick += 1
    if (this.#quick < QUICK_ANSWERS) return false
    this.#quick = 0
    this.#steppedAt = at
    this.#halvings = Math.max(0, this.#halvings - 1)
    this.#timeoutMs = Math.max(this.#configuredMs, Math.round(this.#timeoutMs / 2))
    return true
  }

  #waitAtLeast(timeoutMs: number): boolean {
    const longer = Math.min(timeoutMs, MOST_TIMES * this.#configuredMs)
    if (longer <= this.#timeoutMs) return false
    this.#timeoutMs = longer
    return true
  }

  #lessAtOnce(sentAt: number, at: number): boolean {
    if (sentAt < this.#steppedAt) return false
    this.#steppedAt = at
    if (this.#halvings === MOST_HALVINGS) return false
    this.#halvings += 1
    return true
  }
}
