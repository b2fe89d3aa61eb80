import { connect, type NetConnectOpts, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'

export interface RawResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: Buffer
}

/** `cert` and `key`: what a client with TLS shows, in PEM. */
export type ConnectionOptions = Partial<NetConnectOpts> & {
  readonly tls?: boolean
  readonly host?: string
  readonly cert?: Buffer
  readonly key?: Buffer
}

/** A client that sends exactly the given octets and parses responses one by one. */
export class Connection {
  readonly socket: Socket
  #received: Buffer = Buffer.alloc(0)
  #isClosed = false
  #wake = () => {}

  private constructor(socket: Socket) {
    this.socket = socket
    socket.on('data', (chunk) => {
      this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk])
      this.#wake()
    })
    // Being cut off is an outcome that the tests expect, not an error.
    socket.on('error', () => {})
    socket.on('close', () => {
      this.#isClosed = true
      this.#wake()
    })
  }

  static async open(port: number, options: ConnectionOptions = {}) {
    const target = { host: '127.0.0.1', ...options, port }
    const socket = options.tls ? connectTls({ ...target, rejectUnauthorized: false }) : connect(target)
    const connection = new Connection(socket)
    await new Promise<void>((resolve, reject) => {
      socket.once(options.tls ? 'secureConnect' : 'connect', resolve).once('error', reject)
    })
    return connection
  }

  send(octets: string | Buffer): this {
    this.socket.write(octets)
    return this
  }

  /** The next response; undefined when the connection is closed before one is complete. */
  async response(options: { readonly isHead?: boolean } = {}): Promise<RawResponse | undefined> {
    for (;;) {
      const response = this.#takeResponse(options.isHead ?? false)
      if (response !== undefined || this.#isClosed) return response
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
  }

  /** Once the server has closed the connection, resolves with the received octets that were not taken yet. */
  async closed(): Promise<string> {
    if (!this.#isClosed) await new Promise((resolve) => this.socket.once('close', resolve))
    return this.#received.toString('latin1')
  }

  #takeResponse(isHead: boolean): RawResponse | undefined {
    const end = this.#received.indexOf('\r\n\r\n')
    if (end < 0) return undefined
    const [statusLine = '', ...lines] = this.#received.toString('latin1', 0, end).split('\r\n')
    const status = Number(statusLine.split(' ')[1])
    const headers: Record<string, string> = {}
    for (const line of lines) {
      const colon = line.indexOf(':')
      headers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim()
    }
    const hasBody = !isHead && status >= 200 && status !== 204 && status !== 304
    if (hasBody && headers['transfer-encoding'] === 'chunked') return this.#takeChunked(status, headers, end + 4)
    const length = hasBody ? Number(headers['content-length'] ?? 0) : 0
    if (this.#received.length < end + 4 + length) return undefined
    const body = this.#received.subarray(end + 4, end + 4 + length)
    this.#received = this.#received.subarray(end + 4 + length)
    return { status, headers, body }
  }

  #takeChunked(status: number, headers: RawResponse['headers'], start: number): RawResponse | undefined {
    const chunks: Buffer[] = []
    for (let offset = start; ; ) {
      const line = this.#received.indexOf('\r\n', offset)
      if (line < 0) return undefined
      const size = Number.parseInt(this.#received.toString('latin1', offset, line), 16)
      offset = line + 4 + size
      if (this.#received.length < offset) return undefined
      if (this.#received.toString('latin1', offset - 2, offset) !== '\r\n') throw new Error('A chunk has no end')
      if (size > 0) chunks.push(this.#received.subarray(line + 2, offset - 2))
      else {
        this.#received = this.#received.subarray(offset)
        return { status, headers, body: Buffer.concat(chunks) }
      }
    }
  }
}

/** A request in octets: `request('POST /a', { 'X-A': 'b' }, 'body')`. */
export function request(line: string, headers: Readonly<Record<string, string>> = {}, body?: string | Buffer): Buffer {
  const framing = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }
  const lines = Object.entries({ Host: 'test', ...framing, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.concat([Buffer.from(`${line} HTTP/1.1\r\n${lines.join('')}\r\n`), Buffer.from(body ?? '')])
}
