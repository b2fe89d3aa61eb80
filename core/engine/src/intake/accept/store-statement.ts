import type { RecordIds } from '../../database/record-ids.ts'
import type { Payment, PaymentRow } from './credit-tables.ts'
import type { GroupedRows, GroupOptions } from './group-rows.ts'
import type { AcceptRow } from './prepare.ts'
import type { Template } from './template.ts'

export interface StoreOptions extends GroupOptions {
  readonly defaultValiditySeconds: number
  /** For the batches. */
  readonly ids: RecordIds
  readonly payment: Payment
  /**
   * The unit of each row, as increasing numbers; rows of one unit are paid for together. Absent: each row on its own.
   */
  readonly units?: readonly number[]
}

/** What is the same for all statements that store a request. */
export type CommonStoreOptions = Omit<StoreOptions, 'payment' | 'units'>

/** What a statement that stores messages returns. */
export interface StatementRow extends PaymentRow {
  readonly opted_out: number[]
  readonly duplicates: number[]
  readonly overtaken: number[]
  /** The batches that this node owns. */
  readonly owned: number[]
  readonly at: Date
}

/** Whether a message has metadata, so that the statement needs their column. */
export function hasMetadata(templates: readonly Template[]): boolean {
  return templates.some(({ metadata }) => metadata !== null)
}

/** Whether a message costs something else than its client pays for others. */
export function hasOwnPrices(templates: readonly Template[]): boolean {
  return templates.some(({ pricePerPart }) => pricePerPart !== null)
}

/** What such a statement is written from. */
export interface StoreInput extends StoreOptions, GroupedRows {
  readonly rows: readonly AcceptRow[]
  /** Of each group. */
  readonly batchIds: readonly number[]
}
