import type { ReceiptForm, SubmitMessage } from '@heliograph/contracts'
import type { ClientMethod } from './client-request.ts'

/** What `formatReceipt` needs of a request. */
export interface ReceiptContext {
  readonly method: ClientMethod
  /** A value of `LEVEL`; absent: of the handset. */
  readonly level?: string | undefined
}

/** Values of `dlr-level`. */
export const LEVEL = { network: '1', handset: '2', both: '3' } as const

/** What a message has to ask for, so that it gets the receipts of a level. */
export function receiptsOf(
  instance: string,
  context: Required<ReceiptContext>,
): Pick<SubmitMessage, 'notifyFormat' | 'sentReceipt'> {
  const notifyFormat: ReceiptForm = { instance, context: JSON.stringify(context), on: ['delivered', 'failed'] }
  return { notifyFormat, sentReceipt: context.level !== LEVEL.handset }
}
