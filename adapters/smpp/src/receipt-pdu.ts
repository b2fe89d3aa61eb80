import type { ReceiptPush } from '@heliograph/contracts'
import { formatReceiptText, isFinal, SMPP_STATES, STATUS_FORMS } from '@heliograph/messaging'
import type { DeliverSmPdu, Draft, Tlvs } from '@heliograph/smpp'
import { deducedAddress } from './deduced-address.ts'
import { destinationOf, parsePushContext } from './push-context.ts'

/** esm_class of a delivery receipt and of an intermediate notification (SMPP 3.4 section 5.2.12). */
const RECEIPT = 0x04
const INTERMEDIATE = 0x20

/**
 * The deliver_sm that reports the final state of a message, or that a network has taken it. Its addresses are those of
 * the submit, swapped; text and TLVs have the same content. Clients of a version below 3.4 get no TLVs.
 */
export function receiptPdu(push: ReceiptPush, takesTlvs: boolean): Draft<DeliverSmPdu> {
  const context = parsePushContext(push.context)
  const id = String(push.smsId)
  const { messageState, stat } = STATUS_FORMS[push.state].smpp ?? SMPP_STATES.unknown
  const text = formatReceiptText({
    id,
    stat,
    submittedAt: push.acceptedAt,
    doneAt: push.doneAt,
    errorId: push.errorId,
    text: context?.isBinary ? '' : push.text,
  })
  const userMessageReference = context?.userMessageReference
  const tlvs: Tlvs = { receiptedMessageId: id, messageState, userMessageReference }
  return {
    command: 'deliver_sm',
    source: context ? destinationOf(context, push.to) : deducedAddress(push.to),
    destination: context?.source ?? deducedAddress(push.from),
    esmClass: isFinal(push.state) ? RECEIPT : INTERMEDIATE,
    shortMessage: Buffer.from(text, 'latin1'),
    tlvs: takesTlvs ? tlvs : undefined,
  }
}
