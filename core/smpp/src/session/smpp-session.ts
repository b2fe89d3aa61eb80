import { isResponseId, responseCommand } from '../pdu/commands.ts'
import { decodePdu } from '../pdu/decode-pdu.ts'
import {
  type Draft,
  isResponse,
  type Pdu,
  type PduDraft,
  type RequestPdu,
  type ResponseDraft,
  type ResponsePdu,
} from '../pdu/pdu.ts'
import { PduError } from '../pdu/pdu-error.ts'
import { STATUS } from '../pdu/status.ts'
import { FrameError } from './frame-reader.ts'
import { GuardedCallbacks } from './guarded-callbacks.ts'
import { Intake } from './intake.ts'
import { LinkWatch } from './link-watch.ts'
import { OrderlyEnd } from './orderly-end.ts'
import { PduSender } from './pdu-sender.ts'
import { ReadingClock } from './reading-clock.ts'
import { RequestWindow } from './request-window.ts'
import { Responder } from './responder.ts'
import { type SessionSettings, sessionSettings } from './session-settings.ts'
import { SharedTimer } from './shared-timer.ts'
import { SocketEnd } from './socket-end.ts'
import type {
  CloseReason,
  RequestOutcome,
  Respond,
  Session,
  SessionCounters,
  SessionOptions,
  SessionSocket,
} from './types.ts'

/** Octets that the peer may leave unread before the session stops reading its requests. */
const MAX_BACKLOG = 256 * 1024

/**
 * Creates a session over a connected socket, which then belongs to the session. Use it to bind, or to wait for a bind.
 */
export function createSession(socket: SessionSocket, options: SessionOptions): Session {
  return new SmppSession(socket, options)
}

class SmppSession implements Session {
  readonly closed: Promise<CloseReason>
  readonly #socket: SessionSocket
  readonly #options: SessionOptions
  readonly #settings: SessionSettings
  readonly #callbacks: GuardedCallbacks
  readonly #clock: ReadingClock
  readonly #intake: Intake
  readonly #sender: PduSender
  readonly #requests: RequestWindow
  readonly #responder: Responder
  readonly #watch: LinkWatch
  readonly #timer: SharedTimer
  readonly #ending: OrderlyEnd
  readonly #end: SocketEnd
  #state: Session['state'] = 'open'
  #reason: CloseReason = { kind: 'peer-closed', detail: 'the connection ended' }
  #unbindNumber: number | undefined
  readonly #counts = { received: 0, expired: 0, lateResponses: 0, unexpectedResponses: 0, unreadable: 0 }
  /** When reading stopped, or the last time since then that the peer had taken everything. */
  #stalledSince = 0

  constructor(socket: SessionSocket, options: SessionOptions) {
    this.#socket = socket
    this.#options = options
    this.#settings = sessionSettings(options)
    this.#callbacks = new GuardedCallbacks(options)
    this.#clock = new ReadingClock(options.clock)
    this.#intake = this.#createIntake()
    this.#requests = this.#createWindow()
    this.#sender = new PduSender(socket, (number) => this.#requests.isUsed(number), 0, options.onPdu)
    this.#responder = this.#createResponder()
    this.#watch = new LinkWatch(this.#settings, this.#clock.now())
    this.#timer = new SharedTimer(this.#clock, () => this.#tick())
    this.#ending = new OrderlyEnd(options.clock)
    this.#end = new SocketEnd(socket, options.clock, this.#settings.unbindTimeoutMs)
    this.closed = new Promise((resolve) => {
      this.#end.onGone(() => {
        this.#finish(this.#reason)
        resolve(this.#reason)
      })
    })
    if (this.#state !== 'closed') this.#listen()
  }

  get state(): Session['state'] {
    return this.#state
  }

  get window(): number {
    return this.#settings.window
  }

  get outstanding(): number {
    return this.#requests.outstanding
  }

  get waiting(): number {
    return this.#requests.waiting
  }

  get incoming(): number {
    return this.#responder.unanswered
  }

