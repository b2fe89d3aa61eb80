import type { GatewayError, HttpResponse, HttpStream } from '@heliograph/contracts'
import type { ClientAddress } from '../addresses/client-address.ts'
import type { ClientTransport } from '../addresses/client-transport.ts'
import { announcedBodyLength, hasBody, hasSoundHost } from '../requests/message-framing.ts'
import type { ReceivedRequest } from '../requests/received-request.ts'
import { badFraming, badHost, bodyTooLarge, noRoomForBody, tooManyFromClient } from '../requests/request-errors.ts'
import type { RequestIds } from '../requests/request-ids.ts'
import { discardStream, ResponseStream, type StreamSink } from '../routing/response-stream.ts'
import type { RouteMatch } from '../routing/route-match.ts'
import type { Router } from '../routing/router.ts'
import { type BodyBudget, UNCOUNTED_OCTETS } from './body-budget.ts'
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
  readonly isSecure: ClientTransport
  readonly requestId: RequestIds
  /** The value of `Strict-Transport-Security` for encrypted requests. */
  readonly transportSecurity: string
  readonly open: OpenExchanges
  readonly bodies: BodyBudget
  readonly clients: ClientCounts
  /** True once the server is closing: connections then end with their response. */
  isClosing: boolean
}

/** `dropping`: a refusal is ready, but the body must be read first. */
type Phase = 'receiving' | 'dropping' | 'handling' | 'writing' | 'ended'

