import type { HttpResponse as UwsResponse } from 'uWebSockets.js'
import type { HttpResponse } from '@heliograph/contracts'
import { hasBody, isHostHeader, STATUS_LINES } from './message-framing.ts'

/** Bodies above this are offered piece by piece; smaller ones the library may keep until the client reads. */
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
  native.writeStatus(STATUS_LINES[response.status] as string)
  for (const name in response.headers) {
    if (!isHostHeader(name)) native.writeHeader(name, response.headers[name] as string)
  }
  if (ending === 'kept') native.writeHeader('Keep-Alive', IDLE_HINT)
  const body = response.body ?? ''
  if (isHead || !hasBody(response)) writeHeadOnly(native, response, ending)
  else if (body.length <= BUFFERED_OCTETS) native.end(body, ending !== 'kept')
  else return writePieces(native, typeof body === 'string' ? Buffer.from(body) : body, ending, onComplete)
  return true
}

function writeHeadOnly(native: UwsResponse, response: HttpResponse, ending: ConnectionEnding): void {
  if (ending === 'cut') {
    // The library closes after a response with a length only. A wrong 0 harms nobody: without a body nothing is read by it.
    native.endWithoutBody(0, true)
    return
  }
  // With a length of its own the library takes the response for unfinished, and without one it has no way to close: the client
  // closes instead, since it is told to.
  if (hasBody(response)) native.writeHeader('Content-Length', String(Buffer.byteLength(response.body ?? '')))
  if (ending === 'told') native.writeHeader('Connection', 'close')
  native.endWithoutBody()
}

/**
 * The library cannot close after pieces. Where it must, it is kept from reading instead: that lasts until a write finds the connection full, so it is told
 * again before each. What it left open it closes 8 to 12 s later.
 */
function writePieces(native: UwsResponse, body: Uint8Array, ending: ConnectionEnding, onComplete: () => void): boolean {
  const write = (offset: number) => {
    if (ending === 'cut') native.pause()
    return native.tryEnd(body.subarray(offset), body.length)
  }
  if (ending !== 'kept') native.writeHeader('Connection', 'close')
  if (write(0)[1]) return true
  native.onWritable((offset) => {
    const [isTaken, isEnded] = write(offset)
    if (isEnded) onComplete()
    return isTaken
  })
  return false
}
