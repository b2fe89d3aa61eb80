import type { HttpResponse as UwsResponse } from 'uWebSockets.js'

/** How much is written to learn whether the library has got rid of what it kept. */
const PROBE_OCTETS = 1024

/**
 * The chunks of a response on the native server. The library takes whatever it is given and keeps what the connection has no room for; it tells so with the
 * same write or, after a small one, with the next, and not when what it kept is gone. So nothing is written until the connection is writable, which it is
 * when a third of its buffer is free, and then a small part goes first: as long as that is kept as well, there is still something before it.
 */
export class UwsStream {
  readonly #native: UwsResponse
  readonly #onReady: () => void
  /** Of the piece that was not taken whole. */
  #rest: Uint8Array = new Uint8Array()
  #hasRoom = true
  #isProbed = true

  /** Everything here must be called while the native response is still there. `onReady`: called when there is room after `write` has found none. */
  constructor(native: UwsResponse, onReady: () => void) {
    this.#native = native
    this.#onReady = onReady
    native.onWritable(() => this.#drain())
  }

  get hasRoom(): boolean {
    return this.#hasRoom
  }

  /** Writes what the connection has room for. False: the rest follows when it has, and then `onReady` is called. */
  write(octets: Uint8Array): boolean {
    this.#rest = octets
    while (this.#hasRoom && this.#rest.length > 0) this.#native.cork(() => this.#writePiece())
    return this.#hasRoom
  }

  #writePiece(): void {
    const piece = this.#isProbed ? this.#rest : this.#rest.subarray(0, PROBE_OCTETS)
    this.#rest = this.#rest.subarray(piece.length)
    this.#hasRoom = this.#native.write(piece)
    this.#isProbed = this.#hasRoom
  }

  /** Returns what the library wants to know: whether all that there was has been written. */
  #drain(): boolean {
    // Makes the library write what it keeps, which it leaves to the next write otherwise.
    this.#native.cork(() => {})
    this.#hasRoom = true
    if (this.write(this.#rest)) this.#onReady()
    return this.#hasRoom
  }
}
