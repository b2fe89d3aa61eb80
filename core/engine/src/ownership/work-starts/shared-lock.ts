interface Waiting {
  readonly isExclusive: boolean
  readonly go: () => void
}

/**
 * Lets work run side by side, or alone: then what happens to the process is the doing of that work. In the order of the
 * calls.
 */
export class SharedLock {
  readonly #waiting: Waiting[] = []
  #running = 0
  #isExclusive = false

  /** Runs work beside other work that shares the lock. */
  shared<T>(run: () => Promise<T>): Promise<T> {
    return this.#take(false, run)
  }

  /** Runs work once all before it has ended, and nothing beside it. */
  exclusive<T>(run: () => Promise<T>): Promise<T> {
    return this.#take(true, run)
  }

  async #take<T>(isExclusive: boolean, run: () => Promise<T>): Promise<T> {
    if (this.#waiting.length === 0 && this.#isFreeFor(isExclusive)) this.#begin(isExclusive)
    else await new Promise<void>((go) => this.#waiting.push({ isExclusive, go }))
    try {
      return await run()
    } finally {
      this.#running -= 1
      this.#isExclusive = false
      this.#letIn()
    }
  }

  #isFreeFor(isExclusive: boolean): boolean {
    return isExclusive ? this.#running === 0 : !this.#isExclusive
  }

  #begin(isExclusive: boolean): void {
    this.#running += 1
    this.#isExclusive = isExclusive
  }

  #letIn(): void {
    for (
      let next = this.#waiting[0];
      next !== undefined && this.#isFreeFor(next.isExclusive);
      next = this.#waiting[0]
    ) {
      this.#waiting.shift()
      this.#begin(next.isExclusive)
      next.go()
    }
  }
}
