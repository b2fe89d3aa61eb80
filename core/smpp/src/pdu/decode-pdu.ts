import { type CommandName, commandOfId } from './commands.ts'
import { FieldReader } from './field-reader.ts'
import { FIELDS, HEADER_LENGTH } from './field-sizes.ts'
import type { Address, DistributionList, Pdu, Unsuccessful } from './pdu.ts'
import { PduError } from './pdu-error.ts'
import { STATUS } from './status.ts'
import { NO_TLVS } from './tlvs.ts'

/**
 * Reads one frame from `FrameReader`. Octets of the result are views into the frame.
 *
 * Every length is checked before it is used. Throws `PduError` with the status to answer: 0x03 for an unknown command,
 * 0x02 for fields that run past the end, the field's own status for a string that is too long, 0x01 for an sm_length
 * past the end, 0xC0 for optional parameters past the end. Anything shorter than a header is 0x02.
 */
export function decodePdu(frame: Buffer): Pdu {
  if (frame.length < HEADER_LENGTH) throw new PduError(STATUS.RINVCMDLEN, 0, 0, 'shorter than a header')
  const commandId = frame.readUInt32BE(4)
  const sequenceNumber = frame.readUInt32BE(12)
  const command = commandOfId(commandId)
  if (command === undefined) throw new PduError(STATUS.RINVCMDID, commandId, sequenceNumber, 'unknown command')
  const reader = new FieldReader(frame, commandId, sequenceNumber)
  return decodeBody(command, sequenceNumber, frame.readUInt32BE(8), reader)
}

function decodeBody(command: CommandName, sequenceNumber: number, commandStatus: number, reader: FieldReader): Pdu {
  switch (command) {
    case 'submit_sm':
    case 'deliver_sm':
      return decodeMessage(command, sequenceNumber, commandStatus, reader)
    case 'submit_sm_resp':
    case 'deliver_sm_resp':
    case 'data_sm_resp': {
      const messageId = reader.string(FIELDS.messageId)
      return { command, sequenceNumber, commandStatus, messageId, tlvs: reader.tlvs() }
    }
    case 'enquire_link':
    case 'unbind':
    case 'enquire_link_resp':
    case 'unbind_resp':
    case 'generic_nack':
    case 'cancel_sm_resp':
    case 'replace_sm_resp':
      // Octets after the header of these mean nothing; some peers pad them.
      return { command, sequenceNumber, commandStatus, tlvs: NO_TLVS }
    default:
      return decodeRare(command, sequenceNumber, commandStatus, reader)
  }
}

function decodeMessage(
  command: 'submit_sm' | 'deliver_sm',
  sequenceNumber: number,
  commandStatus: number,
  reader: FieldReader,
): Pdu {
  return {
    command,
    sequenceNumber,
    commandStatus,
    serviceType: reader.string(FIELDS.serviceType),
    source: reader.address(FIELDS.source),
    destination: reader.address(FIELDS.destination),
    esmClass: reader.octet(),
    protocolId: reader.octet(),
    priorityFlag: reader.octet(),
    scheduleDeliveryTime: reader.string(FIELDS.schedule),
    validityPeriod: reader.string(FIELDS.validity),
    registeredDelivery: reader.octet(),
    replaceIfPresentFlag: reader.octet(),
    dataCoding: reader.octet(),
    smDefaultMsgId: reader.octet(),
    shortMessage: reader.shortMessage(),
    tlvs: reader.tlvs(),
  }
}

type RareCommand = Exclude<
  CommandName,
  | 'submit_sm'
  | 'deliver_sm'
  | 'submit_sm_resp'
  | 'deliver_sm_resp'
  | 'data_sm_resp'
  | 'enquire_link'
  | 'unbind'
  | 'enquire_link_resp'
  | 'unbind_resp'
  | 'generic_nack'
  | 'cancel_sm_resp'
  | 'replace_sm_resp'
>

function decodeRare(command: RareCommand, sequenceNumber: number, commandStatus: number, reader: FieldReader): Pdu {
  const header = { sequenceNumber, commandStatus }
  switch (command) {
    case 'bind_receiver':
    case 'bind_transmitter':
    case 'bind_transceiver':
      return {
        command,
        ...header,
        systemId: reader.string(FIELDS.systemId),
        password: reader.string(FIELDS.password),
        systemType: reader.string(FIELDS.systemType),
        interfaceVersion: reader.octet(),
        addressRange: reader.address(FIELDS.addressRange),
        tlvs: reader.tlvs(),
      }
    case 'bind_receiver_resp':
    case 'bind_transmitter_resp':
    case 'bind_transceiver_resp':
      return { command, ...header, systemId: reader.string(FIELDS.systemId), tlvs: reader.tlvs() }
    case 'outbind':
      return {
        command,
        ...header,
        systemId: reader.string(FIELDS.systemId),
        password: reader.string(FIELDS.password),
        tlvs: reader.tlvs(),
      }
    case 'alert_notification':
      return {
        command,
        ...header,
        source: reader.address(FIELDS.source),
        esme: reader.address(FIELDS.destination),
        tlvs: reader.tlvs(),
      }
    case 'submit_multi':
    case 'submit_multi_resp':
      return decodeMulti(command, header, reader)
    default:
      return decodeOperation(command, header, reader)
  }
}

