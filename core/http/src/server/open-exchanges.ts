/** What `OpenExchanges` asks of an exchange. The two links are its own. */
export interface OpenExchange {
  older: OpenExchange | undefined
  newer: OpenExchange | undefined
  /** Ends the exchange, or what it waits for, if that takes too long. `now`: milliseconds of the monotonic clock. */
  check(now: number): void
  /** Ends a response that would not end by itself: the server is closing. */
  finish(): void
}

/**
 * The exchanges a server is at: each is asked now and then whether it takes too long, and a closing server learns when the last has ended. A linked list,
 * because every request enters and leaves it, and a timer or an entry of a set for each would cost several times as much.
 */
export class OpenExchanges {
  #oldest: OpenExchange | undefined
  #newest: OpenExchange | undefined
  #waiting: (() => void)[] = []

  add(exchange: OpenExchange): void {
    const newest = this.#newest
    exchange.older = newest
    if (newest === undefined) this.#oldest = exchange
    else newest.newer = exchange
    this.#newest = exchange
  }

  /** Must have been added, and not removed since. */
  remove(exchange: OpenExchange): void {
    const { older, newer } = exchange
    if (older === undefined) this.#oldest = newer
    else older.newer = newer
    if (newer === undefined) this.#newest = older
    else newer.older = older
    exchange.older = undefined
    exchange.newer = undefined
    if (this.#oldest === undefined && this.#waiting.length > 0) this.#tellIdle()
  }

  check(now: number): void {
    this.#each((exchange) => exchange.check(now))
  }

  finish(): void {
    this.#each((exchange) => exchange.finish())
  }

  /** An exchange may end while it is asked, but none that is not. */
  #each(ask: (exchange: OpenExchange) => void): void {
    let exchange = this.#oldest
    while (exchange !== undefined) {
      const { newer } = exchange
      ask(exchange)
      exchange = newer
    }
  }

  /** Resolves as soon as there is none. */
  whenIdle(): Promise<void> {
    if (this.#oldest === undefined) return Promise.resolve()
    return new Promise((resolve) => this.#waiting.push(resolve))
  }

  #tellIdle(): void {
    const waiting = this.#waiting
    this.#waiting = []
    for (const resolve of waiting) resolve()
  }
}
