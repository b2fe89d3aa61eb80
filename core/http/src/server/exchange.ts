import type { GatewayError, HttpResponse, HttpStream } from '@heliograph/contracts'
import type { ClientAddress } from '../addresses/client-address.ts'
import { announcedBodyLength, hasBody, hasSoundHost } from '../requests/message-framing.ts'
import type { ReceivedRequest } from '../requests/received-request.ts'
import { badHost, bodyTooLarge, noRoomForBody, tooManyFromClient } from '../requests/request-errors.ts'
import { discardStream, ResponseStream, type StreamSink } from '../routing/response-stream.ts'
import type { RouteMatch } from '../routing/route-match.ts'
import type { Router } from '../routing/router.ts'
import type { BodyBudget } from './body-budget.ts'
import { BodyCollector } from './body-collector.ts'
import type { ClientCounts } from './client-counts.ts'
import type { HttpLimits } from './http-limits.ts'
import type { OpenExchange, OpenExchanges } from './open-exchanges.ts'
import { ReadingPace } from './reading-pace.ts'

/** What the exchanges of one server have in common. */
export interface ExchangeContext {
  readonly router: Router
  readonly limits: HttpLimits
  readonly clientAddress: ClientAddress
  readonly open: OpenExchanges
  readonly bodies: BodyBudget
  readonly clients: ClientCounts
  /** True once the server is closing: connections then end with their response. */
  isClosing: boolean
}

/** `dropping`: a refusal is ready, but the body has to be read first. */
type Phase = 'receiving' | 'dropping' | 'handling' | 'writing' | 'ended'

/**
 * One request and its response, on either server: gathers the body within its limits, runs the handler within its deadline, and sees to it that the
 * client reads. What differs between the servers is abstract.
 */
export abstract class Exchange implements OpenExchange, StreamSink {
  protected readonly context: ExchangeContext
  protected readonly match: RouteMatch
  protected readonly request: ReceivedRequest
  /** The connection ends with this response. */
  protected isLast = false
  older: OpenExchange | undefined
  newer: OpenExchange | undefined
  #phase: Phase = 'handling'
  /** When the phase began, by the monotonic clock; kept only where it is going to be asked. */
  #since = 0
  #announced = 0
  #received = 0
  #isAsked = false
  #body: BodyCollector | undefined
  #response: HttpResponse | undefined
  #pace: ReadingPace | undefined
  #stream: ResponseStream | undefined
  /** Since when the client has left what it could read of a stream. */
  #blockedSince: number | undefined

  constructor(context: ExchangeContext, match: RouteMatch, request: ReceivedRequest) {
    this.context = context
    this.match = match
    this.request = request
  }

  /** Makes the body come, in calls of `receive`. */
  protected abstract listen(): void
  /** Writes the response and calls `end` when all of it is handed to the connection, or `waitForReader` when some of it is not yet. */
  protected abstract write(response: HttpResponse): void
  /** Writes the head of a response whose body is a stream, and then calls `beginStream`. */
  protected abstract openStream(response: HttpResponse): void
  /** Hands octets of the stream to the connection. False: it is full, and `unblock` is going to be called. */
  protected abstract writeToStream(octets: Uint8Array): boolean
  /** Ends the response, and then calls `end`. */
  protected abstract closeStream(): void
  /** Octets of the response's body that the connection has taken; undefined while it is another response's turn. */
  protected abstract octetsWritten(): number | undefined
  /** Called when the handler is going to answer later. */
  protected abstract watchForLoss(): void
  /** Answers a request whose framing cannot be understood, or closes its connection without an answer. */
  protected abstract refuseFraming(): void
  /** Closes the connection at once. */
  protected abstract cut(): void

  /** Whether the client may hold the gateway's memory with a body or a response: false when its address does so too often already. */
  protected mayHold(): boolean {
    return true
  }

  /** The body has not come in time. */
  protected cutSlowBody(): void {
    this.cut()
  }

