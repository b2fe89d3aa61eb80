import type { ReceiptForm, ReceiptKind } from '@heliograph/contracts'

/** Bits of `dlr-mask` and values of `%d`. */
export const DLR = { delivered: 1, failed: 2, buffered: 4, accepted: 8, rejected: 16 } as const

/** The parts of a request that `formatReceipt` needs. */
export interface ReceiptContext {
  readonly mask: number
  /** As the client wrote it; undefined when it named none. */
  readonly from: string | undefined
  readonly to: string
  readonly user: string | undefined
}

/** Kannel has no bit for a read. */
type RequestedKind = Exclude<ReceiptKind, 'read'>

/** The bits that request each kind. That a network accepted a message is not reported, so `accepted` has no effect. */
const BITS: Readonly<Record<RequestedKind, number>> = {
  delivered: DLR.delivered,
  failed: DLR.failed | DLR.rejected,
  pending: DLR.buffered,
}

/** Returns the receipt form of a message; undefined when the mask requests no receipts. */
export function receiptFormOf(instance: string, context: ReceiptContext): ReceiptForm | undefined {
  const on = (Object.keys(BITS) as RequestedKind[]).filter((kind) => (BITS[kind] & context.mask) !== 0)
  return on.length === 0 ? undefined : { instance, context: JSON.stringify(context), on }
}
