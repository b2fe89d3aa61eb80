/** The memory that all unfinished bodies of a listener may take together, in octets. Those that came whole are their handlers' and do not count. */
export class BodyBudget {
  readonly #limit: number
  #taken = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  /** False, and nothing taken, when there is no room for them. */
  take(octets: number): boolean {
    if (this.#taken + octets > this.#limit) return false
    this.#taken += octets
    return true
  }

  giveBack(octets: number): void {
    this.#taken -= octets
  }
}
