/** The time that limits cover: they are requests per minute. */
export const WINDOW_MS = 60_000

const FIRST_CAPACITY = 16

/** A clock that steps back by less is treated as standing still; one that steps back further has been set. */
const SET_BACK_MS = 2_000

/**
 * The requests of one key within the last 60 seconds, exact to the millisecond.
 *
 * Requests of the same millisecond share an entry, so a key takes at most 60,000 entries, however high its limit.
 * Requests that other nodes admitted are known to the second and count until the whole of that second is out of the
 * window.
 */
export class SlidingWindow {
  #times = new Float64Array(FIRST_CAPACITY)
  #counts = new Uint32Array(FIRST_CAPACITY)
  /** Ring: entries from #head on, #length of them. */
  #head = 0
  #length = 0
  /** Requests in the ring. */
  #own = 0
  /** Requests of other nodes: seconds since the epoch, ascending, with their counts. */
  #others: readonly SecondCount[] = []
  #othersTotal = 0

  /**
   * Counts a request at `now` when fewer than `limit` are in the window. When the clock was set back, the requests
   * before that count as if the last of them had just come.
   */
  admit(now: number, limit: number): boolean {
    if (this.lastAt - now > SET_BACK_MS) this.#setBack(this.lastAt - now)
    const at = Math.max(now, this.lastAt)
    this.#expire(at)
    if (this.#own + this.#othersTotal >= limit) return false
    this.#push(at)
    return true
  }

  /** Milliseconds from `now` until the window has room under `limit`; at least 1. */
  waitMs(now: number, limit: number): number {
    let excess = this.#own + this.#othersTotal - limit + 1
    let index = 0
    let other = 0
    let freeAt = now
    while (excess > 0) {
      const ownAt = index < this.#length ? this.#timeAt(index) + WINDOW_MS : Number.POSITIVE_INFINITY
      const others = this.#others[other]
      const otherAt = others === undefined ? Number.POSITIVE_INFINITY : leavesAt(others)
      if (ownAt === Number.POSITIVE_INFINITY && otherAt === Number.POSITIVE_INFINITY) break
      if (ownAt <= otherAt) {
        excess -= this.#countAt(index)
        index += 1
      } else {
        excess -= others?.requests ?? 0
        other += 1
      }
      freeAt = Math.min(ownAt, otherAt)
    }
    return Math.max(1, freeAt - now)
  }

  /**
   * Takes what the other nodes have published, ascending by second. Seconds later than `now` come from a clock that was
   * set back.
   */
  setOthers(others: readonly SecondCount[], now: number): void {
    this.#others = others.filter(({ second }) => second * 1000 <= now + SET_BACK_MS)
    this.#othersTotal = this.#others.reduce((total, { requests }) => total + requests, 0)
    this.#expire(now)
  }

  /** This node's own requests by second, from `sinceSecond` on. */
  ownSeconds(sinceSecond: number): readonly SecondCount[] {
    const seconds: { second: number; requests: number }[] = []
    let index = this.#length
    while (index > 0 && this.#timeAt(index - 1) >= sinceSecond * 1000) index -= 1
    for (; index < this.#length; index += 1) {
      const second = Math.floor(this.#timeAt(index) / 1000)
      const last = seconds.at(-1)
      if (last?.second === second) last.requests += this.#countAt(index)
      else seconds.push({ second, requests: this.#countAt(index) })
    }
    return seconds
  }

  /** When the latest request of this node came, 0 before the first. */
  get lastAt(): number {
    return this.#length === 0 ? 0 : this.#timeAt(this.#length - 1)
  }

  #setBack(ms: number): void {
    for (let index = 0; index < this.#length; index += 1) {
      const slot = this.#slot(index)
      this.#times[slot] = (this.#times[slot] as number) - ms
    }
  }

  #expire(now: number): void {
    while (this.#length > 0 && this.#timeAt(0) + WINDOW_MS <= now) {
      this.#own -= this.#countAt(0)
      this.#head = (this.#head + 1) % this.#times.length
      this.#length -= 1
    }
    const first = this.#others[0]
    if (first === undefined || leavesAt(first) > now) return
    this.#others = this.#others.filter((others) => leavesAt(others) > now)
    this.#othersTotal = this.#others.reduce((total, { requests }) => total + requests, 0)
  }

  #push(at: number): void {
    this.#own += 1
    if (this.#length > 0 && this.lastAt === at) {
      const slot = this.#slot(this.#length - 1)
      this.#counts[slot] = (this.#counts[slot] as number) + 1
      return
    }
    if (this.#length === this.#times.length) this.#grow()
    const slot = this.#slot(this.#length)
    this.#times[slot] = at
    this.#counts[slot] = 1
    this.#length += 1
  }

  #grow(): void {
    const times = new Float64Array(this.#times.length * 2)
    const counts = new Uint32Array(times.length)
    for (let index = 0; index < this.#length; index += 1) {
      times[index] = this.#timeAt(index)
      counts[index] = this.#countAt(index)
    }
    this.#times = times
    this.#counts = counts
    this.#head = 0
  }

  #slot(index: number): number {
    return (this.#head + index) % this.#times.length
  }

  #timeAt(index: number): number {
    return this.#times[this.#slot(index)] as number
  }

  #countAt(index: number): number {
    return this.#counts[this.#slot(index)] as number
  }
}

/** Requests within one second since the epoch. */
export interface SecondCount {
  readonly second: number
  readonly requests: number
}

function leavesAt({ second }: SecondCount): number {
  return (second + 1) * 1000 + WINDOW_MS - 1
}
