import { HEADER_LENGTH } from '../pdu/field-sizes.ts'

/** The stream is not a sequence of PDUs (any more): nothing after this can be read. */
export class FrameError extends Error {
  override readonly name = 'FrameError'
  /** The command_length that was read. */
  readonly length: number

  constructor(length: number) {
    super(`command_length ${length} is out of range`)
    this.length = length
  }
}

/** Default maximum length of a PDU in octets: a message_payload of 64 K and all the other fields. */
export const MAX_FRAME_LENGTH = 70_000

const LENGTH_OCTETS = 4
const NOTHING = Buffer.alloc(0)

/**
 * Cuts a stream into frames by their command_length.
 *
 * Frames are views into the received chunks; only a frame that spans chunks is copied, once. The reader holds at most
 * one chunk and one frame.
 */
export class FrameReader {
  readonly #maxLength: number
  #chunk: Buffer = NOTHING
  #offset = 0
  /** Octets of a command_length that arrived in pieces. */
  readonly #prefix = Buffer.alloc(LENGTH_OCTETS)
  #prefixLength = 0
  /** The frame that spans chunks, and how much of it has arrived. */
  #partial: Buffer | undefined
  #filled = 0

  constructor(options: { readonly maxLength?: number | undefined } = {}) {
    this.#maxLength = options.maxLength ?? MAX_FRAME_LENGTH
  }

  /** Takes a chunk from the socket, which must not be changed afterwards. */
  push(chunk: Buffer): void {
    const left = this.#chunk.length - this.#offset
    this.#chunk = left === 0 ? chunk : Buffer.concat([this.#chunk.subarray(this.#offset), chunk])
    this.#offset = 0
  }

  /**
   * The next whole frame, undefined until more has been pushed. Throws `FrameError` for a length shorter than a header
   * or above the limit.
   */
  next(): Buffer | undefined {
    if (this.#partial !== undefined) return this.#continue(this.#partial)
    const available = this.#chunk.length - this.#offset
    if (this.#prefixLength > 0 || available < LENGTH_OCTETS) return this.#begin()
    const length = this.#chunk.readUInt32BE(this.#offset)
    this.#check(length)
    if (available < length) return this.#start(length)
    const frame = this.#chunk.subarray(this.#offset, this.#offset + length)
    this.#offset += length
    return frame
  }

  #begin(): Buffer | undefined {
    const taken = this.#chunk.copy(this.#prefix, this.#prefixLength, this.#offset)
    this.#offset += taken
    this.#prefixLength += taken
    this.#release()
    if (this.#prefixLength < LENGTH_OCTETS) return undefined
    const length = this.#prefix.readUInt32BE(0)
    this.#check(length)
    return this.#start(length)
  }

  #start(length: number): Buffer | undefined {
    const partial = Buffer.allocUnsafe(length)
    this.#prefix.copy(partial, 0, 0, this.#prefixLength)
    this.#filled = this.#prefixLength
    this.#prefixLength = 0
    this.#partial = partial
    return this.#continue(partial)
  }

  #continue(partial: Buffer): Buffer | undefined {
    const taken = this.#chunk.copy(partial, this.#filled, this.#offset)
    this.#offset += taken
    this.#filled += taken
    this.#release()
    if (this.#filled < partial.length) return undefined
    this.#partial = undefined
    return partial
  }

  /** Releases a chunk that is used up, because an idle session would otherwise keep 64 KiB. */
  #release(): void {
    if (this.#offset < this.#chunk.length) return
    this.#chunk = NOTHING
    this.#offset = 0
  }

  #check(length: number): void {
    if (length < HEADER_LENGTH || length > this.#maxLength) throw new FrameError(length)
  }
}
