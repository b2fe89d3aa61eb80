/** Size of the blocks that hold bodies: small compared with a connection's own buffers. */
export const BLOCK_OCTETS = 16_384

/**
 * The memory that all unfinished bodies of a listener may take together, in octets. Complete bodies belong to their
 * handlers and do not count. Returned blocks are kept and reused: the garbage collector frees such memory late, so that
 * it would be allocated twice.
 */
export class BodyBudget {
  readonly #limit: number
  readonly #spare: Buffer[] = []
  #taken = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  /** Returns a block of at most `BLOCK_OCTETS`, with any content; undefined when there is no room for it. */
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
