import type { OutgoingMessage } from '@heliograph/contracts'
import { IdSet } from './id-set.ts'

/** What the network did with one submit. */
export type SubmitEvent = 'taken' | 'refused' | 'throttled' | 'try-later' | 'dropped'

/** One submit, as shown by the admin route. */
export interface SentRecord {
  /** Counts all submits since the start, from 1. */
  readonly order: number
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly link: string
  readonly event: SubmitEvent
  readonly message: OutgoingMessage
  /** One for each part taken. */
  readonly networkIds: readonly string[]
}

/** Counts since the start; with a journal they include what earlier runs took. */
export interface TrafficCounts {
  readonly submits: number
  /** Messages taken, counted each time. */
  readonly messages: number
  readonly parts: number
  /** Messages taken that had been taken before. */
  readonly duplicates: number
  readonly refused: number
  readonly throttled: number
  readonly tryLater: number
  readonly dropped: number
  /** When this run took its last message, ISO 8601; null before the first. */
  readonly lastTakenAt: string | null
}

/** The traffic of the network: counts of everything, and the newest submits in order. */
export class Traffic {
  readonly #history: SentRecord[] = []
  readonly #historyLimit: number
  readonly #seen = new IdSet()
  readonly #events: Record<SubmitEvent, number> = { taken: 0, refused: 0, throttled: 0, 'try-later': 0, dropped: 0 }
  #order = 0
  #parts = 0
  #duplicates = 0
  #lastTakenAt = 0

  constructor(historyLimit: number) {
    this.#historyLimit = historyLimit
  }

  record(link: string, at: number, event: SubmitEvent, message: OutgoingMessage, networkIds: readonly string[]): void {
    this.#order += 1
    if (event === 'taken') {
      this.#lastTakenAt = at
      this.#take(message.smsId, networkIds.length)
    } else {
      this.#events[event] += 1
    }
    if (this.#historyLimit === 0) return
    const entry = { order: this.#order, at, link, event, message, networkIds }
    if (this.#history.length < this.#historyLimit) this.#history.push(entry)
    else this.#history[(this.#order - 1) % this.#historyLimit] = entry
  }

  /** Counts a part that an earlier run took. */
  recall(smsId: number, part: number): void {
    if (part === 1) this.#take(smsId, 1)
    else this.#parts += 1
  }

  counts(): TrafficCounts {
    return {
      submits: this.#order,
      messages: this.#events.taken,
      parts: this.#parts,
      duplicates: this.#duplicates,
      refused: this.#events.refused,
      throttled: this.#events.throttled,
      tryLater: this.#events['try-later'],
      dropped: this.#events.dropped,
      lastTakenAt: this.#lastTakenAt === 0 ? null : new Date(this.#lastTakenAt).toISOString(),
    }
  }

  /** The newest `limit` submits, or the first `limit` after number `after`; oldest first. */
  sent(limit: number, after?: number): readonly SentRecord[] {
    const oldest = this.#order - this.#history.length + 1
    const from = after === undefined ? Math.max(oldest, this.#order - limit + 1) : Math.max(oldest, after + 1)
    const to = Math.min(this.#order, from + limit - 1)
    const records: SentRecord[] = []
    for (let order = from; order <= to; order++) {
      const record = this.#history[(order - 1) % this.#historyLimit]
      if (record !== undefined) records.push(record)
    }
    return records
  }

  #take(smsId: number, parts: number): void {
    this.#events.taken += 1
    this.#parts += parts
    if (!this.#seen.add(smsId)) this.#duplicates += 1
  }
}
