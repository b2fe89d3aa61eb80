import { connect, type Socket } from 'node:net'
import { ResponseParser } from './response-parser.ts'

const READ_BUFFER = 65_536

export interface ConnectionEvents {
  /** Called when the open request was answered. `body` is valid until this returns. */
  onAnswer(connection: Connection, status: number, body: Buffer): void
  /**
   * Called when the connection is lost, or received something other than an answer. The measurement cannot continue.
   */
  onLost(error: Error): void
}

/** A keep-alive connection with at most one open request. */
export class Connection {
  readonly #socket: Socket
  #closed = false

  private constructor(socket: Socket) {
    this.#socket = socket
  }

  /** Rejects when the connection cannot be made. */
  static open(host: string, port: number, events: ConnectionEvents): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const socket = connect({
        host,
        port,
        noDelay: true,
        // One read buffer for the life of the connection instead of a new one for every read.
        onread: {
          buffer: Buffer.allocUnsafe(READ_BUFFER),
          callback(length, buffer) {
            try {
              parser.feed((buffer as Buffer).subarray(0, length))
            } catch (error) {
              socket.destroy(error as Error)
            }
            return true
          },
        },
      })
      const connection = new Connection(socket)
      const parser = new ResponseParser((status, body) => events.onAnswer(connection, status, body))
      let failure = new Error('The server closed the connection')
      socket.once('connect', () => resolve(connection))
      socket.on('error', (error) => {
        failure = error
        reject(error)
      })
      socket.on('close', () => {
        if (!connection.#closed) events.onLost(failure)
      })
    })
  }

  /** Sends a request; the buffer must not change until the answer. */
  send(request: Buffer): void {
    this.#socket.write(request)
  }

  close(): void {
    this.#closed = true
    this.#socket.destroy()
  }
}
