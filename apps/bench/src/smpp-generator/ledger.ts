import { Latencies } from '../generator/latencies.ts'
import type { ReceiptCounts } from './job.ts'

/** Records which messages were accepted under which id, and how many receipts have arrived for each. */
export class Ledger {
  readonly #startedMs: Float64Array
  readonly #receipts: Uint8Array
  readonly #indexById = new Map<number, number>()
  /** Receipts that arrived before the answer to their submit. */
  readonly #early = new Map<number, number>()
  readonly #answers = new Latencies(false)
  readonly #latencies = new Latencies(false)
  #withReceipt = 0
  #duplicates = 0
  #failures = 0
  #lastReceiptMs = 0

  constructor(messages: number) {
    this.#startedMs = new Float64Array(messages)
    this.#receipts = new Uint8Array(messages)
  }

  get accepted(): number {
    return this.#indexById.size
  }

  /** Number of accepted messages with a receipt. */
  get withReceipt(): number {
    return this.#withReceipt
  }

  get acceptedIds(): Float64Array {
    return Float64Array.from(this.#indexById.keys())
  }

  /** Times are milliseconds on the clock of `performance.now()`. */
  start(index: number, nowMs: number): void {
    this.#startedMs[index] = nowMs
  }

  accept(index: number, messageId: string, nowMs: number): void {
    const id = Number(messageId)
    this.#indexById.set(id, index)
    this.#answers.add(index, this.#startedMs[index] ?? 0, nowMs)
    const early = this.#early.get(id) ?? 0
    this.#early.delete(id)
    for (let count = 0; count < early; count++) this.#count(index, nowMs)
  }

  receive(messageId: string, isDelivered: boolean, nowMs: number): void {
    this.#lastReceiptMs = nowMs
    if (!isDelivered) this.#failures += 1
    const id = Number(messageId)
    const index = this.#indexById.get(id)
    if (index === undefined) this.#early.set(id, (this.#early.get(id) ?? 0) + 1)
    else this.#count(index, nowMs)
  }

  answerLatency() {
    return this.#answers.summary()
  }

  receiptCounts(): ReceiptCounts {
    return {
      messages: this.#withReceipt,
      duplicates: this.#duplicates,
      strangers: [...this.#early.values()].reduce((sum, count) => sum + count, 0),
      failures: this.#failures,
      lastAtMs: performance.timeOrigin + this.#lastReceiptMs,
      latency: this.#latencies.summary(),
    }
  }

  #count(index: number, nowMs: number): void {
    const before = this.#receipts[index] ?? 0
    this.#receipts[index] = before + 1
    if (before > 0) {
      this.#duplicates += 1
      return
    }
    this.#withReceipt += 1
    this.#latencies.add(index, this.#startedMs[index] ?? 0, nowMs)
  }
}
