import { formatReceiptText, receiptStatusOfStat, SMPP_STATES, type SmppStat } from '@heliograph/messaging'
import type { Address, DeliverSmPdu, Draft, Tlvs } from '@heliograph/smpp'
import type { ReceiptBehaviour } from './behaviour.ts'

/** esm_class of a delivery receipt and of an intermediate notification (SMPP 3.4, 5.2.12). */
const ESM_RECEIPT = 0x04
const ESM_INTERMEDIATE = 0x20

/** The state word of receipts by default. */
const USUAL_STAT = 'DELIVRD'
const NONSENSE = 'Your call is important to us. \x00\xff id: stat:'

/** The message that a receipt is about. */
export interface ReportedMessage {
  readonly id: string
  /** Addresses of the submit; the receipt swaps them. */
  readonly source: Address
  readonly destination: Address
  /** The start of the message's text, ASCII. */
  readonly text: string
  readonly submittedAt: Date
  readonly doneAt: Date
}

/** Builds the receipt of a message (SMPP 3.4, appendix B), with the requested oddities. */
export function receiptPdu(message: ReportedMessage, behaviour: ReceiptBehaviour): Draft<DeliverSmPdu> {
  const stat = behaviour.stat ?? USUAL_STAT
  const text = receiptText(message, stat, behaviour)
  const octets = Buffer.from(text, 'latin1')
  const tlvs: Tlvs = {
    ...(behaviour.form === 'text' || behaviour.garbage ? {} : parameters(message.id, stat)),
    ...(behaviour.payload ? { messagePayload: octets } : {}),
  }
  return {
    command: 'deliver_sm',
    source: message.destination,
    destination: message.source,
    esmClass: behaviour.intermediate ? ESM_INTERMEDIATE : ESM_RECEIPT,
    dataCoding: 0,
    ...(behaviour.payload ? {} : { shortMessage: octets }),
    tlvs,
  }
}

function receiptText(message: ReportedMessage, stat: string, behaviour: ReceiptBehaviour): string {
  if (behaviour.form === 'tlv') return ''
  if (behaviour.garbage) return behaviour.garbage === true ? NONSENSE : behaviour.garbage
  const text = formatReceiptText({ ...message, stat: stat as SmppStat, errorId: null })
  return behaviour.error === undefined ? text : text.replace(' err:000', ` err:${behaviour.error}`)
}

function parameters(id: string, stat: string): Tlvs {
  const status = receiptStatusOfStat(stat)
  return { receiptedMessageId: id, ...(status ? { messageState: SMPP_STATES[status].messageState } : {}) }
}
