import type { HttpResponse, HttpStream } from '@heliograph/contracts'

/**
 * Octets that a connection gets at a time, or up to twice as many. A client must take them within `responseTimeoutMs`.
 */
const PIECE_OCTETS = 32_768

/** The receiver of a stream. */
export interface StreamSink {
  /** Takes octets, at least one. False: wait with the next ones until `resume` is called. */
  writePiece(octets: Uint8Array): boolean
  /** Called when the stream has ended. */
  endStream(): void
  /** Called when the stream has thrown. */
  failStream(thrown: unknown): void
}

/** Writes the pieces of a stream to a connection, as fast as the connection takes them. */
export class ResponseStream {
  readonly #iterator: AsyncIterator<string | Uint8Array>
  readonly #sink: StreamSink
  #isStopped = false
  #resume = () => {}

  constructor(stream: HttpStream, sink: StreamSink) {
    this.#iterator = stream.pieces[Symbol.asyncIterator]()
    this.#sink = sink
  }

  async run(): Promise<void> {
    try {
      while (!this.#isStopped) {
        const { done, value } = await this.#iterator.next()
        if (this.#isStopped) return
        if (done === true) {
          this.#isStopped = true
          this.#sink.endStream()
        } else {
          await this.#carry(octetsOf(value))
        }
      }
    } catch (thrown) {
      // An error after `stop` is only the stream's way of stopping.
      if (this.#isStopped) return
      this.#isStopped = true
      this.#sink.failStream(thrown)
    }
  }

  async #carry(octets: Uint8Array): Promise<void> {
    let rest = octets
    while (rest.length > 0 && !this.#isStopped) {
      const piece = rest.length < 2 * PIECE_OCTETS ? rest : rest.subarray(0, PIECE_OCTETS)
      rest = rest.subarray(piece.length)
      if (this.#sink.writePiece(piece)) continue
      await new Promise<void>((resolve) => {
        this.#resume = resolve
      })
    }
  }

  /** Continues when the connection takes octets again. */
  resume(): void {
    this.#resume()
  }

  /** Ends the stream early. The sink is not called again. */
  stop(): void {
    if (this.#isStopped) return
    this.#isStopped = true
    this.#resume()
    letGo(() => this.#iterator)
  }
}

/** Releases the stream of a response that is not sent, or is sent without its body. */
export function discardStream(response: HttpResponse): void {
  letGo(() => response.stream?.pieces[Symbol.asyncIterator]())
}

/**
 * Does not wait, because a generator that is itself waiting reacts only afterwards. Ignores errors, because the stream
 * is no longer wanted.
 */
function letGo(iterator: () => AsyncIterator<unknown> | undefined): void {
  const ignore = () => {}
  try {
    iterator()?.return?.().then(ignore, ignore)
  } catch {
    // As above.
  }
}

function octetsOf(piece: string | Uint8Array): Uint8Array {
  if (typeof piece === 'string') return Buffer.from(piece)
  if (piece instanceof Uint8Array) return piece
  throw new TypeError('A piece of the stream is neither text nor octets')
}
