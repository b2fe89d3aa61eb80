import type { ReceiptForm } from '@heliograph/contracts'

/** The part of a request that `formatReceipt` needs. */
export interface ReceiptContext {
  readonly service?: string | undefined
}

/** The receipt form of a message whose statuses go to its callback. */
export function receiptFormOf(instance: string, { service }: ReceiptContext): ReceiptForm {
  return { instance, context: JSON.stringify({ service }) }
}
