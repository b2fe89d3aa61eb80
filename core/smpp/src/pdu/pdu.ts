import { COMMAND_IDS, isResponseId } from './commands.ts'
import type { Tlvs } from './tlvs.ts'

/** Type of number, numbering plan and the number or name itself (SMPP v3.4 section 5.2.5 to 5.2.9). */
export interface Address {
  readonly ton: number
  readonly npi: number
  readonly address: string
}

/** A distribution list as a destination of submit_multi. */
export interface DistributionList {
  readonly distributionList: string
}

/** A destination of submit_multi that was refused. */
export interface Unsuccessful extends Address {
  readonly commandStatus: number
}

interface Header<Command extends string> {
  readonly command: Command
  /** 1 to 0x7FFFFFFF. */
  readonly sequenceNumber: number
  /** 0 in requests. */
  readonly commandStatus: number
  readonly tlvs: Tlvs
}

export interface BindPdu extends Header<'bind_receiver' | 'bind_transmitter' | 'bind_transceiver'> {
  readonly systemId: string
  readonly password: string
  readonly systemType: string
  readonly interfaceVersion: number
  readonly addressRange: Address
}

export interface BindResponse extends Header<'bind_receiver_resp' | 'bind_transmitter_resp' | 'bind_transceiver_resp'> {
  readonly systemId: string
}

export interface OutbindPdu extends Header<'outbind'> {
  readonly systemId: string
  readonly password: string
}

/** PDUs that are a header and nothing else. */
export interface BarePdu extends Header<'unbind' | 'enquire_link'> {}
export interface BareResponse
  extends Header<'unbind_resp' | 'enquire_link_resp' | 'generic_nack' | 'cancel_sm_resp' | 'replace_sm_resp'> {}

/** The fields that submit_sm, deliver_sm and submit_multi have in common. */
interface MessageFields {
  readonly serviceType: string
  readonly source: Address
  readonly esmClass: number
  readonly protocolId: number
  readonly priorityFlag: number
  /** As on the wire, see `parseSmppTime`; empty when there is none. */
  readonly scheduleDeliveryTime: string
  readonly validityPeriod: string
  readonly registeredDelivery: number
  readonly replaceIfPresentFlag: number
  readonly dataCoding: number
  readonly smDefaultMsgId: number
  /** At most 254 octets. A view into the received frame: copy it to keep it. */
  readonly shortMessage: Buffer
}

export interface SubmitSmPdu extends Header<'submit_sm'>, MessageFields {
  readonly destination: Address
}

export interface DeliverSmPdu extends Header<'deliver_sm'>, MessageFields {
  readonly destination: Address
}

export interface SubmitMultiPdu extends Header<'submit_multi'>, MessageFields {
  /** 1 to 254. */
  readonly destinations: readonly (Address | DistributionList)[]
}

/** Responses with a message_id, which is empty where the peer left it out and whenever the status is not 0. */
export interface MessageIdResponse extends Header<'submit_sm_resp' | 'deliver_sm_resp' | 'data_sm_resp'> {
  readonly messageId: string
}

export interface SubmitMultiResponse extends Header<'submit_multi_resp'> {
  readonly messageId: string
  readonly unsuccessful: readonly Unsuccessful[]
}

export interface DataSmPdu extends Header<'data_sm'> {
  readonly serviceType: string
  readonly source: Address
  readonly destination: Address
  readonly esmClass: number
  readonly registeredDelivery: number
  readonly dataCoding: number
}

export interface QuerySmPdu extends Header<'query_sm'> {
  readonly messageId: string
  readonly source: Address
}

export interface QuerySmResponse extends Header<'query_sm_resp'> {
  readonly messageId: string
  /** As on the wire; empty while the message is not final. */
  readonly finalDate: string
  readonly messageState: number
  readonly errorCode: number
}

export interface CancelSmPdu extends Header<'cancel_sm'> {
  readonly serviceType: string
  readonly messageId: string
  readonly source: Address
  readonly destination: Address
}

export interface ReplaceSmPdu extends Header<'replace_sm'> {
  readonly messageId: string
  readonly source: Address
  readonly scheduleDeliveryTime: string
  readonly validityPeriod: string
  readonly registeredDelivery: number
  readonly smDefaultMsgId: number
  readonly shortMessage: Buffer
}

export interface AlertNotificationPdu extends Header<'alert_notification'> {
  readonly source: Address
  readonly esme: Address
}

export type RequestPdu =
  | BindPdu
  | OutbindPdu
  | BarePdu
  | SubmitSmPdu
  | DeliverSmPdu
  | SubmitMultiPdu
  | DataSmPdu
  | QuerySmPdu
  | CancelSmPdu
  | ReplaceSmPdu
  | AlertNotificationPdu

export type ResponsePdu = BindResponse | BareResponse | MessageIdResponse | SubmitMultiResponse | QuerySmResponse

/** Every PDU of SMPP v3.4, told apart by `command`. */
export type Pdu = RequestPdu | ResponsePdu

export function isResponse(pdu: Pdu): pdu is ResponsePdu {
  return isResponseId(COMMAND_IDS[pdu.command])
}

/**
 * A PDU to be written: all but the command may be left out. Numbers default to 0, strings and octets to empty,
 * interface_version to 0x34.
 */
export type Draft<P extends Pdu = Pdu> = P extends Pdu
  ? { readonly command: P['command'] } & { readonly [K in Exclude<keyof P, 'command'>]?: P[K] | undefined }
  : never

export type PduDraft = Draft<Pdu>
export type RequestDraft = Draft<RequestPdu>
export type ResponseDraft = Draft<ResponsePdu>
