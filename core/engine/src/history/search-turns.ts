import { GatewayError } from '@heliograph/contracts'

export interface SearchLimits {
  /** Turns at once. */
  readonly atOnce: number
  /** Turns of one client at once. */
  readonly perClient: number
  /** Searches of one client that are under way or wait; more are refused. */
  readonly searchesPerClient: number
}

/** Waits for a turn, does the work and gives the turn back. */
export type TakeTurn = <T>(work: () => Promise<T>) => Promise<T>

interface Line {
  readonly clientId: number
  searches: number
  running: number
  readonly waiting: (() => void)[]
}

/**
 * Who may use the connections for searches. A search takes a turn for each of its steps; between two steps others have theirs. Clients take turns one after
 * the other, the searches of one client in the order in which they ask.
 */
export class SearchTurns {
  readonly #limits: SearchLimits
  /** Clients with searches; the one whose last turn is longest ago is first. */
  readonly #lines = new Map<number, Line>()
  #running = 0

  constructor(limits: SearchLimits) {
    this.#limits = limits
  }

  /** Throws `throttled` when the client has too many searches already. `signal` ends the waiting. */
  async search<T>(
    clientId: number,
    signal: AbortSignal | undefined,
    search: (take: TakeTurn) => Promise<T>,
  ): Promise<T> {
    const line = this.#lines.get(clientId) ?? { clientId, searches: 0, running: 0, waiting: [] }
    if (line.searches >= this.#limits.searchesPerClient) throw tooMany()
    line.searches += 1
    this.#lines.set(clientId, line)
    try {
      return await search((work) => this.#take(line, signal, work))
    } finally {
      line.searches -= 1
      if (line.searches === 0) this.#lines.delete(clientId)
    }
  }

  async #take<T>(line: Line, signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
    await this.#wait(line, signal)
    try {
      return await work()
    } finally {
      line.running -= 1
      this.#running -= 1
      this.#putLast(line)
      this.#pump()
    }
  }

  #wait(line: Line, signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted()
    return new Promise((resolve, reject) => {
      const admit = () => {
        signal?.removeEventListener('abort', giveUp)
        resolve()
      }
      const giveUp = () => {
        line.waiting.splice(line.waiting.indexOf(admit), 1)
        reject(signal?.reason)
      }
      signal?.addEventListener('abort', giveUp, { once: true })
      line.waiting.push(admit)
      this.#pump()
    })
  }

  #pump(): void {
    while (this.#running < this.#limits.atOnce) {
      const line = this.#next()
      if (line === undefined) return
      this.#putLast(line)
      line.running += 1
      this.#running += 1
      line.waiting.shift()?.()
    }
  }

  #putLast(line: Line): void {
    this.#lines.delete(line.clientId)
    this.#lines.set(line.clientId, line)
  }

  #next(): Line | undefined {
    for (const line of this.#lines.values()) {
      if (line.waiting.length > 0 && line.running < this.#limits.perClient) return line
    }
    return undefined
  }
}

function tooMany(): GatewayError {
  const text = 'Too many searches of this account are under way'
  return new GatewayError('throttled', 'too-many-searches', text, { retryAfterSeconds: 1 })
}
