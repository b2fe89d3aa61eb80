import { COMMAND_IDS, isResponseId, responseCommand } from '../pdu/commands.ts'
import { decodePdu } from '../pdu/decode-pdu.ts'
import { encodePdu } from '../pdu/encode-pdu.ts'
import type { Draft, Pdu, PduDraft, RequestDraft, RequestPdu, ResponseDraft, ResponsePdu } from '../pdu/pdu.ts'
import { PduError } from '../pdu/pdu-error.ts'
import { STATUS } from '../pdu/status.ts'
import { BatchWriter } from './batch-writer.ts'
import { FrameError, FrameReader } from './frame-reader.ts'
import { LinkWatch } from './link-watch.ts'
import { type PendingRequest, RequestWindow } from './request-window.ts'
import { nextSequenceNumber } from './sequence-numbers.ts'
import { type SessionSettings, sessionSettings } from './session-settings.ts'
import type {
  CloseReason,
  RequestOutcome,
  Respond,
  ResponseFields,
  Session,
  SessionOptions,
  SessionSocket,
} from './types.ts'

/** Octets the peer may leave untaken before the session stops reading its requests. */
const MAX_BACKLOG = 256 * 1024

/** A session over a connected socket, which belongs to it from now on. Bind or wait for a bind through it. */
export function createSession(socket: SessionSocket, options: SessionOptions): Session {
  return new SmppSession(socket, options)
}

class SmppSession implements Session {
  readonly closed: Promise<CloseReason>
  readonly counters = { received: 0, sent: 0, expired: 0, lateResponses: 0, unexpectedResponses: 0, unreadable: 0 }
  readonly #socket: SessionSocket
  readonly #options: SessionOptions
  readonly #settings: SessionSettings
  readonly #reader: FrameReader
  readonly #writer: BatchWriter
  readonly #requests: RequestWindow
  readonly #watch: LinkWatch
  #state: Session['state'] = 'open'
  #reason: CloseReason | undefined
  #sequenceNumber = 0
  #incoming = 0
  #isProcessing = false
  #isPaused = false
  /** Nothing expires before this: while the session did not read, answers could not come in. */
  #graceUntil = 0
  #timerDue = Number.POSITIVE_INFINITY
  #cancelTimer = (): void => undefined
  #cancelPhase = (): void => undefined
  /** The next step of an orderly end, taken when nothing is unanswered any more. */
  #whenIdle: (() => void) | undefined
  #unbindNumber: number | undefined

