import type { ReceiptForm } from '@heliograph/contracts'

/** What `formatReceipt` needs of a request. */
export interface ReceiptContext {
  readonly method: 'GET' | 'POST'
}

/** Values of `dlr-level`. */
export const LEVEL = { network: '1', handset: '2', both: '3' } as const

/** Returns the receipt form of a message; undefined when it asks for no receipt that there is. */
export function receiptFormOf(instance: string, level: string, context: ReceiptContext): ReceiptForm | undefined {
  if (level === LEVEL.network) return undefined
  return { instance, context: JSON.stringify(context), on: ['delivered', 'failed'] }
}