  /** Decides by the head what becomes of the request. Called once. */
  start(): void {
    const { open, limits } = this.context
    const { bodyLimit, ignoresBody } = this.match
    open.add(this)
    if (!hasSoundHost(this.request.headers)) {
      this.isLast = true
      this.refuse(badHost())
      return
    }
    const length = announcedBodyLength(this.request.headers)
    this.#announced = length
    if (length === 0) this.#handle()
    else if (Number.isNaN(length)) this.refuseFraming()
    else if (ignoresBody || (Number.isFinite(length) && length > bodyLimit)) {
      if (this.isBodyUnsent() || length > bodyLimit + limits.drainOctets) this.isLast = true
      if (ignoresBody) this.#handle()
      else this.refuse(bodyTooLarge(bodyLimit))
    } else {
      this.#phase = 'receiving'
      this.#since = performance.now()
      this.listen()
    }
  }

  /** True for a client that sends its body only after a leave it has not been given: a connection without that leave is of no further use. */
  protected isBodyUnsent(): boolean {
    return false
  }

  /** The body came whole. */
  protected receiveWhole(body: Buffer): void {
    if (body.length > this.match.bodyLimit) {
      this.refuse(bodyTooLarge(this.match.bodyLimit))
      return
    }
    this.request.body = body
    this.#handle()
  }

  /** Takes in a piece of a body that does not come whole; `piece` may be gone after the call. */
  protected receive(piece: Uint8Array, isEnd: boolean): void {
    if (this.#phase === 'receiving') this.#gather(piece, isEnd)
    else if (this.#phase === 'dropping') this.#drop(piece.length, isEnd)
  }

  /** Nothing of the body has come yet. */
  protected get isUntouched(): boolean {
    return this.#phase === 'receiving' && this.#received === 0
  }

  /** Whether a body of known length ends with these octets. */
  protected isEndOfBody(octets: number): boolean {
    return this.#received + octets === this.#announced
  }

  /** The body is wanted, or has to be read all the same. */
  protected get isListening(): boolean {
    return this.#phase === 'receiving' || this.#phase === 'dropping'
  }

  protected get isChunked(): boolean {
    return this.#announced === Number.POSITIVE_INFINITY
  }

  #gather(piece: Uint8Array, isEnd: boolean): void {
    const { bodyLimit } = this.match
    this.#received += piece.length
    if (this.#received > bodyLimit) {
      this.#turnAway(this.#refusalOf(bodyTooLarge(bodyLimit)), isEnd)
      return
    }
    const body = this.#body ?? this.#beginBody(isEnd)
    if (body === undefined) return
    if (!body.add(piece)) {
      this.#turnAway(this.#refusalOf(noRoomForBody()), isEnd)
    } else if (isEnd) {
      this.request.body = body.take()
      this.#body = undefined
      this.#handle()
    }
  }

  /** Undefined: the body is not wanted. */
  #beginBody(isEnd: boolean): BodyCollector | undefined {
    if (!this.mayHold()) this.#turnAway(this.#refusalOf(tooManyFromClient()), isEnd)
    else this.admit()
    if (this.#phase !== 'receiving') return undefined
    this.#body = new BodyCollector(Math.min(this.#announced, this.match.bodyLimit), this.context.bodies)
    return this.#body
  }

  /** Asks the route, once, whether it wants the body. */
  protected admit(): void {
    if (this.match.admit === undefined || this.#isAsked) return
    this.#isAsked = true
    const refusal = this.context.router.admit(this.match, this.request)
    if (refusal instanceof Promise) {
      refusal.then((late) => {
        if (late !== undefined && this.#phase === 'receiving') this.#turnAway(late, false)
      })
    } else if (refusal !== undefined) {
      this.#turnAway(refusal, false)
    }
  }

  /** What is left of a body of known length the server reads past by itself. One of unknown length has to be read before its answer makes sense. */
  #turnAway(response: HttpResponse, isEnd: boolean): void {
    this.#dropBody()
    const isUnsent = this.isBodyUnsent()
    if (isEnd || isUnsent || !this.isChunked) {
      const isMuchLeft = this.#announced - this.#received > this.context.limits.drainOctets
      if (isUnsent || (isMuchLeft && !isEnd)) this.isLast = true
      this.answer(response)
    } else {
      this.#phase = 'dropping'
      this.#response = response
      this.#drop(0, false)
    }
  }

  #drop(octets: number, isEnd: boolean): void {
    this.#received += octets
    const isEndless = this.#received > this.match.bodyLimit + this.context.limits.drainOctets
    if (!isEnd && !isEndless) return
    if (isEndless && !isEnd) this.isLast = true
    this.answer(this.#response as HttpResponse)
  }

  #dropBody(): void {
    this.#body?.drop()
    this.#body = undefined
  }

  #handle(): void {
    this.#phase = 'handling'
    const result = this.context.router.handle(this.match, this.request)
    if (!(result instanceof Promise)) {
      this.answer(result)
      return
    }
    this.#since = performance.now()
    this.watchForLoss()
    result.then((response) => {
      if (this.#phase === 'handling') this.answer(response)
      else discardStream(response)
    })
  }

  protected refuse(error: GatewayError): void {
    this.answer(this.#refusalOf(error))
  }

  #refusalOf(error: GatewayError): HttpResponse {
    return this.context.router.refuse(this.match, this.request, error)
  }

  protected answer(response: HttpResponse): void {
    this.#phase = 'writing'
    this.#response = response
    if (response.stream === undefined) this.write(response)
    else this.#answerInPieces(response, response.stream)
  }

  #answerInPieces(response: HttpResponse, stream: HttpStream): void {
    if (this.request.method === 'HEAD' || !hasBody(response)) {
      discardStream(response)
      this.write(response)
    } else if (!this.mayHold()) {
      discardStream(response)
      this.refuse(tooManyFromClient())
    } else {
      this.#stream = new ResponseStream(stream, this)
      this.openStream(response)
    }
  }

