import type { HttpResponse as UwsResponse } from 'uWebSockets.js'
import type { HttpResponse } from '@heliograph/contracts'
import { hasBody, hasLength, isHostHeader, STATUS_LINES } from '../../requests/message-framing.ts'

/** What the library gathers before it writes. A response up to this size that ends the connection is given to it whole, so that it closes at once. */
const BUFFERED_OCTETS = 16_384

/** The library closes a connection 8 to 12 s after its last response; told so, a client does not send into the closing of it. */
const IDLE_HINT = 'timeout=8'

/** What becomes of the connection: it is kept, the client is told to close it, or the library reads nothing more from it and closes it. */
export type ConnectionEnding = 'kept' | 'told' | 'cut'

/**
 * Writes a response on a corked connection. True: all of it is written. False: the rest follows as the client reads, and `onComplete` is
 * called then; until then the native response must have an abort handler.
 */
export function writeUwsResponse(
  native: UwsResponse,
  response: HttpResponse,
  isHead: boolean,
  ending: ConnectionEnding,
  onComplete: () => void,
): boolean {
  writeFields(native, response, ending)
  const body = response.body ?? ''
  if (isHead || !hasBody(response)) writeHeadOnly(native, response, ending)
  else if (ending !== 'kept' && body.length <= BUFFERED_OCTETS) native.end(body, true)
  else return writePieces(native, body, ending, onComplete)
  return true
}

/** Writes the head of a response that is going to be written in chunks. The library completes it with the first of them. */
export function writeUwsHead(native: UwsResponse, response: HttpResponse, ending: ConnectionEnding): void {
  writeFields(native, response, ending)
  if (ending !== 'kept') native.writeHeader('Connection', 'close')
}

function writeFields(native: UwsResponse, response: HttpResponse, ending: ConnectionEnding): void {
  native.writeStatus(STATUS_LINES[response.status] as string)
  for (const name in response.headers) {
    if (!isHostHeader(name)) writeHeader(native, name, response.headers[name] as string | readonly string[])
  }
  if (ending === 'kept') native.writeHeader('Keep-Alive', IDLE_HINT)
}

function writeHeader(native: UwsResponse, name: string, value: string | readonly string[]): void {
  if (typeof value === 'string') native.writeHeader(name, value)
  else for (const one of value) native.writeHeader(name, one)
}

function writeHeadOnly(native: UwsResponse, response: HttpResponse, ending: ConnectionEnding): void {
  if (ending === 'cut') {
    // The library closes after a response with a length only. A wrong 0 harms nobody: without a body nothing is read by it.
    native.endWithoutBody(0, true)
    return
  }
  // With a length of its own the library takes the response for unfinished, and without one it has no way to close: the client
  // closes instead, since it is told to.
  if (hasLength(response)) native.writeHeader('Content-Length', String(Buffer.byteLength(response.body ?? '')))
  if (ending === 'told') native.writeHeader('Connection', 'close')
  native.endWithoutBody()
}

/**
 * Hands over as much as the connection takes: the library itself would keep the rest, of any number of responses to a client that never reads. It cannot
 * close after pieces. Where it must, it is kept from reading instead: that lasts until a write finds the connection full, so it is told again before
 * each. What it left open it closes 8 to 12 s later.
 */
function writePieces(
  native: UwsResponse,
  body: string | Uint8Array,
  ending: ConnectionEnding,
  onComplete: () => void,
): boolean {
  if (ending !== 'kept') native.writeHeader('Connection', 'close')
  if (ending === 'cut') native.pause()
  const size = typeof body === 'string' ? Buffer.byteLength(body) : body.length
  if (native.tryEnd(body, size)[1]) return true
  const octets = typeof body === 'string' ? Buffer.from(body) : body
  native.onWritable((offset) => {
    if (ending === 'cut') native.pause()
    const [isTaken, isEnded] = native.tryEnd(octets.subarray(offset), size)
    if (isEnded) onComplete()
    return isTaken
  })
  return false
}
