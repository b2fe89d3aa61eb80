import type { Clock } from '@heliograph/contracts'
import { COMMAND_IDS } from '../pdu/commands.ts'
import type { RequestDraft, ResponsePdu } from '../pdu/pdu.ts'
import type { PduSender } from './pdu-sender.ts'
import type { RequestOutcome } from './types.ts'

type Settle = (outcome: RequestOutcome) => void

interface WaitingRequest {
  readonly draft: RequestDraft
  readonly settle: Settle
}

interface SentRequest extends WaitingRequest {
  readonly sentAt: number
  readonly deadline: number
  /** The batch of output that contains it. */
  readonly batch: number
}

interface WindowOptions {
  readonly window: number
  readonly responseTimeoutMs: () => number
  readonly clock: Clock
  /** Called when a request was sent, with its deadline. */
  onSent(now: number, deadline: number): void
}

/** How many expired requests are remembered, so that their late answers are recognised ... */
const MAX_REMEMBERED = 10_000
/** ... and for how long. */
const REMEMBERED_MS = 3_600_000
/**
 * Number of requests taken from the front of the queue before the array is cut, so that taking one costs the same
 * however many wait.
 */
const CUT_AFTER = 1024

/**
 * Our own requests: those that wait for room, those that are sent and unanswered, and those that expired and may still
 * be answered.
 *
 * They expire in the order in which they were sent, so only the oldest has to be checked.
 */
export class RequestWindow {
  readonly #options: WindowOptions
  readonly #sent = new Map<number, SentRequest>()
  readonly #expired = new Map<number, Pick<SentRequest, 'draft' | 'sentAt'>>()
  #waiting: WaitingRequest[] = []
  #firstWaiting = 0

  constructor(options: WindowOptions) {
    this.#options = options
  }

  get outstanding(): number {
    return this.#sent.size
  }

  get waiting(): number {
    return this.#waiting.length - this.#firstWaiting
  }

  isUsed(sequenceNumber: number): boolean {
    return this.#sent.has(sequenceNumber)
  }

  /** Sends the request at once when there is room and nothing waits, otherwise queues it. */
  request(draft: RequestDraft, settle: Settle, sender: PduSender): void {
    if (this.waiting === 0 && this.#hasRoom) this.#transmit(draft, settle, sender)
    else this.#waiting.push({ draft, settle })
  }

  /** Sends the requests that have waited longest, as far as there is room. */
  sendWaiting(sender: PduSender): void {
    while (this.#hasRoom) {
      const next = this.#waiting[this.#firstWaiting]
      if (next === undefined) return
      this.#firstWaiting++
      if (this.#firstWaiting === this.#waiting.length || this.#firstWaiting > CUT_AFTER) {
        this.#waiting = this.#waiting.slice(this.#firstWaiting)
        this.#firstWaiting = 0
      }
      this.#transmit(next.draft, next.settle, sender)
    }
  }

  get #hasRoom(): boolean {
    return this.#sent.size < this.#options.window
  }

  #transmit(draft: RequestDraft, settle: Settle, sender: PduSender): void {
    const sequenceNumber = sender.nextNumber()
    const error = sender.write(draft.command, draft, sequenceNumber)
    if (error !== undefined) {
      settle({ kind: 'not-sent', error })
      return
    }
    const now = this.#options.clock.now()
    const deadline = now + this.#options.responseTimeoutMs()
    this.#expired.delete(sequenceNumber)
    this.#sent.set(sequenceNumber, { draft, settle, sentAt: now, deadline, batch: sender.output.batch })
    this.#options.onSent(now, deadline)
  }

  /** The earliest deadline of the requests sent. */
  get nextDeadline(): number {
    for (const request of this.#sent.values()) return request.deadline
    return Number.POSITIVE_INFINITY
  }

  /** Matches a response and settles its request. Returns undefined when no request has that number and command. */
  answer(pdu: ResponsePdu, now: number): Answered | undefined {
    const { sequenceNumber } = pdu
    const sent = this.#sent.get(sequenceNumber)
    if (sent !== undefined) {
      if (!isAnswer(pdu, sent.draft)) return undefined
      this.#sent.delete(sequenceNumber)
      const tookMs = now - sent.sentAt
      sent.settle({ kind: 'response', pdu, tookMs })
      return { request: sent.draft, isLate: false, tookMs }
    }
    this.#forgetOld(now)
    const expired = this.#expired.get(sequenceNumber)
    if (expired === undefined || !isAnswer(pdu, expired.draft)) return undefined
    this.#expired.delete(sequenceNumber)
    return { request: expired.draft, isLate: true, tookMs: now - expired.sentAt }
  }

  /** Settles the requests that are past their deadline and returns how many there were. */
  expire(now: number): number {
    let count = 0
    for (const [sequenceNumber, request] of this.#sent) {
      if (request.deadline > now) break
      this.#expire(sequenceNumber, request, now)
      count++
    }
    return count
  }

  /** Expires one request before its deadline; returns how many there were, 0 or 1. */
  expireOne(sequenceNumber: number, now: number): number {
    const request = this.#sent.get(sequenceNumber)
    if (request !== undefined) this.#expire(sequenceNumber, request, now)
    return request === undefined ? 0 : 1
  }

  #expire(sequenceNumber: number, { draft, sentAt, settle }: SentRequest, now: number): void {
    this.#sent.delete(sequenceNumber)
    this.#expired.set(sequenceNumber, { draft, sentAt })
    this.#forgetOld(now)
    settle({ kind: 'expired', tookMs: now - sentAt })
  }

  #forgetOld(now: number): void {
    for (const [oldest, { sentAt }] of this.#expired) {
      if (this.#expired.size <= MAX_REMEMBERED && now - sentAt <= REMEMBERED_MS) return
      this.#expired.delete(oldest)
    }
  }

  /** Settles all waiting requests as not sent. */
  dropWaiting(): void {
    const waiting = this.#waiting.slice(this.#firstWaiting)
    this.#waiting = []
    this.#firstWaiting = 0
    for (const request of waiting) request.settle({ kind: 'not-sent' })
  }

  /** Settles everything when the connection is over; requests in `openBatch` never reached it. */
  settleAll(openBatch: number): void {
    const sent = [...this.#sent.values()]
    this.#sent.clear()
    this.#expired.clear()
    for (const request of sent) request.settle({ kind: request.batch === openBatch ? 'not-sent' : 'lost' })
    this.dropWaiting()
  }
}

/** A response that belongs to one of our requests. */
interface Answered {
  readonly request: RequestDraft
  readonly isLate: boolean
  /** The time since the request was sent. */
  readonly tookMs: number
}

function isAnswer(response: ResponsePdu, request: RequestDraft): boolean {
  if (response.command === 'generic_nack') return true
  return COMMAND_IDS[response.command] === 0x80000000 + COMMAND_IDS[request.command]
}