  constructor(socket: SessionSocket, options: SessionOptions) {
    this.#socket = socket
    this.#options = options
    this.#settings = sessionSettings(options)
    this.#reader = new FrameReader({ maxLength: this.#settings.maxLength })
    this.#writer = new BatchWriter(socket)
    this.#requests = new RequestWindow(this.#settings.window)
    this.#watch = new LinkWatch(this.#settings, options.clock.now())
    this.closed = new Promise((resolve) => {
      socket.once('close', () => {
        this.#finish({ kind: 'peer-closed', detail: 'the connection ended' })
        resolve(this.#reason as CloseReason)
      })
    })
    socket.setNoDelay?.(true)
    socket.on('data', (chunk: Buffer) => this.#receive(chunk))
    socket.on('drain', () => this.#continue())
    socket.on('end', () => this.#close({ kind: 'peer-closed', detail: 'the peer closed the connection' }))
    socket.on('error', (error: Error) => this.#close({ kind: 'error', detail: error.message }))
    // Listeners leave their sockets paused, so that nothing is read before somebody reads.
    socket.resume()
    if (socket.destroyed) this.#finish({ kind: 'peer-closed', detail: 'the connection had ended' })
    this.#arm()
  }

  get state(): Session['state'] {
    return this.#state
  }

  get window(): number {
    return this.#requests.size
  }

  get outstanding(): number {
    return this.#requests.outstanding
  }

  get waiting(): number {
    return this.#requests.waiting
  }

  get incoming(): number {
    return this.#incoming
  }

  request(draft: Draft<RequestPdu>): Promise<RequestOutcome> {
    return new Promise((settle) => {
      if (this.#state !== 'open') return settle({ kind: 'not-sent' })
      if (this.#requests.waiting === 0 && this.#requests.hasRoom) return this.#transmit({ draft, settle })
      this.#requests.wait({ draft, settle })
    })
  }

  send(pdu: PduDraft): boolean {
    if (this.#state === 'closed') return false
    try {
      const isNumbered = pdu.sequenceNumber !== undefined
      this.#write(isNumbered ? pdu : { ...pdu, sequenceNumber: this.#nextNumber() })
      return true
    } catch (error) {
      if (error instanceof PduError) return false
      throw error
    }
  }

  unbind(): Promise<CloseReason> {
    if (this.#state === 'open') {
      this.#state = 'unbinding'
      this.#requests.dropWaiting()
      this.#endWhenIdle(this.#settings.responseTimeoutMs, () => this.#sendUnbind())
    }
    return this.closed
  }

  end(detail: string): void {
    this.#endSocket({ kind: 'destroyed', detail })
  }

  destroy(detail: string): void {
    this.#close({ kind: 'destroyed', detail })
  }

  // Reading

  #receive(chunk: Buffer): void {
    if (this.#state === 'closed') return
    this.#watch.heard(this.#options.clock.now())
    this.#reader.push(chunk)
    this.#process()
  }

  /** Handles whole frames as long as there is room for what they may ask, then reads on or stops reading. */
  #process(): void {
    if (this.#isProcessing) return
    this.#isProcessing = true
    try {
      while (this.#state !== 'closed' && !this.#isBlocked()) {
        const frame = this.#reader.next()
        if (frame === undefined) break
        this.#handle(frame)
      }
    } catch (error) {
      this.#fail(error)
    } finally {
      this.#isProcessing = false
    }
    this.#regulate()
  }

  #isBlocked(): boolean {
    return this.#incoming >= this.#settings.maxIncoming || this.#writer.backlog > MAX_BACKLOG
  }

  #regulate(): void {
    if (this.#state === 'closed') return
    const isBlocked = this.#isBlocked()
    if (isBlocked === this.#isPaused) return
    this.#isPaused = isBlocked
    if (isBlocked) {
      this.#socket.pause()
    } else {
      const now = this.#options.clock.now()
      this.#watch.heard(now)
      this.#graceUntil = now + this.#settings.graceMs
      this.#socket.resume()
      this.#arm()
    }
  }

  /** Goes on with what was left when the session had stopped reading. */
  #continue(): void {
    if (this.#isPaused) this.#process()
  }

  #fail(error: unknown): void {
    if (error instanceof FrameError) {
      this.#send({ command: 'generic_nack', commandStatus: STATUS.RINVCMDLEN, sequenceNumber: 0 })
      this.#endSocket({ kind: 'protocol', detail: error.message })
    } else {
      this.#options.logger.error({ err: error }, 'an SMPP session failed')
      this.#close({ kind: 'error', detail: 'internal error' })
    }
  }

  #handle(frame: Buffer): void {
    let pdu: Pdu
    try {
      pdu = decodePdu(frame)
    } catch (error) {
      if (!(error instanceof PduError)) throw error
      this.#handleUnreadable(error)
      return
    }
    this.counters.received++
    if (isResponse(pdu)) this.#handleResponse(pdu)
    else this.#handleRequest(pdu)
  }

  /** The stream is sound, so only this PDU is answered: with its own response where it has one, else with generic_nack. */
  #handleUnreadable(error: PduError): void {
    this.counters.unreadable++
    this.#watch.traffic(this.#options.clock.now())
    this.#options.logger.debug({ commandId: error.commandId, reason: error.message }, 'an SMPP PDU could not be read')
    const { commandStatus, sequenceNumber } = error
    const isKnown = error.commandStatus !== STATUS.RINVCMDID
    if (isKnown && isResponseId(error.commandId)) {
      if (this.#requests.expireUnreadable(sequenceNumber)) this.#afterAnswer()
      return
    }
    const command = isKnown ? (responseCommand(error.commandId) ?? 'generic_nack') : 'generic_nack'
    this.#send({ command, commandStatus, sequenceNumber } as ResponseDraft)
  }

  #handleResponse(pdu: ResponsePdu): void {
    if (this.#watch.isEnquiry(pdu.sequenceNumber) && pdu.command === 'enquire_link_resp') return
    this.#watch.traffic(this.#options.clock.now())
    if (pdu.sequenceNumber === this.#unbindNumber) {
      this.#endSocket({ kind: 'unbound', detail: 'unbound' })
      return
    }
    const match = this.#requests.answer(pdu)
    if (match === undefined) {
      this.counters.unexpectedResponses++
      this.#options.logger.debug({ command: pdu.command }, 'an SMPP response belongs to no request')
    } else if (match.isLate) {
      this.counters.lateResponses++
      this.#guard(() => this.#options.onLateResponse?.(pdu, match.request))
    } else {
      this.#afterAnswer()
    }
  }

  #handleRequest(pdu: RequestPdu): void {
    this.#watch.traffic(this.#options.clock.now())
    const { sequenceNumber } = pdu
    if (pdu.command === 'enquire_link') {
      const isAnswered = this.#options.answersEnquireLink?.() ?? true
      if (isAnswered) this.#send({ command: 'enquire_link_resp', sequenceNumber })
    } else if (pdu.command === 'unbind') {
      this.#handleUnbind(sequenceNumber)
    } else {
      this.#handOver(pdu)
    }
  }

  #handOver(pdu: RequestPdu): void {
    const command = responseCommand(COMMAND_IDS[pdu.command])
    let isAnswered = command === undefined
    if (!isAnswered) this.#incoming++
    const respond: Respond = (fields) => {
      if (isAnswered) return false
      isAnswered = true
      this.#incoming--
      const isWritten = this.#state !== 'closed' && this.#respond(command as ResponseDraft['command'], pdu, fields)
      this.#continue()
      this.#proceedWhenIdle()
      return isWritten
    }
    try {
      this.#options.onRequest(pdu, respond)
    } catch (error) {
      this.#options.logger.error({ err: error, command: pdu.command }, 'an SMPP request failed')
      respond({ commandStatus: STATUS.RSYSERR })
    }
  }

  #respond(command: ResponseDraft['command'], request: RequestPdu, fields: ResponseFields): boolean {
    const { sequenceNumber } = request
    const { nack, ...body } = fields
    if (this.#send({ ...body, command: nack === true ? 'generic_nack' : command, sequenceNumber } as ResponseDraft))
      return true
    this.#options.logger.error({ command }, 'an SMPP response could not be written')
    return this.#send({ command, commandStatus: STATUS.RSYSERR, sequenceNumber } as ResponseDraft)
  }

  // Writing

  #nextNumber(): number {
    this.#sequenceNumber = nextSequenceNumber(this.#sequenceNumber, (number) => this.#requests.isUsed(number))
    return this.#sequenceNumber
  }

  #write(draft: PduDraft): void {
    this.#writer.add(encodePdu(draft))
    this.counters.sent++
  }

  #send(draft: PduDraft): boolean {
    return this.send(draft)
  }

  #transmit(request: PendingRequest): void {
    const sequenceNumber = this.#nextNumber()
    try {
      this.#write({ ...request.draft, sequenceNumber } as RequestDraft)
    } catch (error) {
      if (!(error instanceof PduError)) throw error
      request.settle({ kind: 'not-sent', error })
      return
    }
    const now = this.#options.clock.now()
    this.#watch.traffic(now)
    this.#requests.sent(sequenceNumber, request, now + this.#settings.responseTimeoutMs, this.#writer.batch)
    this.#arm()
  }