interface HeaderFields {
  readonly sequenceNumber: number
  readonly commandStatus: number
}

function decodeMulti(command: 'submit_multi' | 'submit_multi_resp', header: HeaderFields, reader: FieldReader): Pdu {
  if (command === 'submit_multi_resp') {
    const messageId = reader.string(FIELDS.messageId)
    return { command, ...header, messageId, unsuccessful: readUnsuccessful(reader), tlvs: reader.tlvs() }
  }
  return {
    command,
    ...header,
    serviceType: reader.string(FIELDS.serviceType),
    source: reader.address(FIELDS.source),
    destinations: readDestinations(reader),
    esmClass: reader.octet(),
    protocolId: reader.octet(),
    priorityFlag: reader.octet(),
    scheduleDeliveryTime: reader.string(FIELDS.schedule),
    validityPeriod: reader.string(FIELDS.validity),
    registeredDelivery: reader.octet(),
    replaceIfPresentFlag: reader.octet(),
    dataCoding: reader.octet(),
    smDefaultMsgId: reader.octet(),
    shortMessage: reader.shortMessage(),
    tlvs: reader.tlvs(),
  }
}

function decodeOperation(
  command: 'data_sm' | 'query_sm' | 'query_sm_resp' | 'cancel_sm' | 'replace_sm',
  header: HeaderFields,
  reader: FieldReader,
): Pdu {
  switch (command) {
    case 'data_sm':
      return {
        command,
        ...header,
        serviceType: reader.string(FIELDS.serviceType),
        source: reader.address(FIELDS.source),
        destination: reader.address(FIELDS.destination),
        esmClass: reader.octet(),
        registeredDelivery: reader.octet(),
        dataCoding: reader.octet(),
        tlvs: reader.tlvs(),
      }
    case 'query_sm':
      return {
        command,
        ...header,
        messageId: reader.string(FIELDS.messageId),
        source: reader.address(FIELDS.source),
        tlvs: reader.tlvs(),
      }
    case 'query_sm_resp':
      return {
        command,
        ...header,
        messageId: reader.string(FIELDS.messageId),
        finalDate: reader.string(FIELDS.finalDate),
        messageState: reader.octet(),
        errorCode: reader.octet(),
        tlvs: reader.tlvs(),
      }
    case 'cancel_sm':
      return {
        command,
        ...header,
        serviceType: reader.string(FIELDS.serviceType),
        messageId: reader.string(FIELDS.messageId),
        source: reader.address(FIELDS.source),
        destination: reader.address(FIELDS.destination),
        tlvs: reader.tlvs(),
      }
    case 'replace_sm':
      return {
        command,
        ...header,
        messageId: reader.string(FIELDS.messageId),
        source: reader.address(FIELDS.source),
        scheduleDeliveryTime: reader.string(FIELDS.schedule),
        validityPeriod: reader.string(FIELDS.validity),
        registeredDelivery: reader.octet(),
        smDefaultMsgId: reader.octet(),
        shortMessage: reader.shortMessage(),
        tlvs: reader.tlvs(),
      }
  }
}

const SME_ADDRESS = 1
const DISTRIBUTION_LIST = 2

function readDestinations(reader: FieldReader): (Address | DistributionList)[] {
  const count = reader.octet()
  if (count === 0) reader.fail(STATUS.RINVNUMDESTS, 'number_of_dests is 0')
  const destinations: (Address | DistributionList)[] = []
  for (let index = 0; index < count; index++) {
    const flag = reader.octet()
    if (flag === SME_ADDRESS) destinations.push(reader.address(FIELDS.destination))
    else if (flag === DISTRIBUTION_LIST) destinations.push({ distributionList: reader.string(FIELDS.distributionList) })
    else reader.fail(STATUS.RINVDESTFLAG, 'dest_flag is neither 1 nor 2')
  }
  return destinations
}

function readUnsuccessful(reader: FieldReader): Unsuccessful[] {
  const count = reader.octet()
  const unsuccessful: Unsuccessful[] = []
  for (let index = 0; index < count && !reader.atEnd; index++) {
    const address = reader.address(FIELDS.destination)
    unsuccessful.push({ ...address, commandStatus: reader.word() })
  }
  return unsuccessful
}
