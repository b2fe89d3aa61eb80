import type { HttpLimits } from './http-limits.ts'

/**
 * Tells a client that reads its response from one that holds it. Looks at spans of `responseTimeoutMs`, since the system takes and gives octets by the
 * hundred thousand, and asks for a share in each, so that nobody earns a long pause by having read fast before.
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

  /** @param octets - of the response, read so far; undefined while the client has another response to read first. */
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
