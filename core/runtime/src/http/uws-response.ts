import type { HttpResponse as UwsResponse } from 'uWebSockets.js'
import type { HttpResponse } from '@heliograph/contracts'
import { hasBody, isHostHeader, STATUS_LINES } from './message-framing.ts'

/** Bodies above this are offered piece by piece; smaller ones the library may keep until the client reads. */
const BUFFERED_OCTETS = 16_384

/** The library closes a connection 8 to 12 s after its last response; told so, a client does not send into the closing of it. */
const IDLE_HINT = 'timeout=8'

/**
 * Writes a response on a corked connection. True: all of it is written. False: the rest follows as the client reads, and `onComplete` is
 * called then; until then the native response must have an abort handler. `close` ends the connection with the response, except with one that is
 * written piece by piece, for which the library has no such option.
 */
export function writeUwsResponse(
  native: UwsResponse,
  response: HttpResponse,
  isHead: boolean,
  close: boolean,
  onComplete: () => void,
): boolean {
  native.writeStatus(STATUS_LINES[response.status] as string)
  for (const name in response.headers) {
    if (!isHostHeader(name)) native.writeHeader(name, response.headers[name] as string)
  }
  if (!close) native.writeHeader('Keep-Alive', IDLE_HINT)
  const body = response.body ?? ''
  if (isHead || !hasBody(response)) {
    // With a length of its own the library takes the response for unfinished, and without one it has no way to close: the client
    // closes instead, since it is told to.
    if (hasBody(response)) native.writeHeader('Content-Length', String(Buffer.byteLength(body)))
    if (close) native.writeHeader('Connection', 'close')
    native.endWithoutBody()
  } else if (body.length <= BUFFERED_OCTETS) {
    native.end(body, close)
  } else {
    return writePieces(native, typeof body === 'string' ? Buffer.from(body) : body, onComplete)
  }
  return true
}

function writePieces(native: UwsResponse, body: Uint8Array, onComplete: () => void): boolean {
  const [, isComplete] = native.tryEnd(body, body.length)
  if (isComplete) return true
  native.onWritable((offset) => {
    const [isTaken, isEnded] = native.tryEnd(body.subarray(offset), body.length)
    if (isEnded) onComplete()
    return isTaken
  })
  return false
}
