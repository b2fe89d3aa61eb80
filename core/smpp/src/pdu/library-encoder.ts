import { FIELDS, type StringField } from './field-sizes.ts'
import { checkOctet, checkShortMessage, checkTime, NO_ADDRESS, NO_OCTETS, unwritable } from './field-writer.ts'
import { library } from './library.ts'
import type { Address, DistributionList, PduDraft, Unsuccessful } from './pdu.ts'
import { STATUS } from './status.ts'
import { isLatin1Text } from './tlvs.ts'

/** Version 3.4 as a value of interface_version (section 5.2.4). */
const INTERFACE_VERSION = 0x34
/** Maximum number of destinations of one submit_multi (section 5.2.24). */
const MAX_DESTINATIONS = 254
const MAX_UNSUCCESSFUL = 255

type Written =
  | 'submit_sm'
  | 'deliver_sm'
  | 'submit_sm_resp'
  | 'deliver_sm_resp'
  | 'data_sm_resp'
  | 'enquire_link'
  | 'enquire_link_resp'
  | 'unbind'
  | 'unbind_resp'
  | 'generic_nack'
  | 'cancel_sm_resp'
  | 'replace_sm_resp'

/** The commands that are too rare to be worth a writer of their own. */
export type LibraryDraft = Exclude<PduDraft, { readonly command: Written }>

type Options = Record<string, unknown>

/**
 * Writes the header and the mandatory fields with the PDU class of npm `smpp`.
 *
 * That class checks nothing, so every value is checked before. It gets only Buffers and full-length times, which its
 * filters leave unchanged.
 */
export function encodeWithLibrary(draft: LibraryDraft, sequenceNumber: number): Buffer {
  const options = optionsOf(draft)
  return new library.PDU(draft.command, { ...options, sequence_number: sequenceNumber }).toBuffer()
}

function optionsOf(draft: LibraryDraft): Options {
  switch (draft.command) {
    case 'bind_receiver':
    case 'bind_transmitter':
    case 'bind_transceiver': {
      const range = draft.addressRange ?? NO_ADDRESS
      return {
        system_id: text(draft.systemId, FIELDS.systemId),
        password: text(draft.password, FIELDS.password),
        system_type: text(draft.systemType, FIELDS.systemType),
        interface_version: checkOctet(draft.interfaceVersion ?? INTERFACE_VERSION),
        addr_ton: checkOctet(range.ton),
        addr_npi: checkOctet(range.npi),
        address_range: text(range.address, FIELDS.addressRange),
      }
    }
    case 'bind_receiver_resp':
    case 'bind_transmitter_resp':
    case 'bind_transceiver_resp':
      return { system_id: text(draft.systemId, FIELDS.systemId) }
    case 'outbind':
      return { system_id: text(draft.systemId, FIELDS.systemId), password: text(draft.password, FIELDS.password) }
    case 'alert_notification': {
      const esme = draft.esme ?? NO_ADDRESS
      return {
        ...sourceOptions(draft.source),
        esme_addr_ton: checkOctet(esme.ton),
        esme_addr_npi: checkOctet(esme.npi),
        esme_addr: text(esme.address, FIELDS.destination),
      }
    }
    case 'submit_multi':
      return {
        service_type: text(draft.serviceType, FIELDS.serviceType),
        ...sourceOptions(draft.source),
        dest_address: destinationList(draft.destinations ?? []),
        ...flagOptions(draft),
      }
    case 'submit_multi_resp':
      return {
        message_id: text(draft.messageId, FIELDS.messageId),
        unsuccess_sme: unsuccessfulList(draft.unsuccessful ?? []),
      }
    default:
      return operationOptions(draft)
  }
}

type OperationDraft = Extract<
  LibraryDraft,
  { readonly command: 'data_sm' | 'query_sm' | 'query_sm_resp' | 'cancel_sm' | 'replace_sm' }
>

