import type { Counter, Metrics } from '@heliograph/contracts'

/** Receipts of a link since the start of this process. */
export interface ReceiptCount {
  readonly matched: number
  /** Those that fit no message so far. */
  readonly unmatched: number
}

/** Counts receipts that fit a message and those that fit none, by link (`<instance>/<name>`). */
export class ReceiptCounts {
  readonly #matched = new Map<string, number>()
  readonly #unmatched = new Map<string, number>()
  readonly #matchedTotal: Counter
  readonly #keptTotal: Counter

  constructor(metrics: Metrics) {
    this.#matchedTotal = metrics.counter('receipts_matched', 'Receipts that fitted a message', ['link'])
    this.#keptTotal = metrics.counter('receipts_kept', 'Receipts that fitted no message when they came', ['link'])
  }

  of(link: string): ReceiptCount {
    return { matched: this.#matched.get(link) ?? 0, unmatched: Math.max(0, this.#unmatched.get(link) ?? 0) }
  }

  matched(link: string): void {
    add(this.#matched, link, 1)
    this.#matchedTotal.add(1, { link })
  }

  /** Counts a receipt that is kept for later. */
  kept(link: string): void {
    add(this.#unmatched, link, 1)
    this.#keptTotal.add(1, { link })
  }

  /** Counts a kept receipt that has been matched after all. */
  found(link: string): void {
    add(this.#unmatched, link, -1)
  }
}

function add(counts: Map<string, number>, link: string, amount: number): void {
  counts.set(link, (counts.get(link) ?? 0) + amount)
}
