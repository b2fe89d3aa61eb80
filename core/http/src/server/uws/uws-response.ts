import type { HttpResponse as UwsResponse } from 'uWebSockets.js'
import type { HttpResponse } from '@heliograph/contracts'
import { hasBody, hasLength, isHostHeader, STATUS_LINES } from '../../requests/message-framing.ts'

/**
 * Size of the library's write buffer. A response up to this size that ends the connection is passed whole, so that the
 * connection closes at once.
 */
const BUFFERED_OCTETS = 16_384

/**
 * The library closes a connection 8 to 12 s after its last response; with this hint, a client does not send while it is
 * being closed.
 */
const IDLE_HINT = 'timeout=8'

/**
 * What happens to the connection: it is kept, the client is asked to close it, or the library stops reading and closes
 * it.
 */
export type ConnectionEnding = 'kept' | 'told' | 'cut'

/** What the host adds to the head of a response. */
export interface UwsHead {
  readonly ending: ConnectionEnding
  /** The value of `Strict-Transport-Security`. */
  readonly transportSecurity: string | undefined
  readonly requestId: string
}

/** How a response is written, besides what it says itself. */
export interface UwsReply extends UwsHead {
  readonly isHead: boolean
}

/**
 * Writes a response on a corked connection. True: all of it is written. False: the rest follows as the client reads,
 * then `onComplete` is called; until then the native response must have an abort handler.
 */
export function writeUwsResponse(
  native: UwsResponse,
  response: HttpResponse,
  reply: UwsReply,
  onComplete: () => void,
): boolean {
  const { isHead, ending } = reply
  writeFields(native, response, reply)
  const body = response.body ?? ''
  if (isHead || !hasBody(response)) writeHeadOnly(native, response, ending)
  else if (ending !== 'kept' && body.length <= BUFFERED_OCTETS) native.end(body, true)
  else return writePieces(native, body, ending, onComplete)
  return true
}

/** Writes the head of a response that is sent in chunks. The library completes the head with the first chunk. */
export function writeUwsHead(native: UwsResponse, response: HttpResponse, head: UwsHead): void {
  writeFields(native, response, head)
  if (head.ending !== 'kept') native.writeHeader('Connection', 'close')
}

function writeFields(
  native: UwsResponse,
  response: HttpResponse,
  { ending, transportSecurity, requestId }: UwsHead,
): void {
  native.writeStatus(STATUS_LINES[response.status] as string)
  for (const name in response.headers) {
    if (!isHostHeader(name)) writeHeader(native, name, response.headers[name] as string | readonly string[])
  }
  native.writeHeader('X-Request-Id', requestId)
  if (transportSecurity !== undefined) native.writeHeader('Strict-Transport-Security', transportSecurity)
  if (ending === 'kept') native.writeHeader('Keep-Alive', IDLE_HINT)
}

function writeHeader(native: UwsResponse, name: string, value: string | readonly string[]): void {
  if (typeof value === 'string') native.writeHeader(name, value)
  else for (const one of value) native.writeHeader(name, one)
}

function writeHeadOnly(native: UwsResponse, response: HttpResponse, ending: ConnectionEnding): void {
  if (ending === 'cut') {
    // The library closes only after a response with a length. A wrong 0 does no harm: without a body, clients do not
    // use it.
    native.endWithoutBody(0, true)
    return
  }
  // Given a length, the library would consider the response unfinished; without one it cannot close. So the client is
  // asked to close.
  if (hasLength(response)) native.writeHeader('Content-Length', String(Buffer.byteLength(response.body ?? '')))
  if (ending === 'told') native.writeHeader('Connection', 'close')
  native.endWithoutBody()
}

/**
 * Writes only as much as the connection takes, because the library would buffer the rest of any number of responses for
 * a client that never reads. It cannot close the connection after pieces. Where it must close, it is paused instead; a
 * pause lasts until a write finds the connection full, so it is repeated before each write. The library closes the
 * connection 8 to 12 s later.
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