  get counters(): SessionCounters {
    return { ...this.#counts, sent: this.#sender.count }
  }

  request(draft: Draft<RequestPdu>): Promise<RequestOutcome> {
    return new Promise((settle) => {
      if (this.#state !== 'open') settle({ kind: 'not-sent' })
      else this.#requests.request(draft, settle, this.#sender)
    })
  }

  send(pdu: PduDraft): boolean {
    if (this.#state === 'closed') return false
    const sequenceNumber = pdu.sequenceNumber ?? this.#sender.nextNumber()
    return this.#sender.write(pdu.command, pdu, sequenceNumber) === undefined
  }

  unbind(): Promise<CloseReason> {
    if (this.#state === 'open') {
      this.#state = 'unbinding'
      this.#requests.dropWaiting()
      const isIdle = (): boolean => this.#responder.unanswered === 0 && this.outstanding === 0
      this.#ending.wait(this.#settings.responseTimeoutMs(), isIdle, () => this.#sendUnbind())
    }
    return this.closed
  }

  end(detail: string): void {
    this.#endSocket({ kind: 'destroyed', detail })
  }

  destroy(detail: string): void {
    this.#close({ kind: 'destroyed', detail })
  }

  #createWindow(): RequestWindow {
    return new RequestWindow({
      ...this.#settings,
      clock: this.#clock,
      onSent: (now, deadline) => {
        this.#watch.traffic(now)
        this.#timer.arm(deadline)
      },
    })
  }

  #createIntake(): Intake {
    return new Intake({
      socket: this.#socket,
      maxLength: this.#settings.maxLength,
      isClosed: () => this.#state === 'closed',
      isBlocked: () => this.#isBlocked(),
      onFrame: (frame) => this.#handle(frame, this.#clock.now()),
      onPause: (isPaused) => this.#paused(isPaused),
      onFailure: (error) => this.#fail(error),
    })
  }

  #createResponder(): Responder {
    const options = {
      logger: this.#options.logger,
      onRequest: (request: RequestPdu, respond: Respond) => this.#options.onRequest(request, respond),
      isClosed: () => this.#state === 'closed',
      onAnswered: () => {
        this.#intake.continue()
        this.#ending.proceed()
      },
    }
    return new Responder(options, this.#sender)
  }

  #listen(): void {
    const socket = this.#socket
    socket.setNoDelay?.(true)
    socket.on('data', (chunk: Buffer) => this.#intake.receive(chunk))
    socket.on('drain', () => this.#drained())
    socket.on('end', () => this.#peerEnded())
    socket.on('error', (error: Error) => this.#close({ kind: 'error', detail: error.message }))
    // Listeners leave their sockets paused, so that only the session reads from them.
    socket.resume()
    this.#timer.arm(this.#watch.due)
  }

  #isBlocked(): boolean {
    return this.#responder.unanswered >= this.#settings.maxIncoming() || this.#sender.output.backlog > MAX_BACKLOG
  }

  #paused(isPaused: boolean): void {
    if (isPaused) {
      this.#stalledSince = this.#options.clock.now()
      this.#clock.stop()
      this.#timer.arm(this.#clock.now() + this.#settings.responseTimeoutMs())
    } else {
      this.#clock.start()
      this.#timer.arm(this.#nextDue())
    }
  }

  #drained(): void {
    this.#stalledSince = this.#options.clock.now()
    this.#intake.continue()
  }

  #fail(error: unknown): void {
    if (error instanceof FrameError) {
      this.send({ command: 'generic_nack', commandStatus: STATUS.RINVCMDLEN, sequenceNumber: 0 })
      this.#endSocket({ kind: 'protocol', detail: error.message })
    } else {
      this.#options.logger.error({ err: error }, 'an SMPP session failed')
      this.#close({ kind: 'error', detail: 'internal error' })
    }
  }

