import { NO_BODY } from '../requests/message-framing.ts'
import type { BodyBudget } from './body-budget.ts'

/** What a body gets at first, unless it is known to be smaller: many are complete with it, and it is small beside a connection's own buffers. */
const FIRST_OCTETS = 16_384

/**
 * Gathers a body that comes in pieces. One growing buffer instead of a list of pieces, since a client that sends octet by octet would make a list cost
 * hundreds of times what it sent.
 */
export class BodyCollector {
  readonly #most: number
  readonly #budget: BodyBudget
  #buffer = NO_BODY
  #size = 0

  /** @param most - the largest body that can come: what was announced, or the limit of the route. */
  constructor(most: number, budget: BodyBudget) {
    this.#most = most
    this.#budget = budget
  }

  /** Copies `piece`. False when the budget has no room for it; the rest of the body is then not wanted. */
  add(piece: Uint8Array): boolean {
    const size = this.#size + piece.length
    if (size > this.#buffer.length && !this.#grow(size)) return false
    this.#buffer.set(piece, this.#size)
    this.#size = size
    return true
  }

  #grow(needed: number): boolean {
    const capacity = Math.max(needed, Math.min(this.#most, Math.max(FIRST_OCTETS, 2 * this.#buffer.length)))
    if (!this.#budget.take(capacity - this.#buffer.length)) return false
    const grown = Buffer.allocUnsafeSlow(capacity)
    grown.set(this.#buffer.subarray(0, this.#size))
    this.#buffer = grown
    return true
  }

  /** The body, which no longer counts against the budget. */
  take(): Buffer {
    const body = this.#buffer.subarray(0, this.#size)
    this.drop()
    return body
  }

  drop(): void {
    this.#budget.giveBack(this.#buffer.length)
    this.#buffer = NO_BODY
    this.#size = 0
  }
}
