import type { NetworkReceipt } from '@heliograph/contracts'
import { afterTransaction, type Transaction } from '../../database/database.ts'
import type { PushTools } from '../../notify/sessions/push-tools.ts'

/** A part that a receipt was found to be for. */
interface ReportedPart {
  /** The index of the receipt in its batch. */
  readonly receipt: number
  readonly sms_id: number
  readonly request_id: string | null
  readonly link: string
  readonly attempt: number
  readonly part: number
}

/** Tells the receipts that were found to be for a part as steps, once they are committed. */
export function tellReceipts(
  tx: Transaction,
  { steps, clock }: Pick<PushTools, 'steps' | 'clock'>,
  receipts: readonly NetworkReceipt[],
  matches: Iterable<ReportedPart>,
): void {
  if (!steps?.isWatched) return
  const startedAt = clock.now()
  const reported = [...matches]
  afterTransaction(tx, (isCommitted) => {
    if (!isCommitted) return
    const endedAt = clock.now()
    for (const { receipt, sms_id: smsId, request_id: requestId, link, attempt, part } of reported) {
      if (requestId === null) continue
      const { status } = receipts[receipt] as NetworkReceipt
      steps.tell({ kind: 'receipt', requestId, startedAt, endedAt, smsId, link, attempt, part, status })
    }
  })
}
