import { NO_BODY } from './message-framing.ts'

/** What became of a body: still coming, complete, too large but read to its end, or too large to be read on. */
export type BodyProgress = 'more' | 'complete' | 'too-large' | 'endless'

/** Gathers a body up to a limit. Octets beyond it are counted and dropped, until there are too many of those as well. */
export class BodyCollector {
  readonly #limit: number
  readonly #drainOctets: number
  #chunks: Buffer[] = []
  #size = 0

  constructor(limit: number, drainOctets: number) {
    this.#limit = limit
    this.#drainOctets = drainOctets
  }

  /** Takes over `chunk`: the caller must not change it later. */
  add(chunk: Buffer, isLast: boolean): BodyProgress {
    this.#size += chunk.length
    if (this.#size <= this.#limit) {
      if (chunk.length > 0) this.#chunks.push(chunk)
      return isLast ? 'complete' : 'more'
    }
    this.#chunks = []
    if (isLast) return 'too-large'
    return this.#size > this.#limit + this.#drainOctets ? 'endless' : 'more'
  }

  take(): Buffer {
    const chunks = this.#chunks
    this.#chunks = []
    if (chunks.length === 0) return NO_BODY
    return chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)
  }
}
