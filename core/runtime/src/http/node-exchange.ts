import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { GatewayError, HttpMethod, HttpResponse } from '@heliograph/contracts'
import { BodyCollector } from './body-collector.ts'
import type { ClientAddress } from './client-address.ts'
import type { HttpLimits } from './http-limits.ts'
import type { InFlight } from './in-flight.ts'
import { canonicalIpAddress } from './ip-address.ts'
import { announcedBodyLength, hasBody, isHostHeader, NO_BODY } from './message-framing.ts'
import { ReceivedRequest } from './received-request.ts'
import { badFraming, bodyTooLarge } from './request-errors.ts'
import { splitRequestTarget } from './request-target.ts'
import type { RouteMatch } from './route-match.ts'
import type { Router } from './router.ts'

export interface NodeExchangeContext {
  readonly router: Router
  readonly limits: HttpLimits
  readonly inFlight: InFlight
  readonly clientAddress: ClientAddress
  /** Connections that end with a response on its way: what follows on them is no request to be served. */
  readonly ending: WeakSet<Socket>
  /** True once the server is closing: connections then end with their response. */
  isClosing: boolean
}

/** One request and its response on `node:http`. */
export class NodeExchange {
  readonly #context: NodeExchangeContext
  readonly #incoming: IncomingMessage
  readonly #outgoing: ServerResponse
  readonly #match: RouteMatch
  readonly #request: ReceivedRequest

  constructor(context: NodeExchangeContext, incoming: IncomingMessage, outgoing: ServerResponse) {
    const { path, query } = splitRequestTarget(incoming.url ?? '')
    const method = (incoming.method ?? '') as HttpMethod
    const headers = joinHeaders(incoming.rawHeaders)
    this.#context = context
    this.#incoming = incoming
    this.#outgoing = outgoing
    this.#match = context.router.find(method, path)
    const remoteAddress = context.clientAddress(peerAddress(incoming), headers)
    this.#request = new ReceivedRequest(
      { method, path, query, headers, params: this.#match.params, remoteAddress },
      (abort) => this.#abortWhenLost(abort),
    )
  }

  start(): void {
    const { limits, inFlight } = this.#context
    inFlight.begin()
    if (this.#incoming.rawHeaders.length > limits.headerCount * 2) {
      this.#send({ status: 431 }, true)
      return
    }
    const length = announcedBodyLength(this.#request.headers)
    const { bodyLimit, ignoresBody } = this.#match
    const mustClose = this.#awaitsContinue() || !(length <= bodyLimit + limits.drainOctets)
    if (Number.isNaN(length)) this.#refuse(badFraming(), true)
    else if (ignoresBody && length > 0) this.#dispatch(mustClose)
    else if (length === 0) this.#dispatch(false)
    else if (Number.isFinite(length) && length > bodyLimit) this.#refuse(bodyTooLarge(bodyLimit), mustClose)
    else this.#collect()
  }

  /** A client that waits for leave to send its body may never send it, so a connection without that leave is of no further use. */
  #awaitsContinue(): boolean {
    return this.#request.headers.expect !== undefined
  }

  #collect(): void {
    if (this.#awaitsContinue()) this.#outgoing.writeContinue()
    const { bodyLimit } = this.#match
    const incoming = this.#incoming
    const body = new BodyCollector(bodyLimit, this.#context.limits.drainOctets)
    const receive = (chunk: Buffer, isLast: boolean) => {
      const progress = body.add(chunk, isLast)
      if (progress === 'more') return
      incoming.off('data', onData).off('end', onEnd).off('close', onClose)
      if (progress === 'complete') {
        this.#request.body = body.take()
        this.#dispatch(false)
      } else {
        this.#refuse(bodyTooLarge(bodyLimit), progress === 'endless')
      }
    }
    const onData = (chunk: Buffer) => receive(chunk, false)
    const onEnd = () => receive(NO_BODY, true)
    const onClose = () => this.#context.inFlight.end()
    incoming.on('data', onData).on('end', onEnd).on('close', onClose)
  }

  #dispatch(close: boolean): void {
    const result = this.#context.router.handle(this.#match, this.#request)
    if (result instanceof Promise) result.then((response) => this.#send(response, close))
    else this.#send(result, close)
  }

  /** The socket tells, not the response: one that waits behind a pipelined one hears nothing of a lost connection. */
  #abortWhenLost(abort: () => void): void {
    const { socket } = this.#incoming
    if (socket.destroyed) {
      abort()
      return
    }
    socket.once('close', abort)
    this.#outgoing.once('finish', () => socket.off('close', abort))
  }

  #refuse(error: GatewayError, close: boolean): void {
    this.#send(this.#context.router.refuse(this.#match, this.#request, error), close)
  }

  #send(response: HttpResponse, close: boolean): void {
    const outgoing = this.#outgoing
    const { socket } = this.#incoming
    if (socket.destroyed) {
      this.#context.inFlight.end()
      return
    }
    if (close) this.#context.ending.add(socket)
    this.#endWhenSent(socket)
    const body = hasBody(response) ? (response.body ?? '') : ''
    outgoing.writeHead(response.status, flatHeaders(response, close || this.#context.isClosing))
    outgoing.end(this.#request.method === 'HEAD' ? undefined : body)
    this.#limitReading()
  }

  /** A response that waits behind a pipelined one hears nothing of a lost connection, so the socket is listened to as well. */
  #endWhenSent(socket: Socket): void {
    const end = () => {
      this.#outgoing.off('close', end)
      socket.off('close', end)
      this.#context.inFlight.end()
    }
    this.#outgoing.on('close', end)
    socket.on('close', end)
  }

  /** A response the system did not take at once is waiting for the client; one that never reads must not keep it for ever. */
  #limitReading(): void {
    const { socket } = this.#outgoing
    if (socket === null || socket.writableLength === 0) return
    socket.setTimeout(this.#context.limits.responseTimeoutMs)
    this.#outgoing.prependOnceListener('finish', () => socket.setTimeout(0))
  }
}

function flatHeaders(response: HttpResponse, close: boolean): string[] {
  const flat: string[] = []
  for (const name in response.headers) {
    if (!isHostHeader(name)) flat.push(name, response.headers[name] as string)
  }
  if (hasBody(response)) flat.push('Content-Length', String(Buffer.byteLength(response.body ?? '')))
  if (close) flat.push('Connection', 'close')
  return flat
}

function joinHeaders(rawHeaders: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = Object.create(null)
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] as string).toLowerCase()
    const value = utf8Value(rawHeaders[index + 1] as string)
    const before = headers[name]
    headers[name] = before === undefined ? value : `${before}, ${value}`
  }
  return headers
}

/** Node reads header values as Latin-1; the other server kind, and the clients that send such values at all, mean UTF-8. */
function utf8Value(value: string): string {
  return /[\x80-\xff]/.test(value) ? Buffer.from(value, 'latin1').toString() : value
}

function peerAddress(incoming: IncomingMessage): string {
  const address = incoming.socket.remoteAddress ?? ''
  return address.startsWith('::ffff:') ? canonicalIpAddress(address) : address
}
