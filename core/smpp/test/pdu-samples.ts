import type { Pdu } from '../src/index.ts'

const from = { ton: 5, npi: 0, address: 'Heliograph' }
const to = { ton: 1, npi: 1, address: '4512345678' }
const header = { sequenceNumber: 0x01020304, commandStatus: 0, tlvs: {} }

const message = {
  ...header,
  serviceType: 'CMT',
  source: from,
  destination: to,
  esmClass: 0x40,
  protocolId: 1,
  priorityFlag: 2,
  scheduleDeliveryTime: '261120163000000+',
  validityPeriod: '000002000000000R',
  registeredDelivery: 1,
  replaceIfPresentFlag: 0,
  dataCoding: 8,
  smDefaultMsgId: 3,
  shortMessage: Buffer.from('0500030102010041', 'hex'),
}

const receipt = Buffer.from(
  'id:123456789 sub:001 dlvrd:001 submit date:2611201630 done date:2611201631 stat:DELIVRD err:000 text:Hello',
  'latin1',
)

const bind = {
  ...header,
  systemId: 'somebody.with.a.long.name@example.com',
  password: 'abcdefgh',
  systemType: 'VMS',
  interfaceVersion: 0x34,
  addressRange: { ton: 1, npi: 1, address: '^45' },
}

/** One PDU of each command with every field filled, and the same in the library's spelling. */
export const SAMPLES: readonly { readonly pdu: Pdu; readonly library: Record<string, unknown> }[] = [
  ...(['bind_receiver', 'bind_transmitter', 'bind_transceiver'] as const).map((command) => ({
    pdu: { command, ...bind },
    library: {
      system_id: bind.systemId,
      password: bind.password,
      system_type: 'VMS',
      interface_version: 0x34,
      addr_ton: 1,
      addr_npi: 1,
      address_range: '^45',
    },
  })),
  ...(['bind_receiver_resp', 'bind_transmitter_resp', 'bind_transceiver_resp'] as const).map((command) => ({
    pdu: { command, ...header, systemId: 'SMSC', tlvs: { scInterfaceVersion: 0x34 } },
    library: { system_id: 'SMSC', sc_interface_version: 0x34 },
  })),
  {
    pdu: { command: 'outbind', ...header, systemId: 'SMSC', password: 'secret' },
    library: { system_id: 'SMSC', password: 'secret' },
  },
  ...(['unbind', 'unbind_resp', 'enquire_link', 'enquire_link_resp', 'generic_nack'] as const).map((command) => ({
    pdu: { command, ...header } as Pdu,
    library: {},
  })),
  ...(['cancel_sm_resp', 'replace_sm_resp'] as const).map((command) => ({ pdu: { command, ...header }, library: {} })),
  {
    pdu: {
      command: 'submit_sm',
      ...message,
      tlvs: { userMessageReference: 513, sarMsgRefNum: 7, sarTotalSegments: 3, sarSegmentSeqnum: 2 },
    },
    library: {
      ...libraryMessage(message.shortMessage),
      user_message_reference: 513,
      sar_msg_ref_num: 7,
      sar_total_segments: 3,
      sar_segment_seqnum: 2,
    },
  },
  {
    pdu: {
      command: 'deliver_sm',
      ...message,
      shortMessage: receipt,
      tlvs: {
        receiptedMessageId: '123456789',
        messageState: 2,
        networkErrorCode: { networkType: 3, code: 0x0102 },
        messagePayload: Buffer.alloc(300, 0x61),
      },
    },
    library: {
      ...libraryMessage(receipt),
      receipted_message_id: '123456789',
      message_state: 2,
      network_error_code: Buffer.from('030102', 'hex'),
      message_payload: Buffer.alloc(300, 0x61),
    },
  },
  ...(['submit_sm_resp', 'deliver_sm_resp', 'data_sm_resp'] as const).map((command) => ({
    pdu: { command, ...header, messageId: '18446744073709551617' },
    library: { message_id: '18446744073709551617' },
  })),
  {
    pdu: {
      command: 'submit_multi',
      ...withoutDestination(),
      destinations: [to, { distributionList: 'staff' }, { ton: 0, npi: 0, address: '4587654321' }],
    },
    library: {
      ...libraryMessage(message.shortMessage),
      dest_addr_ton: undefined,
      dest_address: [
        { dest_addr_ton: 1, dest_addr_npi: 1, destination_addr: '4512345678' },
        { dl_name: 'staff' },
        { dest_addr_ton: 0, dest_addr_npi: 0, destination_addr: '4587654321' },
      ],
    },
  },
  {
    pdu: {
      command: 'submit_multi_resp',
      ...header,
      messageId: '12',
      unsuccessful: [{ ...to, commandStatus: 0x0b }],
    },
    library: {
      message_id: '12',
      unsuccess_sme: [{ dest_addr_ton: 1, dest_addr_npi: 1, destination_addr: '4512345678', error_status_code: 0x0b }],
    },
  },
  {
    pdu: {
      command: 'data_sm',
      ...header,
      serviceType: 'CMT',
      source: from,
      destination: to,
      esmClass: 0,
      registeredDelivery: 1,
      dataCoding: 4,
      tlvs: { messagePayload: Buffer.alloc(5000, 0x62), sourcePort: 5, destinationPort: 6 },
    },
    library: {
      ...libraryMessage(message.shortMessage),
      esm_class: 0,
      data_coding: 4,
      message_payload: Buffer.alloc(5000, 0x62),
      source_port: 5,
      dest_port: 6,
    },
  },
  {
    pdu: { command: 'query_sm', ...header, messageId: '12', source: from },
    library: { message_id: '12', ...librarySource() },
  },
  {
    pdu: {
      command: 'query_sm_resp',
      ...header,
      messageId: '12',
      finalDate: '261120163000000+',
      messageState: 2,
      errorCode: 9,
    },
    library: { message_id: '12', final_date: '261120163000000+', message_state: 2, error_code: 9 },
  },
  {
    pdu: { command: 'cancel_sm', ...header, serviceType: 'CMT', messageId: '12', source: from, destination: to },
    library: { service_type: 'CMT', message_id: '12', ...librarySource(), ...libraryDestination() },
  },
  {
    pdu: {
      command: 'replace_sm',
      ...header,
      messageId: '12',
      source: from,
      scheduleDeliveryTime: '',
      validityPeriod: '261120163000000+',
      registeredDelivery: 1,
      smDefaultMsgId: 0,
      shortMessage: Buffer.from('Hello'),
    },
    library: {
      message_id: '12',
      ...librarySource(),
      validity_period: '261120163000000+',
      registered_delivery: 1,
      short_message: Buffer.from('Hello'),
    },
  },
  {
    pdu: { command: 'alert_notification', ...header, source: from, esme: to, tlvs: { msAvailabilityStatus: 1 } },
    library: {
      ...librarySource(),
      esme_addr_ton: 1,
      esme_addr_npi: 1,
      esme_addr: '4512345678',
      ms_availability_status: 1,
    },
  },
]