  #handle(frame: Buffer, now: number): void {
    this.#watch.heard(now)
    this.#options.onPdu?.('in', frame)
    let pdu: Pdu
    try {
      pdu = decodePdu(frame)
    } catch (error) {
      if (!(error instanceof PduError)) throw error
      this.#handleUnreadable(error, now)
      return
    }
    this.#counts.received++
    if (isResponse(pdu)) this.#handleResponse(pdu, now)
    else this.#handleRequest(pdu, now)
  }

  /**
   * The stream is intact, so only this PDU is answered: with its own response where it has one, otherwise with
   * generic_nack.
   */
  #handleUnreadable(error: PduError, now: number): void {
    this.#counts.unreadable++
    this.#watch.traffic(now)
    const { commandId, commandStatus, sequenceNumber } = error
    this.#options.logger.debug({ commandId, reason: error.message }, 'an SMPP PDU could not be read')
    if (commandStatus !== STATUS.RINVCMDID && isResponseId(commandId)) {
      // The outcome of the request can no longer be found out.
      this.#counts.expired += this.#requests.expireOne(sequenceNumber, now)
      this.#afterAnswer()
      return
    }
    const command = responseCommand(commandId) ?? 'generic_nack'
    this.send({ command, commandStatus, sequenceNumber } as ResponseDraft)
  }

  #handleResponse(pdu: ResponsePdu, now: number): void {
    if (pdu.command === 'enquire_link_resp' && this.#watch.isEnquiry(pdu.sequenceNumber)) return
    this.#watch.traffic(now)
    if (pdu.sequenceNumber === this.#unbindNumber) {
      this.#endSocket({ kind: 'unbound', detail: 'unbound' })
      return
    }
    const match = this.#requests.answer(pdu, now)
    if (match === undefined) {
      this.#counts.unexpectedResponses++
      this.#options.logger.debug({ command: pdu.command }, 'an SMPP response belongs to no request')
    } else if (match.isLate) {
      this.#counts.lateResponses++
      this.#callbacks.lateResponse(pdu, match.request, match.tookMs)
    } else {
      this.#afterAnswer()
    }
  }

  #handleRequest(pdu: RequestPdu, now: number): void {
    this.#watch.traffic(now)
    const { sequenceNumber } = pdu
    if (pdu.command === 'enquire_link') {
      const isAnswered = this.#options.answersEnquireLink?.() ?? true
      if (isAnswered) this.send({ command: 'enquire_link_resp', sequenceNumber })
    } else if (pdu.command === 'unbind') {
      this.#handleUnbind(sequenceNumber)
    } else {
      this.#responder.handOver(pdu)
    }
  }

  #afterAnswer(): void {
    this.#requests.sendWaiting(this.#sender)
    this.#ending.proceed()
  }

  // Time

  #nextDue(): number {
    return Math.min(this.#requests.nextDeadline, this.#watch.due)
  }

  #tick(): void {
    if (this.#intake.isPaused) {
      this.#watchBacklog(this.#options.clock.now())
      return
    }
    const now = this.#clock.now()
    const expired = this.#requests.expire(now)
    this.#counts.expired += expired
    if (expired > 0) this.#afterAnswer()
    this.#watchLink(now)
    if (this.#state !== 'closed') this.#timer.arm(this.#nextDue())
  }

  /**
   * While the session does not read, the silence is its own doing. But a peer that takes nothing for this long counts
   * as gone.
   */
  #watchBacklog(now: number): void {
    const responseTimeoutMs = this.#settings.responseTimeoutMs()
    if (this.#sender.output.backlog <= MAX_BACKLOG || now < this.#stalledSince + responseTimeoutMs) {
      this.#timer.arm(this.#clock.now() + responseTimeoutMs)
    } else {
      this.#close({ kind: 'silent', detail: 'the peer takes no data' })
    }
  }

  #watchLink(now: number): void {
    const action = this.#watch.check(now)
    if (action === 'silent') {
      this.#close({ kind: 'silent', detail: 'two enquire_link were not answered' })
    } else if (action === 'inactive') {
      this.#endSocket({ kind: 'inactive', detail: `no traffic for ${this.#settings.inactivityMs} ms` })
    } else if (action === 'enquire') {
      const sequenceNumber = this.#sender.nextNumber()
      this.#watch.enquired(sequenceNumber, now)
      this.send({ command: 'enquire_link', sequenceNumber })
    }
  }

  // Ending

  #sendUnbind(): void {
    const sequenceNumber = this.#sender.nextNumber()
    this.#unbindNumber = sequenceNumber
    this.send({ command: 'unbind', sequenceNumber })
    const isAnswered = (): boolean => false
    this.#ending.wait(this.#settings.unbindTimeoutMs, isAnswered, () =>
      this.#endSocket({ kind: 'unbound', detail: 'unbind was not answered' }),
    )
  }

  #handleUnbind(sequenceNumber: number): void {
    let isReady = this.#state !== 'open'
    if (!isReady) {
      void this.#callbacks.peerUnbind().then(() => {
        isReady = true
        this.#ending.proceed()
      })
    }
    if (this.#state === 'closed') return
    this.#state = 'unbinding'
    this.#requests.dropWaiting()
    const isAnswered = (): boolean => isReady && this.#responder.unanswered === 0
    this.#ending.wait(this.#settings.unbindTimeoutMs, isAnswered, () => {
      this.send({ command: 'unbind_resp', sequenceNumber })
      this.#endSocket({ kind: 'peer-unbound', detail: 'the peer unbound' })
    })
  }

  /** Ends the socket after all that has been written. */
  #endSocket(reason: CloseReason): void {
    if (this.#state === 'closed') return
    this.#sender.output.flush()
    this.#finish(reason)
    this.#end.end()
  }

  #peerEnded(): void {
    if (this.#state === 'closed') return
    this.#finish({ kind: 'peer-closed', detail: 'the peer closed the connection' })
    this.#end.end()
  }

  #close(reason: CloseReason): void {
    this.#finish(reason)
    this.#end.destroy()
  }

  /** Settles everything. The first reason counts. */
  #finish(reason: CloseReason): void {
    if (this.#state === 'closed') return
    this.#state = 'closed'
    this.#reason = reason
    this.#timer.stop()
    this.#ending.cancel()
    this.#requests.settleAll(this.#sender.output.batch)
    this.#sender.output.discard()
  }
}
