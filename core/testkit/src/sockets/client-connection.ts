import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { InjectedRequest, InjectedResponse } from '@heliograph/http'
import { readResponse } from './read-response.ts'
import { requestOctets } from './request-octets.ts'

/** The server ended the connection instead of answering. @stability stable */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError'
}

/** A client's connection, kept open for one request after another. */
export class ClientConnection {
  readonly #socket: Socket
  #received: Buffer = Buffer.alloc(0)
  #isEnded = false
  #wake = () => {}

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.setNoDelay(true)
    socket.on('data', (piece) => {
      this.#received = Buffer.concat([this.#received, piece])
      this.#wake()
    })
    // Being cut off is one of the possible answers.
    socket.on('error', () => {})
    socket.on('close', () => {
      this.#isEnded = true
      this.#wake()
    })
  }

  static async open(port: number): Promise<ClientConnection> {
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    return new ClientConnection(socket)
  }

  /** False once the server has ended it. */
  get isOpen(): boolean {
    return !this.#isEnded
  }

  /** Rejects with a `NoAnswerError` when the connection ends before a whole answer. */
  async exchange(request: InjectedRequest): Promise<InjectedResponse> {
    this.#socket.write(requestOctets(request))
    for (;;) {
      const read = readResponse(this.#received, request.method === 'HEAD', this.#isEnded)
      if (read !== undefined) {
        this.#received = read.rest
        if (read.rest.length > 0) throw new Error(`Behind an answer there is ${read.rest.toString('latin1', 0, 100)}`)
        if (/\bclose\b/i.test(read.response.headers.connection ?? '')) this.close()
        return read.response
      }
      if (this.#isEnded)
        throw new NoAnswerError(`The connection ended after ${this.#received.length} octets of an answer`)
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
  }

  close(): void {
    this.#isEnded = true
    this.#socket.destroy()
    this.#wake()
  }
}
