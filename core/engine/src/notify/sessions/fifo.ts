/** With fewer taken places than this, cutting them off is not worth a copy. */
const WORTH_CUTTING = 1_000

/**
 * First in, first out. Taken places are cut off in bulk, so that taking costs nothing and a queue that is never empty
 * does not grow for ever.
 */
export class Fifo<T> {
  #items: (T | undefined)[] = []
  #head = 0

  get length(): number {
    return this.#items.length - this.#head
  }

  push(item: T): void {
    this.#items.push(item)
  }

  shift(): T | undefined {
    const item = this.#items[this.#head]
    if (this.length === 0) return undefined
    this.#items[this.#head] = undefined
    this.#head += 1
    if (this.#head >= WORTH_CUTTING && this.#head * 2 >= this.#items.length) {
      this.#items = this.#items.slice(this.#head)
      this.#head = 0
    }
    return item
  }

  /** Takes out everything. */
  drain(): readonly T[] {
    const rest = this.#items.slice(this.#head) as T[]
    this.#items = []
    this.#head = 0
    return rest
  }
}
