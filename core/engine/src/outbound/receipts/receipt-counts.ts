import type { Counter, Metrics } from '@heliograph/contracts'

/** Receipts of a link since the start of this process. */
export interface ReceiptCount {
  readonly matched: number
  /** Those that fit no message so far. */
  readonly unmatched: number
}

interface Counted {
  matched: number
  kept: number
  /** Kept ones that have been matched after all, also those that another node kept. */
  found: number
}

/** Counts receipts that fit a message and those that fit none, by link (`<instance>/<name>`). */
export class ReceiptCounts {
  readonly #links = new Map<string, Counted>()
  readonly #matchedTotal: Counter
  readonly #keptTotal: Counter

  constructor(metrics: Metrics) {
    this.#matchedTotal = metrics.counter('receipts_matched', 'Receipts that fitted a message', ['link'])
    this.#keptTotal = metrics.counter('receipts_kept', 'Receipts that fitted no message when they came', ['link'])
  }

  of(link: string): ReceiptCount {
    const { matched, kept, found } = this.#links.get(link) ?? NONE
    return { matched, unmatched: Math.max(0, kept - found) }
  }

  matched(link: string): void {
    this.#count(link).matched += 1
  }

  /** Counts a receipt that is kept for later. */
  kept(link: string): void {
    this.#count(link).kept += 1
  }

  /** Counts a kept receipt that has been matched after all. */
  found(link: string): void {
    this.#count(link).found += 1
  }

  #count(link: string): Counted {
    let counted = this.#links.get(link)
    if (counted === undefined) {
      const created: Counted = { matched: 0, kept: 0, found: 0 }
      this.#matchedTotal.collect(() => created.matched, { link })
      this.#keptTotal.collect(() => created.kept, { link })
      this.#links.set(link, created)
      counted = created
    }
    return counted
  }
}

const NONE: Readonly<Counted> = { matched: 0, kept: 0, found: 0 }
