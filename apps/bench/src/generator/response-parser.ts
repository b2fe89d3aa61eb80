const HEAD_END = Buffer.from('\r\n\r\n')

/**
 * Parses HTTP/1.1 responses from one connection on which at most one request is open. Supports only what the gateway
 * sends: a status line, headers with Content-Length, a body. Throws for anything else.
 */
export class ResponseParser {
  readonly #onResponse: (status: number, body: Buffer) => void
  #rest: Buffer | undefined

  /** `body` is valid until `onResponse` returns. */
  constructor(onResponse: (status: number, body: Buffer) => void) {
    this.#onResponse = onResponse
  }

  /** Takes octets as they arrive. The chunk may be overwritten afterwards. */
  feed(chunk: Buffer): void {
    const data = this.#rest === undefined ? chunk : Buffer.concat([this.#rest, chunk])
    this.#rest = undefined
    const headEnd = data.indexOf(HEAD_END)
    if (headEnd < 0) {
      this.#rest = Buffer.from(data)
      return
    }
    const head = data.toString('latin1', 0, headEnd)
    const bodyStart = headEnd + HEAD_END.length
    const bodyEnd = bodyStart + contentLength(head)
    if (data.length < bodyEnd) {
      this.#rest = Buffer.from(data)
      return
    }
    if (data.length > bodyEnd) throw new Error('The server sent more than one answer to one request')
    this.#onResponse(statusOf(head), data.subarray(bodyStart, bodyEnd))
  }
}

function statusOf(head: string): number {
  const status = Number(head.slice(9, 12))
  if (!head.startsWith('HTTP/1.') || !Number.isInteger(status))
    throw new Error(`Not an HTTP answer: ${head.slice(0, 80)}`)
  return status
}

function contentLength(head: string): number {
  const match = /\r\ncontent-length: *(\d+)/i.exec(head)
  if (match === null) throw new Error(`An answer without Content-Length: ${head.slice(0, 200)}`)
  return Number(match[1])
}
