import { BLOCK_OCTETS, type BodyBudget } from './body-budget.ts'

/**
 * Gathers a body that arrives in pieces. It fills blocks instead of keeping the pieces, since a list of pieces from a
 * client that sends octet by octet would take hundreds of times the memory of the body.
 */
export class BodyCollector {
  readonly #most: number
  readonly #budget: BodyBudget
  readonly #holder: string
  #blocks: Buffer[] = []
  #capacity = 0
  #size = 0

  /**
   * @param most - the largest possible body: the announced length, or the route's limit.
   * @param holder - as the budget names the client.
   */
  constructor(most: number, budget: BodyBudget, holder: string) {
    this.#most = most
    this.#budget = budget
    this.#holder = holder
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
    const block = this.#budget.takeBlock(octets, this.#holder)
    if (block === undefined) return undefined
    this.#blocks.push(block)
    this.#capacity += block.length
    return block
  }

  /** The body, whose octets still count; the caller releases them. */
  take(): Buffer {
    const body = Buffer.concat(this.#blocks, this.#size)
    this.#empty(this.#capacity - this.#size)
    return body
  }

  drop(): void {
    this.#empty(this.#capacity)
  }

  #empty(released: number): void {
    this.#budget.release(released, this.#holder)
    for (const block of this.#blocks) this.#budget.reuse(block)
    this.#blocks = []
    this.#capacity = 0
    this.#size = 0
  }
}
