/** If an answer is still not written after this long, Postgres is away, or this node is cut off from it. */
const BEHIND_MS = 500

/**
 * Tracks whether the answers of links are being written. While they are not, nothing more may be handed over: if this
 * node died or another took over, the outcome of each message with an unwritten answer would count as unknown.
 */
export class WriteDelays {
  readonly #now: () => number
  readonly #onCaughtUp: () => void
  readonly #begun = new Set<{ readonly at: number }>()
  #wasBehind = false

  /** `now`: milliseconds that only ever grow. */
  constructor(now: () => number, onCaughtUp: () => void) {
    this.#now = now
    this.#onCaughtUp = onCaughtUp
  }

  /** How long the oldest of the answers that are being written has waited; 0 when there is none. */
  get waitedMs(): number {
    const [oldest] = this.#begun
    return oldest === undefined ? 0 : this.#now() - oldest.at
  }

  get isBehind(): boolean {
    const isBehind = this.waitedMs > BEHIND_MS
    if (isBehind) this.#wasBehind = true
    return isBehind
  }

  /** Runs a write and counts it as under way. */
  async watch<T>(write: () => Promise<T>): Promise<T> {
    const begun = { at: this.#now() }
    this.#begun.add(begun)
    try {
      return await write()
    } finally {
      this.#begun.delete(begun)
      if (this.#wasBehind && !this.isBehind) {
        this.#wasBehind = false
        this.#onCaughtUp()
      }
    }
  }
}
