import type { HttpRequest as UwsRequest, HttpResponse as UwsResponse } from 'uWebSockets.js'
import type { GatewayError, HttpMethod, HttpResponse } from '@heliograph/contracts'
import { BodyCollector } from './body-collector.ts'
import type { ClientAddress } from './client-address.ts'
import type { HttpLimits } from './http-limits.ts'
import type { InFlight } from './in-flight.ts'
import { formatIpAddress } from './ip-address.ts'
import { announcedBodyLength } from './message-framing.ts'
import { ReceivedRequest } from './received-request.ts'
import { bodyTooLarge } from './request-errors.ts'
import type { RouteMatch } from './route-match.ts'
import type { Router } from './router.ts'
import { type ConnectionEnding, writeUwsResponse } from './uws-response.ts'

export interface UwsExchangeContext {
  readonly router: Router
  readonly limits: HttpLimits
  readonly inFlight: InFlight
  /** Requests whose bodies are still arriving, oldest first. */
  readonly receiving: Set<UwsExchange>
  readonly clientAddress: ClientAddress
  /** True once the server is closing: connections then end with their response. */
  isClosing: boolean
}

/**
 * Copies what the request holds, since it is gone after this call, and starts handling it. Must not throw: the library ends the process
 * when this returns with the response neither ended nor watched.
 */
export function acceptUwsRequest(context: UwsExchangeContext, response: UwsResponse, request: UwsRequest): void {
  const method = request.getCaseSensitiveMethod() as HttpMethod
  const path = request.getUrl()
  const match = context.router.find(method, path)
  const headers = readHeaders(request)
  const peer = formatIpAddress(new Uint8Array(response.getRemoteAddress()))
  const received = new ReceivedRequest({
    method,
    path,
    // Undefined in fact when the target has no question mark.
    query: request.getQuery() ?? '',
    headers,
    params: match.params,
    remoteAddress: context.clientAddress(peer, headers),
  })
  new UwsExchange(context, response, match, received).start()
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
 * One request and its response on the native server. The native response must not be touched once it has ended or its connection is gone, so it
 * is held here only, and let go at that moment.
 */
export class UwsExchange {
  readonly #context: UwsExchangeContext
  readonly #match: RouteMatch
  readonly #request: ReceivedRequest
  #response: UwsResponse | undefined
  #phase: 'receiving' | 'handling' | 'writing' | 'ended' = 'handling'
  #isWatched = false
  /** Nothing that follows on the connection can be trusted to be a request. */
  #isLast = false
  /** When its body began to arrive, by the monotonic clock. */
  startedAt = 0

  constructor(context: UwsExchangeContext, response: UwsResponse, match: RouteMatch, request: ReceivedRequest) {
    this.#context = context
    this.#response = response
    this.#match = match
    this.#request = request
  }

  /** Runs within the library's own callback, where the connection is corked already. */
  start(): void {
    this.#context.inFlight.begin()
    const length = announcedBodyLength(this.#request.headers)
    const { bodyLimit, ignoresBody } = this.#match
    const mustClose = !(length <= bodyLimit + this.#context.limits.drainOctets)
    // The library is lenient about where a chunked body ends, and about what a value of Transfer-Encoding begins and ends with. A proxy in front may have
    // seen another end, and what is a request from here may be the rest of a body there (RFC 9112 section 11.2).
    this.#isLast = length === Number.POSITIVE_INFINITY
    if (length === 0) this.#dispatch(false)
    else if (Number.isNaN(length)) this.#drop()
    else if (ignoresBody) this.#dispatch(mustClose)
    else if (Number.isFinite(length) && length > bodyLimit) this.#refuse(bodyTooLarge(bodyLimit), mustClose)
    else this.#collect(this.#response as UwsResponse)
  }

  /** Closes the connection of a client that has taken too long to send its body. */
  cut(): void {
    this.#response?.close()
  }

  /** Not even an answer: after one the library would go on to read what may be no request at all. */
  #drop(): void {
    this.#response?.close()
    this.#end()
  }

  #collect(response: UwsResponse): void {
    const { bodyLimit } = this.#match
    const body = new BodyCollector(bodyLimit, this.#context.limits.drainOctets)
    this.#phase = 'receiving'
    this.startedAt = performance.now()
    this.#context.receiving.add(this)
    this.#watch(response)
    response.onData((chunk, isLast) => {
      if (this.#phase !== 'receiving') return
      // The library takes the memory of `chunk` back after this call.
      const progress = body.add(Buffer.from(new Uint8Array(chunk)), isLast)
      if (progress === 'more') return
      this.#phase = 'handling'
      this.#context.receiving.delete(this)
      if (progress === 'complete') {
        this.#request.body = body.take()
        this.#dispatch(false)
      } else {
        this.#refuse(bodyTooLarge(bodyLimit), progress === 'endless')
      }
    })
  }

  #watch(response: UwsResponse): void {
    if (this.#isWatched) return
    this.#isWatched = true
    response.onAborted(() => {
      this.#response = undefined
      if (this.#phase === 'handling') this.#request.abort()
      else this.#end()
    })
  }

  #dispatch(close: boolean): void {
    const result = this.#context.router.handle(this.#match, this.#request)
    if (!(result instanceof Promise)) {
      this.#send(result, close)
      return
    }
    this.#watch(this.#response as UwsResponse)
    result.then((response) => {
      if (this.#response === undefined) this.#end()
      else this.#response.cork(() => this.#send(response, close))
    })
  }

  #refuse(error: GatewayError, close: boolean): void {
    this.#send(this.#context.router.refuse(this.#match, this.#request, error), close)
  }

  #send(response: HttpResponse, close: boolean): void {
    this.#phase = 'writing'
    if (this.#isLast) this.#sendLast(response)
    else this.#write(response, close || this.#context.isClosing ? 'told' : 'kept')
  }

  /**
   * The last response of a connection waits until the library is through with what it has read. A request that it finds behind this one meanwhile makes it
   * close the connection, since this one has no answer yet; answered at once, this one would let it go on to the next.
   */
  #sendLast(response: HttpResponse): void {
    this.#watch(this.#response as UwsResponse)
    setImmediate(() => this.#response?.cork(() => this.#write(response, 'cut')))
  }

  #write(response: HttpResponse, ending: ConnectionEnding): void {
    const native = this.#response as UwsResponse
    const isHead = this.#request.method === 'HEAD'
    const isComplete = writeUwsResponse(native, response, isHead, ending, () => this.#end())
    if (isComplete) this.#end()
    else this.#watch(native)
  }

  #end(): void {
    if (this.#phase === 'ended') return
    if (this.#phase === 'receiving') this.#context.receiving.delete(this)
    this.#phase = 'ended'
    this.#response = undefined
    this.#context.inFlight.end()
  }
}
