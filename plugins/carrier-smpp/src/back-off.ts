/** Waits between attempts, which double, each a fifth more or less so that links do not all reconnect at once. */
export class BackOff {
  readonly #minMs: number
  readonly #maxMs: number
  readonly #random: () => number
  #nextMs: number

  constructor(minMs: number, maxMs: number, random: () => number) {
    this.#minMs = Math.min(minMs, maxMs)
    this.#maxMs = Math.max(minMs, maxMs)
    this.#random = random
    this.#nextMs = this.#minMs
  }

  /** The wait before the next attempt, within the two limits. */
  next(): number {
    const waitMs = Math.round(this.#nextMs * (0.8 + 0.4 * this.#random()))
    this.#nextMs = Math.min(this.#maxMs, this.#nextMs * 2)
    return Math.min(this.#maxMs, Math.max(this.#minMs, waitMs))
  }

  /** Starts again with the shortest wait, after a success. */
  reset(): void {
    this.#nextMs = this.#minMs
  }
}
