/** What `OpenExchanges` needs from an exchange. Only `OpenExchanges` sets the two links. */
export interface OpenExchange {
  older: OpenExchange | undefined
  newer: OpenExchange | undefined
  /**
   * Ends the exchange, or whatever it waits for, if that takes too long. `now`: milliseconds of the monotonic clock.
   */
  check(now: number): void
  /** Ends a response that would not end on its own; called when the server is closing. */
  finish(): void
}

/**
 * The open exchanges of a server: checks now and then whether one takes too long, and resolves for a closing server
 * when the last one has ended. It is a linked list because every request is added and removed, and a timer or a set
 * entry for each would cost several times as much.
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

  /** The exchange must have been added and not removed since. */
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

  /** During the loop only the exchange being asked may end. */
  #each(ask: (exchange: OpenExchange) => void): void {
    let exchange = this.#oldest
    while (exchange !== undefined) {
      const { newer } = exchange
      ask(exchange)
      exchange = newer
    }
  }

  /** Resolves as soon as no exchange is open. */
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