  #afterAnswer(): void {
    for (let next = this.#requests.takeWaiting(); next !== undefined; next = this.#requests.takeWaiting()) {
      this.#transmit(next)
    }
    this.#proceedWhenIdle()
  }

  // Time

  /** One timer for everything that can become due. It is set anew only for something earlier, so traffic does not touch it. */
  #arm(): void {
    if (this.#state === 'closed') return
    const due = Math.min(Math.max(this.#requests.nextDeadline, this.#graceUntil), this.#watch.due)
    if (due >= this.#timerDue) return
    this.#cancelTimer()
    this.#timerDue = due
    this.#cancelTimer = this.#options.clock.after(Math.max(0, due - this.#options.clock.now()), () => this.#tick())
  }

  #tick(): void {
    this.#timerDue = Number.POSITIVE_INFINITY
    // While the session does not read, silence is its own doing; `#regulate` sets the timer again.
    if (this.#state === 'closed' || this.#isPaused) return
    const now = this.#options.clock.now()
    if (now >= this.#graceUntil) {
      const expired = this.#requests.expire(now)
      this.counters.expired += expired
      if (expired > 0) this.#afterAnswer()
    }
    this.#watchLink(now)
    this.#arm()
  }

  #watchLink(now: number): void {
    const action = this.#watch.check(now)
    if (action === 'silent') {
      this.#close({ kind: 'silent', detail: 'two enquire_link were not answered' })
    } else if (action === 'inactive') {
      this.#endSocket({ kind: 'inactive', detail: `no traffic for ${this.#settings.inactivityMs} ms` })
    } else if (action === 'enquire') {
      const sequenceNumber = this.#nextNumber()
      this.#watch.enquired(sequenceNumber, now)
      this.#send({ command: 'enquire_link', sequenceNumber })
    }
  }

  // Ending

  #handleUnbind(sequenceNumber: number): void {
    if (this.#state === 'open') this.#guard(() => this.#options.onPeerUnbind?.())
    this.#state = 'unbinding'
    this.#requests.dropWaiting()
    this.#endWhenIdle(
      this.#settings.unbindTimeoutMs,
      () => {
        this.#send({ command: 'unbind_resp', sequenceNumber })
        this.#endSocket({ kind: 'peer-unbound', detail: 'the peer unbound' })
      },
      false,
    )
  }

  #sendUnbind(): void {
    const sequenceNumber = this.#nextNumber()
    this.#unbindNumber = sequenceNumber
    this.#send({ command: 'unbind', sequenceNumber })
    this.#cancelPhase = this.#options.clock.after(this.#settings.unbindTimeoutMs, () =>
      this.#endSocket({ kind: 'unbound', detail: 'unbind was not answered' }),
    )
  }

  #endWhenIdle(timeoutMs: number, step: () => void, waitsForPeer = true): void {
    this.#cancelPhase()
    const next = (): void => {
      this.#cancelPhase()
      this.#whenIdle = undefined
      if (this.#state !== 'closed') step()
    }
    const isIdle = (): boolean => this.#incoming === 0 && (!waitsForPeer || this.outstanding === 0)
    this.#cancelPhase = this.#options.clock.after(timeoutMs, next)
    this.#whenIdle = () => {
      if (isIdle()) next()
    }
    this.#whenIdle()
  }

  #proceedWhenIdle(): void {
    this.#whenIdle?.()
  }

  /** Ends behind what has been written; destroyed when the peer does not end its side in time. */
  #endSocket(reason: CloseReason): void {
    if (this.#state === 'closed') return
    this.#writer.flush()
    this.#finish(reason)
    this.#cancelPhase = this.#options.clock.after(this.#settings.unbindTimeoutMs, () => this.#socket.destroy())
    this.#socket.once('close', () => this.#cancelPhase())
    this.#socket.end()
    // Whatever the peer still sends is read and dropped, or its end would never be seen.
    this.#socket.resume()
  }

  #close(reason: CloseReason): void {
    this.#finish(reason)
    this.#socket.destroy()
  }

  /** Settles everything; the first reason counts. */
  #finish(reason: CloseReason): void {
    if (this.#state === 'closed') return
    this.#state = 'closed'
    this.#reason = reason
    this.#whenIdle = undefined
    this.#cancelTimer()
    this.#cancelPhase()
    this.#requests.settleAll(this.#writer.batch)
    this.#writer.discard()
  }

  /** What the session's user does wrong must not end the session. */
  #guard(callback: () => void): void {
    try {
      callback()
    } catch (error) {
      this.#options.logger.error({ err: error }, 'a callback of an SMPP session failed')
    }
  }
}

function isResponse(pdu: Pdu): pdu is ResponsePdu {
  return isResponseId(COMMAND_IDS[pdu.command])
}
