import type { Clock } from '@heliograph/contracts'
import type { SessionSocket } from './types.ts'

/** Ends a socket in order or at once, and calls back when it is gone. */
export class SocketEnd {
  readonly #socket: SessionSocket
  readonly #clock: Clock
  readonly #timeoutMs: number
  #cancel = (): void => undefined

  /** `timeoutMs`: how long the peer may take to end its side. */
  constructor(socket: SessionSocket, clock: Clock, timeoutMs: number) {
    this.#socket = socket
    this.#clock = clock
    this.#timeoutMs = timeoutMs
  }

  /** Calls back when the socket is gone for whatever reason; at once when it already is. */
  onGone(callback: () => void): void {
    const gone = (): void => {
      this.#cancel()
      callback()
    }
    if (this.#socket.closed) gone()
    else this.#socket.once('close', gone)
  }

  /** Ends the socket after all that has been written. */
  end(): void {
    this.#cancel = this.#clock.after(this.#timeoutMs, () => this.#socket.destroy())
    this.#socket.end()
    // Data that the peer still sends is read and dropped, or its end would never be noticed.
    this.#socket.resume()
  }

  destroy(): void {
    this.#socket.destroy()
  }
}
