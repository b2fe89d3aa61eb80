import type { Address, DataSmPdu, DeliverSmPdu, Tlvs } from '@heliograph/smpp'

/** The fields that a deliver_sm and a data_sm from the SMSC have in common. */
export interface DeliveredMessage {
  readonly source: Address
  readonly destination: Address
  readonly esmClass: number
  readonly dataCoding: number
  /** From short_message or message_payload. */
  readonly octets: Buffer
  readonly tlvs: Tlvs
}

const NO_OCTETS = Buffer.alloc(0)

/**
 * Reads a deliver_sm, or a data_sm, which some SMSCs deliver with and whose text is always in message_payload (SMPP
 * 3.4, 4.7).
 */
export function deliveredMessage(pdu: DeliverSmPdu | DataSmPdu): DeliveredMessage {
  const { source, destination, esmClass, dataCoding, tlvs } = pdu
  const short = pdu.command === 'deliver_sm' ? pdu.shortMessage : NO_OCTETS
  const octets = short.length > 0 ? short : (tlvs.messagePayload ?? NO_OCTETS)
  return { source, destination, esmClass, dataCoding, octets, tlvs }
}
