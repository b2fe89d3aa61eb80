import { COMMAND_IDS } from '../pdu/commands.ts'
import type { RequestDraft, ResponsePdu } from '../pdu/pdu.ts'
import type { RequestOutcome } from './types.ts'

/** A request of ours on its way. */
export interface PendingRequest {
  readonly draft: RequestDraft
  readonly settle: (outcome: RequestOutcome) => void
}

interface SentRequest extends PendingRequest {
  readonly deadline: number
  readonly batch: number
}

/** Expired requests whose late answers are still recognised. */
const MAX_REMEMBERED = 1000

/**
 * Requests of ours: those that wait for room, those that are sent and unanswered, and those that expired and may still be answered.
 *
 * All have one time-out, so they expire in the order they were sent in and only the oldest has to be looked at.
 */
export class RequestWindow {
  readonly size: number
  #waiting: PendingRequest[] = []
  #firstWaiting = 0
  readonly #sent = new Map<number, SentRequest>()
  readonly #expired = new Map<number, RequestDraft>()

  constructor(size: number) {
    this.size = size
  }

  get outstanding(): number {
    return this.#sent.size
  }

  get waiting(): number {
    return this.#waiting.length - this.#firstWaiting
  }

  get hasRoom(): boolean {
    return this.#sent.size < this.size
  }

  wait(request: PendingRequest): void {
    this.#waiting.push(request)
  }

  /** The request that has waited longest, when there is room for it. */
  takeWaiting(): PendingRequest | undefined {
    if (!this.hasRoom) return undefined
    const request = this.#waiting[this.#firstWaiting]
    if (request === undefined) return undefined
    this.#firstWaiting++
    // The used part of the array is cut off now and then, so that taking costs the same however many wait.
    if (this.#firstWaiting === this.#waiting.length || this.#firstWaiting > 1024) {
      this.#waiting = this.#waiting.slice(this.#firstWaiting)
      this.#firstWaiting = 0
    }
    return request
  }

  isUsed(sequenceNumber: number): boolean {
    return this.#sent.has(sequenceNumber)
  }

  sent(sequenceNumber: number, request: PendingRequest, deadline: number, batch: number): void {
    const { draft, settle } = request
    this.#expired.delete(sequenceNumber)
    this.#sent.set(sequenceNumber, { draft, settle, deadline, batch })
  }

  /** The oldest deadline of those sent. */
  get nextDeadline(): number {
    for (const request of this.#sent.values()) return request.deadline
    return Number.POSITIVE_INFINITY
  }

  /** Matches a response. A response of another command than the request's belongs to nothing. */
  answer(pdu: ResponsePdu): { readonly request: RequestDraft; readonly isLate: boolean } | undefined {
    const sent = this.#sent.get(pdu.sequenceNumber)
    if (sent !== undefined) {
      if (!answers(pdu, sent.draft)) return undefined
      this.#sent.delete(pdu.sequenceNumber)
      sent.settle({ kind: 'response', pdu })
      return { request: sent.draft, isLate: false }
    }
    const expired = this.#expired.get(pdu.sequenceNumber)
    if (expired === undefined || !answers(pdu, expired)) return undefined
    this.#expired.delete(pdu.sequenceNumber)
    return { request: expired, isLate: true }
  }

  /** Settles what is past its deadline and returns how many. */
  expire(now: number): number {
    let count = 0
    for (const [sequenceNumber, request] of this.#sent) {
      if (request.deadline > now) break
      this.expireOne(sequenceNumber, request)
      count++
    }
    return count
  }

  /** An answer came that cannot be read: what the peer made of the request will never be known. */
  expireUnreadable(sequenceNumber: number): boolean {
    const request = this.#sent.get(sequenceNumber)
    if (request !== undefined) this.expireOne(sequenceNumber, request)
    return request !== undefined
  }

  private expireOne(sequenceNumber: number, request: SentRequest): void {
    this.#sent.delete(sequenceNumber)
    this.#expired.set(sequenceNumber, request.draft)
    if (this.#expired.size > MAX_REMEMBERED)
      for (const oldest of this.#expired.keys()) {
        this.#expired.delete(oldest)
        break
      }
    request.settle({ kind: 'expired' })
  }

  /** Nothing more is sent. */
  dropWaiting(): void {
    const waiting = this.#waiting.slice(this.#firstWaiting)
    this.#waiting = []
    this.#firstWaiting = 0
    for (const request of waiting) request.settle({ kind: 'not-sent' })
  }

  /** The connection is over; what was added to `openBatch` never reached it. */
  settleAll(openBatch: number): void {
    const sent = [...this.#sent.values()]
    this.#sent.clear()
    this.#expired.clear()
    for (const request of sent) request.settle({ kind: request.batch === openBatch ? 'not-sent' : 'lost' })
    this.dropWaiting()
  }
}

function answers(response: ResponsePdu, request: RequestDraft): boolean {
  if (response.command === 'generic_nack') return true
  return COMMAND_IDS[response.command] === 0x80000000 + COMMAND_IDS[request.command]
}