function withoutDestination(): Omit<typeof message, 'destination'> {
  const { destination: _, ...rest } = message
  return rest
}

function librarySource(): Record<string, unknown> {
  return { source_addr_ton: 5, source_addr_npi: 0, source_addr: 'Heliograph' }
}

function libraryDestination(): Record<string, unknown> {
  return { dest_addr_ton: 1, dest_addr_npi: 1, destination_addr: '4512345678' }
}

function libraryMessage(shortMessage: Buffer): Record<string, unknown> {
  return {
    service_type: 'CMT',
    ...librarySource(),
    ...libraryDestination(),
    esm_class: 0x40,
    protocol_id: 1,
    priority_flag: 2,
    schedule_delivery_time: '261120163000000+',
    validity_period: '000002000000000R',
    registered_delivery: 1,
    replace_if_present_flag: 0,
    data_coding: 8,
    sm_default_msg_id: 3,
    short_message: shortMessage,
  }
}

/** The sample of a command. */
export function sampleOf<Command extends Pdu['command']>(command: Command): Extract<Pdu, { command: Command }> {
  const sample = SAMPLES.find(({ pdu }) => pdu.command === command)
  if (sample === undefined) throw new Error(`no sample of ${command}`)
  return sample.pdu as Extract<Pdu, { command: Command }>
}
