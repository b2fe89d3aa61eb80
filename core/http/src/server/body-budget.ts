/** What most of a body lies in: small beside a connection's own buffers. */
export const BLOCK_OCTETS = 16_384

/**
 * The memory that all unfinished bodies of a listener may take together, in octets. Those that came whole are their handlers' and do not count. Blocks
 * are kept when they come back and given out again: left to the garbage collector, which comes late for such memory, they would be there twice.
 */
export class BodyBudget {
  readonly #limit: number
  readonly #spare: Buffer[] = []
  #taken = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  /** At most `BLOCK_OCTETS`, with any content. Undefined when there is no room for them. */
  take(octets: number): Buffer | undefined {
    if (this.#taken + octets > this.#limit) return undefined
    this.#taken += octets
    if (octets < BLOCK_OCTETS) return Buffer.allocUnsafeSlow(octets)
    return this.#spare.pop() ?? Buffer.allocUnsafeSlow(octets)
  }

  giveBack(block: Buffer): void {
    this.#taken -= block.length
    if (block.length === BLOCK_OCTETS) this.#spare.push(block)
  }
}
