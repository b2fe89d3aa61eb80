/** What has to be done after a check. */
export type WatchAction = 'enquire' | 'silent' | 'inactive' | undefined

interface WatchSettings {
  readonly enquireLinkMs: number
  readonly inactivityMs: number
  readonly responseTimeoutMs: () => number
}

/** Number of unanswered enquire_link in a row after which the peer counts as gone. */
const MAX_UNANSWERED = 2

/**
 * Checks whether the peer is still there, and whether the session is still in use.
 *
 * Anything that the peer sends shows that it is alive. Answers to our own enquire_link do not count as traffic, though:
 * they would keep an idle session open for ever.
 */
export class LinkWatch {
  readonly #settings: WatchSettings
  #lastHeard: number
  #lastTraffic: number
  #enquirySentAt: number | undefined
  /**
   * Sequence numbers of the latest enquiries, kept even when the peer sends something else first, so that their answers
   * are still expected.
   */
  #enquiries: readonly number[] = []
  #unanswered = 0

  constructor(settings: WatchSettings, now: number) {
    this.#settings = settings
    this.#lastHeard = now
    this.#lastTraffic = now
  }

  heard(now: number): void {
    this.#lastHeard = now
    this.#unanswered = 0
    this.#enquirySentAt = undefined
  }

  traffic(now: number): void {
    this.#lastTraffic = now
  }

  enquired(sequenceNumber: number, now: number): void {
    this.#enquirySentAt = now
    this.#enquiries = [...this.#enquiries.slice(1 - MAX_UNANSWERED), sequenceNumber]
  }

  isEnquiry(sequenceNumber: number): boolean {
    return this.#enquiries.includes(sequenceNumber)
  }

  /** When to check next. */
  get due(): number {
    const { enquireLinkMs, inactivityMs } = this.#settings
    const enquire = enquireLinkMs > 0 ? this.#enquireDue : Number.POSITIVE_INFINITY
    return Math.min(enquire, inactivityMs > 0 ? this.#lastTraffic + inactivityMs : Number.POSITIVE_INFINITY)
  }

  get #enquireDue(): number {
    const { enquireLinkMs, responseTimeoutMs } = this.#settings
    if (this.#enquirySentAt !== undefined) return this.#enquirySentAt + Math.min(responseTimeoutMs(), enquireLinkMs)
    return this.#lastHeard + enquireLinkMs
  }

  check(now: number): WatchAction {
    const { enquireLinkMs, inactivityMs } = this.#settings
    if (inactivityMs > 0 && now >= this.#lastTraffic + inactivityMs) return 'inactive'
    if (enquireLinkMs === 0 || now < this.#enquireDue) return undefined
    if (this.#enquirySentAt !== undefined) this.#unanswered++
    return this.#unanswered >= MAX_UNANSWERED ? 'silent' : 'enquire'
  }
}
