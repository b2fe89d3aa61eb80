import type { Clock } from '@heliograph/contracts'

/** The lowest rate that a link is slowed down to, in parts a second. */
const SLOWEST = 1
/** The gain of a link in each second without throttling: a twentieth, plus a little so that very slow links recover. */
const GAIN = 1.05
const LEAST_GAIN = 0.1
/** From this rate on, a link without a configured rate counts as unlimited again. */
const UNLIMITED_FROM = 10_000
/**
 * How long further throttling is ignored: everything under way when the SMSC begins to throttle is throttled too, which
 * means nothing new.
 */
const DEAF_MS = 1_000

/**
 * The rate of a link, in parts a second: the configured one, or less after the SMSC has throttled. It halves with each
 * throttling and creeps up again. It is computed from the clock, without a timer.
 */
export class AdaptiveRate {
  #limit: number
  readonly #clock: Clock
  /** Undefined while the rate is not lowered. */
  #lowered: { readonly rate: number; readonly at: number } | undefined
  #sentSince: number
  #sent = 0
  #lastSecond = 0

  /** `limit` 0: no limit. */
  constructor(limit: number, clock: Clock) {
    this.#limit = limit
    this.#clock = clock
    this.#sentSince = clock.now()
  }

  /** The configured rate. */
  get limit(): number {
    return this.#limit
  }

  /** Changes the configured rate. A link that was throttled goes on from its pace, up to the new one. */
  useLimit(limit: number): void {
    this.#limit = limit
  }

  /** Parts a second, 0 for no limit. */
  get partsPerSecond(): number {
    if (this.#lowered === undefined) return this.#limit
    const rate = crept(this.#lowered.rate, Math.max(0, this.#clock.now() - this.#lowered.at) / 1000)
    if (rate < (this.#limit === 0 ? UNLIMITED_FROM : this.#limit)) return rate
    this.#lowered = undefined
    return this.#limit
  }

  /** Counts a part that was sent; without a limit, this is the only measure of the pace. */
  count(): void {
    const now = this.#clock.now()
    if (now - this.#sentSince >= 1000 || now < this.#sentSince) {
      this.#lastSecond = now - this.#sentSince < 2000 ? this.#sent : 0
      this.#sent = 0
      this.#sentSince = now
    }
    this.#sent += 1
  }

  /** Call it when the SMSC throttles. True when that lowers the rate. */
  throttled(): boolean {
    const now = this.#clock.now()
    const current = this.partsPerSecond
    if (this.#lowered !== undefined && Math.abs(now - this.#lowered.at) < DEAF_MS) return false
    const pace = current > 0 ? current : Math.max(this.#sent, this.#lastSecond)
    this.#lowered = { rate: Math.max(SLOWEST, pace / 2), at: now }
    return true
  }
}

/** The rate after some seconds: the sum of a geometric series of the twentieth and the fixed gain. */
function crept(rate: number, seconds: number): number {
  const growth = GAIN ** Math.floor(seconds)
  return rate * growth + (LEAST_GAIN * (growth - 1)) / (GAIN - 1)
}
