import type { SessionSocket } from './types.ts'

/**
 * Collects what is written during one turn of the event loop and hands it to the socket in one piece: one system call and few packets, however many PDUs.
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

  /** The batch that is being collected: what was added to an earlier one has been handed to the socket. */
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
    // What a broken connection leaves behind stays in the open batch: it has not been handed over.
    if (buffers.length === 0 || !this.#socket.writable) return
    const octets = this.#octets
    this.#buffers = []
    this.#octets = 0
    this.#batch++
    this.#socket.write(buffers.length === 1 && buffers[0] !== undefined ? buffers[0] : Buffer.concat(buffers, octets))
  }

  /** Forgets what was not handed to the socket yet. */
  discard(): void {
    this.#buffers = []
    this.#octets = 0
  }
}
