/** Messages a second at the start, and at least. */
const FIRST = 200
const LEAST = 20
/** Messages that take less than this from the client to the network are no burden; more than that is too much. */
const EASY_S = 0.5
const HARD_S = 1.5
/** As many may wait in any case: a single request has hundreds. */
const ALWAYS = 400
/** Changes of the rate, a second. */
const FASTER = 1.15
const SLOWER = 0.9
/** The rate is never far above what gets through, nor far below it. */
const AHEAD = 1.25
const BELOW = 0.9
/** What gets through is averaged over about this many seconds. */
const AVERAGED_S = 10

export interface PaceOptions {
  /** Messages a second at most. */
  readonly most: number
  /** A clock in milliseconds that only ever grows. */
  readonly now?: () => number
}

/**
 * How fast clients send: as fast as the machine bears. The rate grows while messages get through soon and shrinks while
 * many wait, so that the backlog stays within seconds of the rate; what an outage kept from being sent is not made up
 * for.
 */
export class Pace {
  readonly #most: number
  readonly #now: () => number
  #perSecond: number
  #through = 0
  #nextMs = 0

  constructor({ most, now = () => performance.now() }: PaceOptions) {
    this.#most = most
    this.#now = now
    this.#perSecond = Math.min(FIRST, most)
  }

  get perSecond(): number {
    return this.#perSecond
  }

  /** Returns the milliseconds after which `count` more messages may be sent. */
  reserve(count: number): number {
    const now = this.#now()
    const atMs = Math.max(this.#nextMs, now)
    this.#nextMs = atMs + (count / this.#perSecond) * 1000
    return atMs - now
  }

  /** Gives up what was reserved and is not due yet. */
  giveUp(): void {
    this.#nextMs = 0
  }

  /**
   * To be called every second.
   *
   * @param waiting messages that were sent and have not reached the network
   * @param passed messages that reached it since the last call
   */
  look(waiting: number, passed: number): void {
    this.#through += (passed - this.#through) / AVERAGED_S
    const rate = this.#perSecond
    if (waiting > ALWAYS + HARD_S * rate) {
      // One that is below what gets through makes up for the backlog already.
      if (rate > BELOW * this.#through) this.#perSecond = Math.max(LEAST, rate * SLOWER)
    } else if (passed > 0 && waiting < ALWAYS + EASY_S * rate && rate < AHEAD * this.#through + FIRST)
      this.#perSecond = Math.min(this.#most, rate * FASTER)
  }
}
