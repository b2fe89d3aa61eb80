import type { HttpLimits } from './http-limits.ts'

/**
 * Tells apart a client that reads its response and one that stalls. Looks at spans of `responseTimeoutMs`, since the
 * system moves octets by the hundred thousand, and demands a minimum in each span, so that having read fast before does
 * not excuse a long pause.
 */
export class ReadingPace {
  readonly #limits: HttpLimits
  readonly #startedAt: number
  #spanStartedAt: number
  #octetsAtStart = 0

  constructor(limits: HttpLimits, now: number) {
    this.#limits = limits
    this.#startedAt = now
    this.#spanStartedAt = now
  }

  /**
   * @param octets - octets of the response read so far; undefined while the client has another response to read first.
   */
  isTooSlow(now: number, octets: number | undefined): boolean {
    const { responseTimeoutMs, responseTotalMs, responseOctetsPerSecond } = this.#limits
    if (now - this.#startedAt > responseTotalMs) return true
    const span = now - this.#spanStartedAt
    if (octets !== undefined && span <= responseTimeoutMs) return false
    const isTooSlow = octets !== undefined && octets - this.#octetsAtStart < (responseOctetsPerSecond * span) / 1000
    this.#spanStartedAt = now
    this.#octetsAtStart = octets ?? 0
    return isTooSlow
  }
}
