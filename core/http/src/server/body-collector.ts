import { BLOCK_OCTETS, type BodyBudget } from './body-budget.ts'

/**
 * Gathers a body that comes in pieces. It fills blocks instead of keeping the pieces, since a client that sends octet by octet would make a list of those
 * cost hundreds of times what it sent.
 */
export class BodyCollector {
  readonly #most: number
  readonly #budget: BodyBudget
  #blocks: Buffer[] = []
  #capacity = 0
  #size = 0

  /** @param most - the largest body that can come: what was announced, or the limit of the route. */
  constructor(most: number, budget: BodyBudget) {
    this.#most = most
    this.#budget = budget
  }

  /** Copies `piece`. False when the budget has no room for it; the rest of the body is then not wanted. */
  add(piece: Uint8Array): boolean {
    let added = 0
    while (added < piece.length) {
      const block = this.#blockWithRoom()
      if (block === undefined) return false
      const start = block.length - (this.#capacity - this.#size)
      const part = piece.subarray(added, added + block.length - start)
      block.set(part, start)
      added += part.length
      this.#size += part.length
    }
    return true
  }

  #blockWithRoom(): Buffer | undefined {
    if (this.#size < this.#capacity) return this.#blocks.at(-1)
    // Never 0, even if a server handed over more than was announced.
    const octets = Math.min(BLOCK_OCTETS, this.#most - this.#capacity) || BLOCK_OCTETS
    const block = this.#budget.take(octets)
    if (block === undefined) return undefined
    this.#blocks.push(block)
    this.#capacity += block.length
    return block
  }

  /** The body, which no longer counts against the budget. */
  take(): Buffer {
    const body = Buffer.concat(this.#blocks, this.#size)
    this.drop()
    return body
  }

  drop(): void {
    for (const block of this.#blocks) this.#budget.giveBack(block)
    this.#blocks = []
    this.#capacity = 0
    this.#size = 0
  }
}
