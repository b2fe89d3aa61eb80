import type { AcceptRow } from './prepare.ts'
import type { StoreResult } from './store-messages.ts'

type Refused = Pick<StoreResult, 'optedOut' | 'duplicates' | 'overtaken' | 'unpaid'>

/** Which messages were not stored, and why. All others were. */
export class Outcome {
  readonly optedOut = new Set<number>()
  readonly duplicates = new Set<number>()
  readonly overtaken = new Set<number>()
  readonly unpaid = new Set<number>()
  /** True for a request of which some messages have been stored or refused, and the others not yet. */
  isPartial = false

  get isEmpty(): boolean {
    return this.optedOut.size + this.duplicates.size + this.overtaken.size + this.unpaid.size === 0
  }

  add({ optedOut, duplicates, overtaken, unpaid }: Refused): void {
    for (const smsId of optedOut) this.optedOut.add(smsId)
    for (const smsId of duplicates) this.duplicates.add(smsId)
    for (const smsId of overtaken) this.overtaken.add(smsId)
    for (const smsId of unpaid) this.unpaid.add(smsId)
  }

  /**
   * Takes over the outcome of this request's rows from `other`. Returns the unpaid rows, which are still to be decided.
   */
  take(rows: readonly AcceptRow[], other: Outcome): readonly AcceptRow[] {
    const unpaid: AcceptRow[] = []
    for (const row of rows) {
      if (other.optedOut.has(row.smsId)) this.optedOut.add(row.smsId)
      else if (other.duplicates.has(row.smsId)) this.duplicates.add(row.smsId)
      else if (other.overtaken.has(row.smsId)) this.overtaken.add(row.smsId)
      else if (other.unpaid.has(row.smsId)) unpaid.push(row)
    }
    if (unpaid.length < rows.length) this.isPartial = true
    return unpaid
  }

  leaveUnpaid(rows: readonly AcceptRow[]): void {
    for (const { smsId } of rows) this.unpaid.add(smsId)
  }
}