/**
 * One request and its response, on either server: gathers the body within its limits, runs the handler within its
 * deadline, and cuts off a client that does not read. The parts that differ between the servers are abstract.
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
  /** When the phase began, by the monotonic clock; set only for phases with a deadline. */
  #since = 0
  #announced = 0
  #received = 0
  #isAsked = false
  #body: BodyCollector | undefined
  /** Octets of the complete body that count against the budget. */
  #held = 0
  /** As the budget names the client; set before anything is held. */
  #bodyHolder = ''
  #isHandlerRunning = false
  #response: HttpResponse | undefined
  #pace: ReadingPace | undefined
  #stream: ResponseStream | undefined
  /** When the client stopped reading a stream; undefined while it reads. */
  #blockedSince: number | undefined

  constructor(context: ExchangeContext, match: RouteMatch, request: ReceivedRequest) {
    this.context = context
    this.match = match
    this.request = request
  }

  /** The value of `Strict-Transport-Security` of the response: only over TLS (RFC 6797 section 7.2). */
  protected get transportSecurity(): string | undefined {
    return this.request.isSecure ? this.context.transportSecurity : undefined
  }

  /** Starts reading the body, which arrives in calls of `receive`. */
  protected abstract listen(): void
  /**
   * Writes the response. Calls `end` once the connection has taken all of it, or `waitForReader` while some is left.
   */
  protected abstract write(response: HttpResponse): void
  /** Writes the head of a response whose body is a stream, and then calls `beginStream`. */
  protected abstract openStream(response: HttpResponse): void
  /** Writes octets of the stream to the connection. False: it is full, and `unblock` will be called. */
  protected abstract writeToStream(octets: Uint8Array): boolean
  /** Ends the response, and then calls `end`. */
  protected abstract closeStream(): void
  /** Octets of the response's body that the connection has taken; undefined while it is another response's turn. */
  protected abstract octetsWritten(): number | undefined
  /** Called when the handler will answer later. */
  protected abstract watchForLoss(): void
  /** Closes the connection at once. */
  protected abstract cut(): void

  /**
   * Whether the client may occupy memory with a body or a response: false when its address already does so too often.
   */
  protected mayHold(): boolean {
    return true
  }

  /** Called when the body has not arrived in time. */
  protected cutSlowBody(): void {
    this.cut()
  }

  /** Decides from the head how the request is handled. Called once. */
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
    else if (Number.isNaN(length)) {
      // What follows may be the body or another request.
      this.isLast = true
      this.refuse(badFraming())
    } else if (ignoresBody || (Number.isFinite(length) && length > bodyLimit)) {
      if (this.isBodyUnsent() || length > bodyLimit + limits.drainOctets) this.isLast = true
      if (ignoresBody) this.#handle()
      else this.refuse(bodyTooLarge(bodyLimit))
    } else {
      this.#phase = 'receiving'
      this.#since = performance.now()
      this.listen()
    }
  }

  /**
   * True for a client that waits for permission to send its body and has not got it: without it, the connection cannot
   * be used again.
   */
  protected isBodyUnsent(): boolean {
    return false
  }

  /** Called when the body has arrived in one piece. */
  protected receiveWhole(body: Buffer): void {
    if (body.length > this.match.bodyLimit) {
      this.refuse(bodyTooLarge(this.match.bodyLimit))
      return
    }
    if (body.length > UNCOUNTED_OCTETS && !this.#hold(body.length)) {
      this.refuse(noRoomForBody())
      return
    }
    this.request.body = body
    this.#handle()
  }

  /** Takes one piece of a body that arrives in several; `piece` may be invalid after the call. */
  protected receive(piece: Uint8Array, isEnd: boolean): void {
    if (this.#phase === 'receiving') this.#gather(piece, isEnd)
    else if (this.#phase === 'dropping') this.#drop(piece.length, isEnd)
  }

  /** True while nothing of the body has arrived. */
  protected get isUntouched(): boolean {
    return this.#phase === 'receiving' && this.#received === 0
  }

  /** Whether a body of known length ends with these octets. */
  protected isEndOfBody(octets: number): boolean {
    return this.#received + octets === this.#announced
  }

  /** True while the body is wanted, or must be read anyway. */
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
      this.#held = this.request.body.length
      this.#body = undefined
      this.#handle()
    }
  }

  /** Returns undefined when the body is not wanted. */
  #beginBody(isEnd: boolean): BodyCollector | undefined {
    if (!this.mayHold()) this.#turnAway(this.#refusalOf(tooManyFromClient()), isEnd)
    else this.admit()
    if (this.#phase !== 'receiving') return undefined
    const { bodies } = this.context
    this.#bodyHolder = bodies.holderOf(this.request.remoteAddress)
    this.#body = new BodyCollector(Math.min(this.#announced, this.match.bodyLimit), bodies, this.#bodyHolder)
    return this.#body
  }

  /** Counts a body that has arrived in one piece. False when there is no room for it. */
  #hold(octets: number): boolean {
    const { bodies } = this.context
    this.#bodyHolder = bodies.holderOf(this.request.remoteAddress)
    if (!bodies.hold(octets, this.#bodyHolder)) return false
    this.#held = octets
    return true
  }

  /** A handler that is past its deadline still has the body, so it counts until the handler ends, too. */
  #releaseBody(): void {
    if (this.#held === 0 || this.#isHandlerRunning || this.#phase !== 'ended') return
    this.context.bodies.release(this.#held, this.#bodyHolder)
    this.#held = 0
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

  /**
   * The server itself skips the rest of a body of known length. A body of unknown length must be read before the answer
   * is sent.
   */
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
    this.#isHandlerRunning = true
    this.watchForLoss()
    result.then((response) => {
      this.#isHandlerRunning = false
      this.#releaseBody()
      if (this.#phase === 'handling') this.answer(response)
      else {
        discardStream(response)
        this.context.router.ended(this.match, this.request, response, false)
      }
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

  /** Called when the head has been written. */
  protected beginStream(): void {
    this.#stream?.run()
    if (this.context.isClosing) this.finish()
  }

  writePiece(octets: Uint8Array): boolean {
    const hasRoom = this.writeToStream(octets)
    if (!hasRoom) this.#blockedSince = performance.now()
    return hasRoom
  }

  /** Called when the connection takes octets of the stream again. */
  protected unblock(): void {
    this.#blockedSince = undefined
    this.#stream?.resume()
  }

  endStream(): void {
    this.closeStream()
  }

  failStream(thrown: unknown): void {
    this.context.router.streamFailed(this.match, this.request, thrown)
    this.cut()
  }

  finish(): void {
    if (this.#stream === undefined || this.#response?.stream?.isEndless !== true) return
    this.#stream.stop()
    this.request.abort()
    this.closeStream()
  }

  /** Called when the connection has not taken all of the response yet. */
  protected waitForReader(): void {
    if (!this.mayHold()) {
      this.cut()
      return
    }
    this.#pace = new ReadingPace(this.context.limits, performance.now())
  }

  /** Called when the client has gone. */
  protected lose(): void {
    if (this.#phase === 'handling') this.request.abort()
    else this.end(false)
  }

  /** Ends the exchange; nothing happens after it. `isSent`: the connection has taken the whole response. */
  protected end(isSent: boolean): void {
    if (this.#phase === 'ended') return
    this.#phase = 'ended'
    this.#dropBody()
    this.#releaseBody()
    this.#endOfStream(isSent)
    this.context.open.remove(this)
    if (this.#response?.ended !== undefined) this.context.router.ended(this.match, this.request, this.#response, isSent)
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