  /** The head has been written. */
  protected beginStream(): void {
    this.#stream?.run()
    if (this.context.isClosing) this.finish()
  }

  writePiece(octets: Uint8Array): boolean {
    const hasRoom = this.writeToStream(octets)
    if (!hasRoom) this.#blockedSince = performance.now()
    return hasRoom
  }

  /** The connection takes octets of the stream again. */
  protected unblock(): void {
    this.#blockedSince = undefined
    this.#stream?.resume()
  }

  endStream(): void {
    this.closeStream()
  }

  failStream(thrown: unknown): void {
    this.context.router.streamFailed(this.match, thrown)
    this.cut()
  }

  finish(): void {
    if (this.#stream === undefined || this.#response?.stream?.isEndless !== true) return
    this.#stream.stop()
    this.request.abort()
    this.closeStream()
  }

  /** The connection has not taken all of the response yet. */
  protected waitForReader(): void {
    if (!this.mayHold()) {
      this.cut()
      return
    }
    this.#pace = new ReadingPace(this.context.limits, performance.now())
  }

  /** The client has gone. */
  protected lose(): void {
    if (this.#phase === 'handling') this.request.abort()
    else this.end(false)
  }

  /** The last that happens. `isSent`: the whole response has been handed to the connection. */
  protected end(isSent: boolean): void {
    if (this.#phase === 'ended') return
    this.#phase = 'ended'
    this.#dropBody()
    this.#endOfStream(isSent)
    this.context.open.remove(this)
    if (isSent && this.#response?.afterSent !== undefined) this.context.router.sent(this.match, this.#response)
    this.#response = undefined
  }

  #endOfStream(isSent: boolean): void {
    if (this.#stream === undefined) return
    this.#stream.stop()
    this.#stream = undefined
    if (!isSent) this.request.abort()
  }

  check(now: number): void {
    const { limits, router } = this.context
    const elapsed = now - this.#since
    if (this.#phase === 'writing') {
      if (this.#isLeft(now) || this.#pace?.isTooSlow(now, this.octetsWritten()) === true) this.cut()
    } else if (this.#phase !== 'handling') {
      if (elapsed > limits.requestTimeoutMs) this.cutSlowBody()
    } else if (elapsed > limits.handlerTimeoutMs) {
      this.request.giveUp()
      this.answer(router.expire(this.match, this.request, this.#since))
    }
  }

  /** Whether the client has read nothing of a stream for too long. */
  #isLeft(now: number): boolean {
    if (this.#blockedSince === undefined) return false
    if (this.octetsWritten() === undefined) this.#blockedSince = now
    return now - this.#blockedSince > this.context.limits.responseTimeoutMs
  }
}
