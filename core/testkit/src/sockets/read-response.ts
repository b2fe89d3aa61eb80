import type { InjectedResponse } from '@heliograph/http'

/** A response and the octets after it. */
export interface ReadResponse {
  readonly response: InjectedResponse
  readonly rest: Buffer
}

/**
 * Reads the first response in what a server has sent; undefined while it is incomplete. The body of a response without
 * a length ends with the connection. Throws an `Error` for anything that is not an HTTP/1.1 response.
 */
export function readResponse(received: Buffer, isHead: boolean, isEnded: boolean): ReadResponse | undefined {
  const end = received.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const [statusLine = '', ...lines] = received.toString('latin1', 0, end).split('\r\n')
  const [, digits] = /^HTTP\/1\.1 (\d{3}) /.exec(statusLine) ?? []
  if (digits === undefined) throw new Error(`A response begins with ${JSON.stringify(statusLine.slice(0, 100))}`)
  const status = Number(digits)
  const headers = readHeaders(lines)
  if (!isHead && headers['transfer-encoding'] === 'chunked') {
    const read = readChunks(received.subarray(end + 4))
    return read && { response: { status, headers, body: read.body, text: read.body.toString() }, rest: read.rest }
  }
  const isBodiless = isHead || status === 204 || status === 304
  const length = isBodiless ? 0 : bodyLength(headers, received.length - end - 4, isEnded)
  if (length === undefined || received.length < end + 4 + length) return undefined
  const body = Buffer.from(received.subarray(end + 4, end + 4 + length))
  return { response: { status, headers, body, text: body.toString() }, rest: received.subarray(end + 4 + length) }
}

/** Undefined while the last chunk is missing (RFC 9112 section 7.1). */
function readChunks(received: Buffer): { readonly body: Buffer; readonly rest: Buffer } | undefined {
  const chunks: Buffer[] = []
  let offset = 0
  for (;;) {
    const lineEnd = received.indexOf('\r\n', offset)
    if (lineEnd < 0) return undefined
    const line = received.toString('latin1', offset, lineEnd)
    if (!/^[\da-f]{1,8}$/i.test(line)) throw new Error(`A chunk begins with ${JSON.stringify(line.slice(0, 100))}`)
    const start = lineEnd + 2
    const end = start + Number.parseInt(line, 16)
    if (received.length < end + 2) return undefined
    offset = end + 2
    if (end === start) return { body: Buffer.concat(chunks), rest: received.subarray(offset) }
    chunks.push(received.subarray(start, end))
  }
}

function bodyLength(headers: Readonly<Record<string, string>>, there: number, isEnded: boolean): number | undefined {
  const length = headers['content-length']
  if (length === undefined) return isEnded ? there : undefined
  return Number(length)
}

function readHeaders(lines: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = Object.create(null)
  for (const line of lines) {
    const colon = line.indexOf(':')
    if (colon < 1) throw new Error(`A response has the header line ${JSON.stringify(line.slice(0, 100))}`)
    const name = line.slice(0, colon).toLowerCase()
    const value = line.slice(colon + 1).trim()
    headers[name] = headers[name] === undefined ? value : `${headers[name]}, ${value}`
  }
  return headers
}