function operationOptions(draft: OperationDraft): Options {
  switch (draft.command) {
    case 'data_sm':
      return {
        service_type: text(draft.serviceType, FIELDS.serviceType),
        ...sourceOptions(draft.source),
        ...destinationOptions(draft.destination),
        esm_class: checkOctet(draft.esmClass ?? 0),
        registered_delivery: checkOctet(draft.registeredDelivery ?? 0),
        data_coding: checkOctet(draft.dataCoding ?? 0),
      }
    case 'query_sm':
      return { message_id: text(draft.messageId, FIELDS.messageId), ...sourceOptions(draft.source) }
    case 'query_sm_resp':
      return {
        message_id: text(draft.messageId, FIELDS.messageId),
        final_date: checkTime(draft.finalDate ?? '', FIELDS.finalDate.tooLong),
        message_state: checkOctet(draft.messageState ?? 0),
        error_code: checkOctet(draft.errorCode ?? 0),
      }
    case 'cancel_sm':
      return {
        service_type: text(draft.serviceType, FIELDS.serviceType),
        message_id: text(draft.messageId, FIELDS.messageId),
        ...sourceOptions(draft.source),
        ...destinationOptions(draft.destination),
      }
    case 'replace_sm':
      return {
        message_id: text(draft.messageId, FIELDS.messageId),
        ...sourceOptions(draft.source),
        schedule_delivery_time: time(draft.scheduleDeliveryTime, FIELDS.schedule),
        validity_period: time(draft.validityPeriod, FIELDS.validity),
        registered_delivery: checkOctet(draft.registeredDelivery ?? 0),
        sm_default_msg_id: checkOctet(draft.smDefaultMsgId ?? 0),
        short_message: checkShortMessage(draft.shortMessage ?? NO_OCTETS),
      }
  }
}

function flagOptions(draft: Extract<LibraryDraft, { readonly command: 'submit_multi' }>): Options {
  return {
    esm_class: checkOctet(draft.esmClass ?? 0),
    protocol_id: checkOctet(draft.protocolId ?? 0),
    priority_flag: checkOctet(draft.priorityFlag ?? 0),
    schedule_delivery_time: time(draft.scheduleDeliveryTime, FIELDS.schedule),
    validity_period: time(draft.validityPeriod, FIELDS.validity),
    registered_delivery: checkOctet(draft.registeredDelivery ?? 0),
    replace_if_present_flag: checkOctet(draft.replaceIfPresentFlag ?? 0),
    data_coding: checkOctet(draft.dataCoding ?? 0),
    sm_default_msg_id: checkOctet(draft.smDefaultMsgId ?? 0),
    short_message: checkShortMessage(draft.shortMessage ?? NO_OCTETS),
  }
}

function sourceOptions(source: Address = NO_ADDRESS): Options {
  return {
    source_addr_ton: checkOctet(source.ton),
    source_addr_npi: checkOctet(source.npi),
    source_addr: text(source.address, FIELDS.source),
  }
}

function destinationOptions(destination: Address = NO_ADDRESS): Options {
  return {
    dest_addr_ton: checkOctet(destination.ton),
    dest_addr_npi: checkOctet(destination.npi),
    destination_addr: text(destination.address, FIELDS.destination),
  }
}

function destinationList(destinations: readonly (Address | DistributionList)[]): Options[] {
  if (destinations.length > MAX_DESTINATIONS) throw unwritable(STATUS.RINVNUMDESTS, 'too many destinations')
  return destinations.map((destination) =>
    'distributionList' in destination
      ? { dl_name: text(destination.distributionList, FIELDS.distributionList) }
      : destinationOptions(destination),
  )
}

function unsuccessfulList(unsuccessful: readonly Unsuccessful[]): Options[] {
  if (unsuccessful.length > MAX_UNSUCCESSFUL) throw unwritable(STATUS.RINVNUMDESTS, 'too many destinations')
  return unsuccessful.map((entry) => ({ ...destinationOptions(entry), error_status_code: entry.commandStatus >>> 0 }))
}

function time(value: string | undefined, field: StringField): string {
  return text(checkTime(value ?? '', field.tooLong), field)
}

function text(value: string | undefined, field: StringField): string {
  if (value === undefined) return ''
  if (value.length > field.limit) throw unwritable(field.tooLong, `${field.what} is too long`)
  if (!isLatin1Text(value)) throw unwritable(field.tooLong, `${field.what} has a character that does not fit an octet`)
  return value
}
