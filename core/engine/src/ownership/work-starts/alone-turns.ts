interface Waiting {
  readonly isAlone: boolean
  readonly go: () => void
}

/** Lets work run side by side, or alone: then whatever happens to the process is the doing of that work. In order. */
export class AloneTurns {
  readonly #waiting: Waiting[] = []
  #running = 0
  #isAlone = false

  /** Runs work beside other work that is not alone. */
  beside<T>(run: () => Promise<T>): Promise<T> {
    return this.#take(false, run)
  }

  /** Runs work once all before it has ended, and nothing beside it. */
  alone<T>(run: () => Promise<T>): Promise<T> {
    return this.#take(true, run)
  }

  async #take<T>(isAlone: boolean, run: () => Promise<T>): Promise<T> {
    if (this.#waiting.length === 0 && this.#isFreeFor(isAlone)) this.#begin(isAlone)
    else await new Promise<void>((go) => this.#waiting.push({ isAlone, go }))
    try {
      return await run()
    } finally {
      this.#running -= 1
      this.#isAlone = false
      this.#letIn()
    }
  }

  #isFreeFor(isAlone: boolean): boolean {
    return isAlone ? this.#running === 0 : !this.#isAlone
  }

  #begin(isAlone: boolean): void {
    this.#running += 1
    this.#isAlone = isAlone
  }

  #letIn(): void {
    for (let next = this.#waiting[0]; next !== undefined && this.#isFreeFor(next.isAlone); next = this.#waiting[0]) {
      this.#waiting.shift()
      this.#begin(next.isAlone)
      next.go()
    }
  }
}
