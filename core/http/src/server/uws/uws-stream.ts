import type { HttpResponse as UwsResponse } from 'uWebSockets.js'

/** Octets written to find out whether the library has flushed its buffer. */
const PROBE_OCTETS = 1024

/**
 * The chunks of a response on the native server. The library accepts any amount and buffers what the connection has no
 * room for. It reports this with the same write or, after a small write, with the next one, but does not report when
 * the buffer is empty. So nothing is written until the connection is writable, that is when a third of its buffer is
 * free. Then a small part goes first: as long as that is buffered too, older octets are still in front of it.
 */
export class UwsStream {
  readonly #native: UwsResponse
  readonly #onReady: () => void
  /** The rest of a piece that was not written whole. */
  #rest: Uint8Array = new Uint8Array()
  #hasRoom = true
  #isProbed = true

  /**
   * All methods must be called while the native response still exists. `onReady`: called when there is room again after
   * `write` has found none.
   */
  constructor(native: UwsResponse, onReady: () => void) {
    this.#native = native
    this.#onReady = onReady
    native.onWritable(() => this.#drain())
  }

  get hasRoom(): boolean {
    return this.#hasRoom
  }

  /**
   * Writes what the connection has room for. False: the rest follows when there is room, and then `onReady` is called.
   */
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

  /** Tells the library whether everything has been written. */
  #drain(): boolean {
    // Makes the library flush its buffer, which it would otherwise leave to the next write.
    this.#native.cork(() => {})
    this.#hasRoom = true
    if (this.write(this.#rest)) this.#onReady()
    return this.#hasRoom
  }
}
