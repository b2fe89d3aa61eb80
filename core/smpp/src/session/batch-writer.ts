import type { SessionSocket } from './types.ts'

/**
 * Collects all writes of one turn of the event loop and passes them to the socket in one piece: one system call and few
 * packets, however many PDUs.
 */
export class BatchWriter {
  readonly #socket: SessionSocket
  #buffers: Buffer[] = []
  #octets = 0
  #scheduled = false
  #batch = 0

  constructor(socket: SessionSocket) {
    this.#socket = socket
  }

  /** The number of the batch being collected; earlier batches have been passed to the socket. */
  get batch(): number {
    return this.#batch
  }

  /** Octets that the peer has not taken yet. */
  get backlog(): number {
    return this.#octets + this.#socket.writableLength
  }

  add(buffer: Buffer): void {
    this.#buffers.push(buffer)
    this.#octets += buffer.length
    if (this.#scheduled) return
    this.#scheduled = true
    setImmediate(() => this.flush())
  }

  flush(): void {
    this.#scheduled = false
    const buffers = this.#buffers
    // On a broken connection, the octets stay in the open batch because they never reached the socket.
    if (buffers.length === 0 || !this.#socket.writable) return
    const octets = this.#octets
    this.#buffers = []
    this.#octets = 0
    this.#batch++
    this.#socket.write(buffers.length === 1 && buffers[0] !== undefined ? buffers[0] : Buffer.concat(buffers, octets))
  }

  /** Drops everything that has not been passed to the socket. */
  discard(): void {
    this.#buffers = []
    this.#octets = 0
  }
}
