import type { Clock } from '@heliograph/contracts'

/** The least a link is slowed down to, in parts a second. */
const SLOWEST = 1
/** What a link gains in each second without throttling: a twentieth, and a little for those that are very slow. */
const GAIN = 1.05
const LEAST_GAIN = 0.1
/** From here on a link without a configured rate counts as unlimited again. */
const UNLIMITED_FROM = 10_000
/** Everything under way when the SMSC begins to throttle is throttled too, and says nothing new. */
const DEAF_MS = 1_000

/**
 * The rate of a link, in parts a second: what is configured, or less after the SMSC said that it was too much. Halves with each throttling and
 * creeps up again. It works by looking at the clock, without a timer.
 */
export class AdaptiveRate {
  readonly #limit: number
  readonly #clock: Clock
  /** Undefined while nothing is held back. */
  #lowered: { readonly rate: number; readonly at: number } | undefined
  #sentSince: number
  #sent = 0
  #lastSecond = 0

  /** `limit` 0: none. */
  constructor(limit: number, clock: Clock) {
    this.#limit = limit
    this.#clock = clock
    this.#sentSince = clock.now()
  }

  /** Parts a second, 0 for no limit. */
  get partsPerSecond(): number {
    if (this.#lowered === undefined) return this.#limit
    const rate = crept(this.#lowered.rate, Math.max(0, this.#clock.now() - this.#lowered.at) / 1000)
    if (rate < (this.#limit === 0 ? UNLIMITED_FROM : this.#limit)) return rate
    this.#lowered = undefined
    return this.#limit
  }

  /** A part was sent: without a limit the pace is only known from this. */
  count(): void {
    const now = this.#clock.now()
    if (now - this.#sentSince >= 1000 || now < this.#sentSince) {
      this.#lastSecond = now - this.#sentSince < 2000 ? this.#sent : 0
      this.#sent = 0
      this.#sentSince = now
    }
    this.#sent += 1
  }

  /** The SMSC said "too fast". True when that lowers the rate. */
  throttled(): boolean {
    const now = this.#clock.now()
    const current = this.partsPerSecond
    if (this.#lowered !== undefined && Math.abs(now - this.#lowered.at) < DEAF_MS) return false
    const pace = current > 0 ? current : Math.max(this.#sent, this.#lastSecond)
    this.#lowered = { rate: Math.max(SLOWEST, pace / 2), at: now }
    return true
  }
}

/** A rate after some seconds. The sum of a geometric series: what twentieth and fixed part make of it together. */
function crept(rate: number, seconds: number): number {
  const growth = GAIN ** Math.floor(seconds)
  return rate * growth + (LEAST_GAIN * (growth - 1)) / (GAIN - 1)
}
