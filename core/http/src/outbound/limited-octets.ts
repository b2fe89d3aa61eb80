import { NO_BODY } from '../requests/message-framing.ts'

/**
 * Octets that come in pieces, up to a limit. They are copied, so that a few that are kept do not hold the buffer that
 * they were read into.
 */
export class LimitedOctets {
  #octets: Buffer = NO_BODY
  #length = 0
  #limit = 0
  /** Whether there were more octets than the limit. */
  isCut = false

  get length(): number {
    return this.#length
  }

  /** Starts again without octets. */
  reset(limit: number): void {
    this.#octets = NO_BODY
    this.#length = 0
    this.#limit = limit
    this.isCut = false
  }

  /** Adds the octets of `source` from `start` to `end`, or those of them that there is room for. */
  add(source: Buffer, start: number, end: number): void {
    const room = this.#limit - this.#length
    const count = Math.min(end - start, room)
    if (end - start > room) this.isCut = true
    if (count <= 0) return
    const length = this.#length + count
    if (length > this.#octets.length) this.#grow(length)
    source.copy(this.#octets, this.#length, start, start + count)
    this.#length = length
  }

  /** What was added, without a copy. */
  view(): Buffer {
    return this.#length === this.#octets.length ? this.#octets : this.#octets.subarray(0, this.#length)
  }

  /** The first piece gets a buffer of its size, as most replies come in one; further ones double it. */
  #grow(length: number): void {
    const octets = Buffer.allocUnsafe(Math.min(Math.max(length, this.#octets.length * 2), this.#limit))
    this.#octets.copy(octets, 0, 0, this.#length)
    this.#octets = octets
  }
}
