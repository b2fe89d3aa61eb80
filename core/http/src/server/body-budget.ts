import { clientOf } from './client-counts.ts'

/** Size of the blocks that hold arriving bodies: small compared with a connection's own buffers. */
export const BLOCK_OCTETS = 16_384

/** A body up to this size that arrives in one piece is not counted: its connection takes more memory than it does. */
export const UNCOUNTED_OCTETS = 1024

/** How much memory the bodies may take, in octets. */
export interface BodyLimits {
  readonly bodyOctets: number
  readonly bodyOctetsPerAddress: number
}

/**
 * The memory that all bodies of a listener may take together, and those of one client address, in octets. A body counts
 * from its arrival until its exchange has ended and its handler too. Returned blocks are kept and reused, within the
 * same limit: the garbage collector frees such memory late, so that it would be allocated twice.
 */
export class BodyBudget {
  readonly #limits: BodyLimits
  readonly #isExempt: (address: string) => boolean
  readonly #heldBy = new Map<string, number>()
  readonly #spare: Buffer[] = []
  #held = 0

  /** @param isExempt - true for addresses that stand for many clients: they may use the whole budget. */
  constructor(limits: BodyLimits, isExempt: (address: string) => boolean) {
    this.#limits = limits
    this.#isExempt = isExempt
  }

  /** The name under which the bodies from an address count; empty for one that may use the whole budget. */
  holderOf(address: string): string {
    return this.#isExempt(address) ? '' : clientOf(address)
  }

  /** Counts octets. False, without counting, when there is no room for them. */
  hold(octets: number, holder: string): boolean {
    if (this.#held + octets > this.#limits.bodyOctets) return false
    if (holder !== '') {
      const held = (this.#heldBy.get(holder) ?? 0) + octets
      if (held > this.#limits.bodyOctetsPerAddress) return false
      this.#heldBy.set(holder, held)
    }
    this.#held += octets
    while (this.#spare.length > 0 && !this.#hasRoomFor(this.#spare.length)) this.#spare.pop()
    return true
  }

  /** Counts octets no longer that `hold` or `takeBlock` has counted. */
  release(octets: number, holder: string): void {
    this.#held -= octets
    if (holder === '') return
    const held = (this.#heldBy.get(holder) ?? 0) - octets
    if (held > 0) this.#heldBy.set(holder, held)
    else this.#heldBy.delete(holder)
  }

  /** Returns a block of at most `BLOCK_OCTETS`, with any content, and counts it; undefined when there is no room. */
  takeBlock(octets: number, holder: string): Buffer | undefined {
    if (!this.hold(octets, holder)) return undefined
    if (octets < BLOCK_OCTETS) return Buffer.allocUnsafeSlow(octets)
    return this.#spare.pop() ?? Buffer.allocUnsafeSlow(octets)
  }

  /** Takes back a block that is no longer counted. */
  reuse(block: Buffer): void {
    if (block.length === BLOCK_OCTETS && this.#hasRoomFor(this.#spare.length + 1)) this.#spare.push(block)
  }

  #hasRoomFor(spare: number): boolean {
    return this.#held + spare * BLOCK_OCTETS <= this.#limits.bodyOctets
  }
}
