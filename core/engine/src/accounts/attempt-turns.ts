interface Line {
  running: number
  readonly waiting: (() => void)[]
}

/** Runs at most `atOnce` tasks of one key at once; others of that key wait for their turn. */
export class AttemptTurns {
  readonly #atOnce: number
  readonly #mostWaiting: number
  readonly #lines = new Map<string, Line>()

  constructor(atOnce: number, mostWaiting: number) {
    this.#atOnce = atOnce
    this.#mostWaiting = mostWaiting
  }

  /** Whether something of this key runs. */
  has(key: string): boolean {
    return this.#lines.has(key)
  }

  /** Resolves and rejects as `run` does; resolves with undefined, without running it, when too many of the key wait. */
  async take<T>(key: string, run: () => Promise<T>): Promise<T | undefined> {
    const line = this.#lines.get(key) ?? { running: 0, waiting: [] }
    this.#lines.set(key, line)
    if (line.running >= this.#atOnce) {
      if (line.waiting.length >= this.#mostWaiting) return undefined
      // The task that ends passes its place on.
      await new Promise<void>((resolve) => line.waiting.push(resolve))
    } else line.running += 1
    try {
      return await run()
    } finally {
      this.#leave(key, line)
    }
  }

  #leave(key: string, line: Line): void {
    const next = line.waiting.shift()
    if (next !== undefined) {
      next()
      return
    }
    line.running -= 1
    if (line.running === 0) this.#lines.delete(key)
  }
}
