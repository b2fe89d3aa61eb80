interface Line {
  running: number
  readonly waiting: (() => void)[]
}

/**
 * Runs the tasks of one key in the order of the calls, so many at once; tasks of different keys do not wait for each
 * other. A task begins within the call when its key has room.
 */
export class KeyedQueue {
  readonly #atOnce: number
  readonly #lines = new Map<string, Line>()

  constructor(atOnce = 1) {
    this.#atOnce = atOnce
  }

  /** Whether a task of this key runs. */
  has(key: string): boolean {
    return this.#lines.has(key)
  }

  async run<T>(key: string, task: () => Promise<T>): Promise<T> {
    const line = this.#lines.get(key) ?? { running: 0, waiting: [] }
    this.#lines.set(key, line)
    if (line.running < this.#atOnce) line.running += 1
    else await new Promise<void>((admit) => line.waiting.push(admit))
    try {
      return await task()
    } finally {
      this.#leave(key, line)
    }
  }

  /** The same; resolves with undefined, without running the task, when this many of its key wait already. */
  async tryRun<T>(key: string, mostWaiting: number, task: () => Promise<T>): Promise<T | undefined> {
    const line = this.#lines.get(key)
    const isFull = line !== undefined && line.running >= this.#atOnce && line.waiting.length >= mostWaiting
    return isFull ? undefined : this.run(key, task)
  }

  /** The task that ends passes its place on. */
  #leave(key: string, line: Line): void {
    const admit = line.waiting.shift()
    if (admit !== undefined) {
      admit()
      return
    }
    line.running -= 1
    if (line.running === 0) this.#lines.delete(key)
  }
}
