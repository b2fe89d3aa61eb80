import type { HttpResponse, HttpStream } from '@heliograph/contracts'

/** Octets that a connection gets at a time, or up to twice as many: what a client must take within `responseTimeoutMs`. */
const PIECE_OCTETS = 32_768

/** Where a stream goes. */
export interface StreamSink {
  /** Hands over octets, not none. False: the next ones are wanted when `resume` is called. */
  writePiece(octets: Uint8Array): boolean
  /** The stream has come to its end. */
  endStream(): void
  /** The stream has thrown. */
  failStream(thrown: unknown): void
}

/** Carries the pieces of a stream to a connection, as fast as that takes them. */
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
      // What it throws after it was told to stop is how it stops.
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

  /** The connection takes octets again. */
  resume(): void {
    this.#resume()
  }

  /** Nothing more is wanted. The sink is not called again. */
  stop(): void {
    if (this.#isStopped) return
    this.#isStopped = true
    this.#resume()
    letGo(() => this.#iterator)
  }
}

/** For a response that goes nowhere, or without its body. */
export function discardStream(response: HttpResponse): void {
  letGo(() => response.stream?.pieces[Symbol.asyncIterator]())
}

/** A generator that waits for something hears of it only then, so nobody waits for that; and what it throws is about a stream that nobody wants. */
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
