import { BLOCK_OCTETS, type BodyBudget } from './body-budget.ts'

/**
 * Gathers a body that arrives in pieces. It fills blocks instead of keeping the pieces, since a list of pieces from a
 * client that sends octet by octet would take hundreds of times the memory of the body.
 */
export class BodyCollector {
  readonly #most: number
  readonly #budget: BodyBudget
  #blocks: Buffer[] = []
  #capacity = 0
  #size = 0

  /** @param most - the largest possible body: the announced length, or the route's limit. */
  constructor(most: number, budget: BodyBudget) {
    this.#most = most
    this.#budget = budget
  }

  /** Copies `piece`. False when the budget has no room for it; the caller then stops reading the body. */
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
    // Never 0, even if a server delivers more than was announced.
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
