import type { Push } from '@heliograph/contracts'
import { type DeliverSmPdu, type Draft, type RequestOutcome, STATUS } from '@heliograph/smpp'
import { incomingPdus } from './incoming-pdu.ts'
import { receiptPdu } from './receipt-pdu.ts'

export type PushResult = 'taken' | 'refused' | 'later'

export interface DeliverOptions {
  /**
   * False for clients of a version below 3.4, which do not support TLVs (SMPP 3.4 section 4.1.1, interface_version).
   */
  readonly takesTlvs: boolean
  readonly longIncoming: 'message-payload' | 'segments'
}

/** The deliver_sm of a push, in order. */
export function pdusOf(push: Push, { takesTlvs, longIncoming }: DeliverOptions): readonly Draft<DeliverSmPdu>[] {
  if (push.kind === 'receipt') return [receiptPdu(push, takesTlvs)]
  return incomingPdus(push, takesTlvs ? longIncoming : 'segments')
}

/** Statuses with which a client says "not now" instead of "never". */
const LATER: ReadonlySet<number> = new Set([STATUS.RSYSERR, STATUS.RMSGQFUL, STATUS.RTHROTTLED, STATUS.RX_T_APPN])

/** The result of a push from the outcomes of its deliver_sm: if one has to be sent again, all of them are. */
export function resultOf(outcomes: readonly RequestOutcome[]): PushResult {
  const results = outcomes.map(resultOfOne)
  if (results.includes('later')) return 'later'
  return results.includes('refused') ? 'refused' : 'taken'
}

function resultOfOne(outcome: RequestOutcome): PushResult {
  if (outcome.kind === 'response') {
    const { commandStatus } = outcome.pdu
    if (outcome.pdu.command !== 'generic_nack' && commandStatus === STATUS.ROK) return 'taken'
    return LATER.has(commandStatus) ? 'later' : 'refused'
  }
  // A request that cannot be written as a PDU will never succeed.
  return outcome.kind === 'not-sent' && outcome.error ? 'refused' : 'later'
}
