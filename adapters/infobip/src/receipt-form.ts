import type { ReceiptForm } from '@heliograph/contracts'
import type { Version } from './operation.ts'
import type { Labels } from './wire/message.ts'

/** The parts of a request that its receipts repeat. */
export interface ReceiptContext {
  readonly version: Version
  readonly bulkId: string | undefined
  readonly labels: Labels
  readonly isXml: boolean
}

/** Characters that a form's context may have. */
const MAX_CONTEXT_LENGTH = 1_000

const ENDS = ['delivered', 'failed'] as const
const EVERY = [...ENDS, 'pending'] as const

/**
 * Returns the receipt form of a message, whose reports may go with others of its bulk. Labels that do not fit, which
 * takes three of the greatest length, are left out of its receipts.
 *
 * @param intermediate whether reports on the way are wanted as well
 */
export function receiptFormOf(instance: string, context: ReceiptContext, intermediate: boolean): ReceiptForm {
  const whole = JSON.stringify(context)
  const kept = whole.length <= MAX_CONTEXT_LENGTH ? whole : JSON.stringify({ ...context, labels: {} })
  return { instance, context: kept, on: intermediate ? EVERY : ENDS, together: true }
}
