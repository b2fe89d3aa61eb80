import type { HttpRequest as UwsRequest, HttpResponse as UwsResponse } from 'uWebSockets.js'
import type { HttpMethod, HttpResponse } from '@heliograph/contracts'
import { formatIpAddress } from '../../addresses/ip-address.ts'
import { asksToClose } from '../../requests/message-framing.ts'
import { ReceivedRequest } from '../../requests/received-request.ts'
import type { RouteMatch } from '../../routing/route-match.ts'
import { Exchange, type ExchangeContext } from '../exchange.ts'
import { type ConnectionEnding, writeUwsHead, writeUwsResponse } from './uws-response.ts'
import { UwsStream } from './uws-stream.ts'

/**
 * Copies the request's contents, since the library frees them after this call, and starts handling it. Must not throw:
 * the library ends the process when this returns with the response neither ended nor watched.
 */
export function acceptUwsRequest(context: ExchangeContext, response: UwsResponse, request: UwsRequest): void {
  const method = request.getCaseSensitiveMethod() as HttpMethod
  const path = request.getUrl()
  const match = context.router.find(method, path)
  const headers = readHeaders(request)
  const peer = peerOf(response)
  const received = new ReceivedRequest({
    method,
    path,
    // In fact undefined when the target has no question mark.
    query: request.getQuery() ?? '',
    headers,
    params: match.params,
    remoteAddress: context.clientAddress(peer, headers),
    isSecure: context.isSecure(peer, headers),
    requestId: context.requestId(peer, headers),
  })
  new UwsExchange(context, response, match, received).start()
}

function peerOf(response: UwsResponse): string {
  return formatIpAddress(new Uint8Array(response.getRemoteAddress()))
}

function readHeaders(request: UwsRequest): Record<string, string> {
  const headers: Record<string, string> = Object.create(null)
  request.forEach((name, value) => {
    const before = headers[name]
    headers[name] = before === undefined ? value : `${before}, ${value}`
  })
  return headers
}

/**
 * One request and its response on the native server. The native response must not be touched once it has ended or its
 * connection is gone, so only this class holds it, and drops it at that moment.
 */
class UwsExchange extends Exchange {
  #native: UwsResponse | undefined
  #isWatched = false
  #stream: UwsStream | undefined
  #isStreamOver = false
  /** The peer, once it is counted as occupying memory. */
  #holder: string | undefined

  constructor(context: ExchangeContext, native: UwsResponse, match: RouteMatch, request: ReceivedRequest) {
    super(context, match, request)
    this.#native = native
  }

  protected listen(): void {
    // The library is lenient about where a chunked body ends, and about what a Transfer-Encoding value begins and ends
    // with. A proxy in front may have seen another end of the body, so that what looks like a request here is the rest
    // of a body there (RFC 9112 section 11.2).
    if (this.isChunked) this.isLast = true
    this.watchForLoss()
    this.#native?.onData((chunk, isEnd) => {
      // The library reclaims the memory of `chunk` after this call.
      const piece = new Uint8Array(chunk)
      if (isEnd && this.isUntouched) this.receiveWhole(Buffer.from(piece))
      else this.receive(piece, isEnd)
    })
  }

  protected watchForLoss(): void {
    if (this.#isWatched) return
    this.#isWatched = true
    this.#native?.onAborted(() => {
      this.#native = undefined
      this.lose()
    })
  }

  protected override mayHold(): boolean {
    if (this.#holder !== undefined || this.#native === undefined) return true
    const peer = peerOf(this.#native)
    if (!this.context.clients.enter(peer)) return false
    this.#holder = peer
    return true
  }

  protected cut(): void {
    this.#native?.close()
    this.end(false)
  }

  /**
   * The last response of a connection waits until the library has processed all that it has read. If the library finds
   * another request behind this one, it closes the connection because this one is still unanswered; had it been
   * answered at once, the library would go on to the next.
   */
  protected write(response: HttpResponse): void {
    if (!this.isLast) {
      this.#writeNow(response, this.#ending())
      return
    }
    this.watchForLoss()
    setImmediate(() => this.#writeNow(response, 'cut'))
  }

  #writeNow(response: HttpResponse, ending: ConnectionEnding): void {
    const native = this.#native
    if (native === undefined) {
      this.end(false)
      return
    }
    let isComplete = false
    native.cork(() => {
      const isHead = this.request.method === 'HEAD'
      const { transportSecurity } = this
      const { requestId } = this.request
      const reply = { isHead, ending, transportSecurity, requestId }
      isComplete = writeUwsResponse(native, response, reply, () => this.end(true))
    })
    if (isComplete) {
      this.end(true)
    } else {
      this.watchForLoss()
      this.waitForReader()
    }
  }

  /** The library itself ignores `close` when `Connection` names another option as well. */
  #ending(): ConnectionEnding {
    if (this.isLast) return 'cut'
    return this.context.isClosing || asksToClose(this.request.headers) ? 'told' : 'kept'
  }

  /** As with any response, the last one of a connection waits until the library has processed all that it has read. */
  protected openStream(response: HttpResponse): void {
    this.watchForLoss()
    if (this.isLast) setImmediate(() => this.#openNow(response))
    else this.#openNow(response)
  }

  #openNow(response: HttpResponse): void {
    const native = this.#native
    if (native === undefined) {
      this.end(false)
      return
    }
    const { transportSecurity } = this
    const { requestId } = this.request
    native.cork(() => writeUwsHead(native, response, { ending: this.#ending(), transportSecurity, requestId }))
    this.#stream = new UwsStream(native, () => this.#onRoom())
    this.beginStream()
  }

  protected writeToStream(octets: Uint8Array): boolean {
    return this.#stream?.write(octets) ?? true
  }

  #onRoom(): void {
    if (this.#isStreamOver) this.#endNow()
    else this.unblock()
  }

  /**
   * Waits until the library has written all that it buffers, since the server may close the connection of an ended
   * exchange.
   */
  protected closeStream(): void {
    this.#isStreamOver = true
    if (this.#stream?.hasRoom === true) this.#endNow()
  }

  /** The library cannot close after chunks: see `writePieces`. */
  #endNow(): void {
    if (this.isLast) this.#native?.pause()
    this.#native?.cork(() => this.#native?.end())
    this.end(true)
  }

  protected octetsWritten(): number | undefined {
    return this.#native?.getWriteOffset()
  }

  protected override end(isSent: boolean): void {
    this.#native = undefined
    this.#stream = undefined
    if (this.#holder !== undefined) this.context.clients.leave(this.#holder)
    this.#holder = undefined
    super.end(isSent)
  }
}
