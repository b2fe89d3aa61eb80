/** A batch of more items than this means load. */
const LOAD = 8

/**
 * Under load, waits briefly after a batch until as many items have arrived as it answered. Otherwise half the clients
 * of a busy server always wait while the other half is served, in batches half as full as they could be.
 */
export class Linger {
  readonly #onOver: () => void
  #timer: NodeJS.Timeout | undefined
  /** The number of waiting items that ends it. */
  #enough = 0

  constructor(onOver: () => void) {
    this.#onOver = onOver
  }

  get isOn(): boolean {
    return this.#timer !== undefined
  }

  /**
   * Begins after a batch of `answered` items while `waiting` others wait. False after a small batch, since there is no
   * wait then.
   */
  begin(lingerMs: number, answered: number, waiting: number): boolean {
    if (lingerMs === 0 || answered <= LOAD) return false
    this.#enough = waiting + answered
    this.#timer = setTimeout(() => this.#end(), lingerMs)
    return true
  }

  /** Call when an item has arrived, with the number that wait by now. */
  arrived(waiting: number): void {
    if (this.isOn && waiting >= this.#enough) this.#end()
  }

  #end(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#onOver()
  }
}
