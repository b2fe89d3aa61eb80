import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import {
  COMMAND_IDS,
  decodePdu,
  encodePdu,
  type Pdu,
  type PduDraft,
  PduError,
  STATUS,
  type StatusName,
  statusName,
} from '../src/index.ts'
import { SAMPLES, sampleOf } from './pdu-samples.ts'
import './fixed-seed.ts'

interface LibraryPdu {
  readonly command: string
  toBuffer(): Buffer
  readonly [field: string]: unknown
}

const library = createRequire(import.meta.url)('smpp') as {
  readonly PDU: new (command: string | Buffer, options?: object) => LibraryPdu
  readonly commands: Record<string, { readonly id: number }>
  readonly errors: Record<string, number>
}

describe('the tables', () => {
  it('have the ids of every command of 3.4', () => {
    const known = Object.entries(library.commands).filter(([name]) => !name.includes('broadcast'))
    assert.deepEqual({ ...COMMAND_IDS }, Object.fromEntries(known.map(([name, { id }]) => [name, id])))
  })

  it('have the values of command_status', () => {
    // The library uses the names of version 5, which contain `TLV`.
    const newer = (name: string): string =>
      name.replace('OPTPARSTREAM', 'TLVSTREAM').replace(/OPTPAR(AM)?|PAR(?=LEN)/, 'TLV')
    for (const [name, value] of Object.entries(STATUS)) assert.equal(library.errors[`ESME_${newer(name)}`], value, name)
  })

  it('name a status for operators', () => {
    assert.equal(statusName(0x0b), 'ESME_RINVDSTADR')
    assert.equal(statusName(0x401), '0x00000401')
  })
})

describe('encoding', () => {
  for (const { pdu, library: options } of SAMPLES) {
    it(`writes ${pdu.command} as the library does, byte for byte`, () => {
      const expected = new library.PDU(pdu.command, { ...options, sequence_number: pdu.sequenceNumber })
      assert.equal(encodePdu(pdu).toString('hex'), expected.toBuffer().toString('hex'))
    })
  }

  it('has a sample of every command', () => {
    assert.deepEqual(new Set(SAMPLES.map(({ pdu }) => pdu.command)), new Set(Object.keys(COMMAND_IDS)))
  })

  it('writes the octets of SMPP v3.4', () => {
    const pdu = encodePdu({
      command: 'submit_sm',
      sequenceNumber: 0x7fffffff,
      source: { ton: 5, npi: 0, address: 'Ab' },
      destination: { ton: 1, npi: 1, address: '45' },
      registeredDelivery: 1,
      shortMessage: Buffer.from('hi'),
      tlvs: { sarMsgRefNum: 0x1234, others: [{ tag: 0x1400, value: Buffer.from([9]) }] },
    })
    const expected =
      '00000032 00000004 00000000 7fffffff 00 05 00 416200 01 01 343500 00 00 00 00 00 01 00 00 00 02 6869 020c00021234 1400000109'
    assert.equal(pdu.toString('hex'), expected.replaceAll(' ', ''))
  })

  it('writes a header alone when the status is not 0', () => {
    const pdu = encodePdu({ command: 'submit_sm_resp', commandStatus: 0x58, sequenceNumber: 5, messageId: '1' })
    assert.equal(pdu.toString('hex'), '00000010800000040000005800000005')
  })

  it('adds nothing to the globals, though the library assigns to one when a text is in a TLV', () => {
    encodePdu({ command: 'data_sm', tlvs: { messagePayload: Buffer.from('hi') } })
    assert.equal(Object.keys(globalThis).includes('skipUdh'), false)
  })

  it('fills in what is left out', () => {
    assert.deepEqual(decodePdu(encodePdu({ command: 'bind_transceiver', systemId: 'me' })), {
      command: 'bind_transceiver',
      sequenceNumber: 0,
      commandStatus: 0,
      systemId: 'me',
      password: '',
      systemType: '',
      interfaceVersion: 0x34,
      addressRange: { ton: 0, npi: 0, address: '' },
      tlvs: {},
    })
  })
})

const to = { ton: 1, npi: 1, address: '4512345678' }

const UNWRITABLE: readonly (readonly [string, PduDraft, StatusName])[] = [
  ['a NUL in an address', { command: 'submit_sm', destination: { ...to, address: '45\u000012' } }, 'RINVDSTADR'],
  ['a character beyond Latin-1', { command: 'submit_sm', source: { ...to, address: 'Ωmega' } }, 'RINVSRCADR'],
  ['an address of 65 characters', { command: 'deliver_sm', source: { ...to, address: '1'.repeat(65) } }, 'RINVSRCADR'],
  ['a TON of 256', { command: 'submit_sm', source: { ...to, ton: 256 } }, 'RINVPARLEN'],
  ['an esm_class that is no number', { command: 'submit_sm', esmClass: Number.NaN }, 'RINVPARLEN'],
  ['a short_message of 255 octets', { command: 'submit_sm', shortMessage: Buffer.alloc(255) }, 'RINVMSGLEN'],
  ['a time of 12 characters', { command: 'submit_sm', validityPeriod: '261120163000' }, 'RINVEXPIRY'],
  ['a NUL in a message_id', { command: 'submit_sm_resp', messageId: '1\u0000' }, 'RINVMSGID'],
  ['a message_id of 65 characters', { command: 'data_sm_resp', messageId: '1'.repeat(65) }, 'RINVMSGID'],
  ['a NUL in a password', { command: 'bind_receiver', password: 'a\u0000' }, 'RINVPASWD'],
  ['a system_id of 255 characters', { command: 'bind_receiver', systemId: 'a'.repeat(255) }, 'RINVSYSID'],
  ['255 destinations', { command: 'submit_multi', destinations: Array(255).fill(to) }, 'RINVNUMDESTS'],
  ['256 failures', { command: 'submit_multi_resp', unsuccessful: Array(256).fill(to) }, 'RINVNUMDESTS'],
  [
    'a long distribution list',
    { command: 'submit_multi', destinations: [{ distributionList: 'x'.repeat(21) }] },
    'RINVDLNAME',
  ],
  ['a number too large for its TLV', { command: 'submit_sm', tlvs: { sarTotalSegments: 256 } }, 'RINVOPTPARAMVAL'],
  ['a negative number in a TLV', { command: 'submit_sm', tlvs: { sarMsgRefNum: -1 } }, 'RINVOPTPARAMVAL'],
  ['a NUL in the text of a TLV', { command: 'deliver_sm', tlvs: { receiptedMessageId: 'a\u0000' } }, 'RINVOPTPARAMVAL'],
  [
    'a payload of 65,536 octets',
    { command: 'data_sm', tlvs: { messagePayload: Buffer.alloc(65_536) } },
    'RINVOPTPARAMVAL',
  ],
  [
    'a tag above 0xFFFF',
    { command: 'data_sm', tlvs: { others: [{ tag: 65_536, value: Buffer.alloc(0) }] } },
    'RINVOPTPARAMVAL',
  ],
]

describe('what cannot be written', () => {
  for (const [name, draft, status] of UNWRITABLE) {
    it(`is ${name}`, () => {
      assert.throws(
        () => encodePdu(draft),
        (error) => error instanceof PduError && error.commandStatus === STATUS[status],
      )
    })
  }
})

describe('decoding', () => {
  for (const { pdu, library: options } of SAMPLES) {
    it(`reads ${pdu.command} of the library`, () => {
      const written = new library.PDU(pdu.command, { ...options, sequence_number: pdu.sequenceNumber })
      assert.deepEqual(decodePdu(written.toBuffer()), pdu)
    })
  }

  it('reads strings as Latin-1', () => {
    const address = { ton: 5, npi: 0, address: 'Ærø' }
    const read = decodePdu(encodePdu({ command: 'submit_sm', source: address })) as Extract<
      Pdu,
      { command: 'submit_sm' }
    >
    assert.deepEqual(read.source, address)
  })

  it('reads responses that are only a header, whatever their status', () => {
    for (const command of ['submit_sm_resp', 'deliver_sm_resp', 'data_sm_resp'] as const) {
      for (const commandStatus of [0, 0x58]) {
        const frame = encodePdu({ command: 'enquire_link_resp', sequenceNumber: 3, commandStatus })
        frame.writeUInt32BE(COMMAND_IDS[command], 4)
        assert.deepEqual(decodePdu(frame), { command, sequenceNumber: 3, commandStatus, messageId: '', tlvs: {} })
      }
    }
    const bare = Buffer.from('00000010800000030000000000000001', 'hex')
    assert.deepEqual(decodePdu(bare), {
      command: 'query_sm_resp',
      sequenceNumber: 1,
      commandStatus: 0,
      messageId: '',
      finalDate: '',
      messageState: 0,
      errorCode: 0,
      tlvs: {},
    })
  })

  it('reads an error response with one NUL behind its header', () => {
    const pdu = decodePdu(Buffer.from('0000001180000009000000 0e0000000100'.replaceAll(' ', ''), 'hex'))
    assert.deepEqual(pdu, {
      command: 'bind_transceiver_resp',
      sequenceNumber: 1,
      commandStatus: 14,
      systemId: '',
      tlvs: {},
    })
  })

  it('reads a message_id without its NUL, and one with broken optional parameters behind it', () => {
    for (const tail of ['313233', '31323300001e00ff31']) {
      const frame = Buffer.from(`00000000800000040000000000000001${tail}`, 'hex')
      frame.writeUInt32BE(frame.length, 0)
      assert.equal((decodePdu(frame) as { messageId: string }).messageId, '123')
    }
  })

  it('keeps optional parameters it does not know, and those of the wrong shape', () => {
    const others = [
      { tag: 0x1400, value: Buffer.from('beef', 'hex') },
      { tag: 0x0423, value: Buffer.from('01', 'hex') },
      { tag: 0x020c, value: Buffer.alloc(5) },
      { tag: 0x0427, value: Buffer.alloc(0) },
    ]
    const read = decodePdu(encodePdu({ command: 'deliver_sm', tlvs: { messageState: 2, others } }))
    assert.deepEqual(read.tlvs, { messageState: 2, others })
  })

  it('reads numbers of careless width, ids without NUL, and passes over padding', () => {
    const frame = Buffer.concat([
      encodePdu({ command: 'deliver_sm' }),
      Buffer.from('020c000107' + '042700020002' + '001e0003313233' + '0000', 'hex'),
    ])
    frame.writeUInt32BE(frame.length, 0)
    assert.deepEqual(decodePdu(frame).tlvs, { sarMsgRefNum: 7, messageState: 2, receiptedMessageId: '123' })
  })

  it('copies no octets', () => {
    const frame = encodePdu(sampleOf('submit_sm'))
    const { shortMessage } = decodePdu(frame) as Extract<Pdu, { command: 'submit_sm' }>
    assert.equal(shortMessage.buffer, frame.buffer)
  })
})

describe('what cannot be read', () => {
  it('is every request that is cut short', () => {
    for (const { pdu } of SAMPLES) {
      const whole = encodePdu({ ...pdu, tlvs: {} } as PduDraft)
      const isResponse = pdu.command.endsWith('_resp') || pdu.command === 'generic_nack'
      for (let length = 0; length < whole.length; length++) {
        const frame = whole.subarray(0, length)
        if (length >= 16 && isResponse) {
          decodePdu(frame)
          continue
        }
        assert.throws(
          () => decodePdu(frame),
          isPduErrorOf(STATUS.RINVCMDLEN, STATUS.RINVMSGLEN),
          `${pdu.command} ${length}`,
        )
      }
    }
  })

  it('names command and sequence number of what is wrong', () => {
    const frame = Buffer.from('000000110000000400000000000000070a', 'hex')
    assert.throws(
      () => decodePdu(frame),
      (error) => error instanceof PduError && error.commandId === 4 && error.sequenceNumber === 7,
    )
  })

  const REFUSED: readonly (readonly [string, string, StatusName])[] = [
    ['an unknown command', '00000099 00000000 00000001', 'RINVCMDID'],
    ['an unknown response', '80000099 00000000 00000001', 'RINVCMDID'],
    ['a service_type without end', `00000004 00000000 00000001 ${'41'.repeat(40)}`, 'RINVSERTYP'],
    ['a destination without end', `00000004 00000000 00000001 00 0000 00 0101 ${'31'.repeat(80)}`, 'RINVDSTADR'],
    ['a source without end', `00000004 00000000 00000001 00 0000 ${'31'.repeat(80)}`, 'RINVSRCADR'],
    ['a password without end', `00000009 00000000 00000001 6100 ${'31'.repeat(300)}`, 'RINVPASWD'],
    ['a system_id without end', `00000009 00000000 00000001 ${'31'.repeat(300)}`, 'RINVSYSID'],
    ['a time of 17 characters', `00000004 00000000 00000001 00 000000 010100 000000 ${'31'.repeat(17)}00`, 'RINVSCHED'],
    [
      'sm_length past the end',
      '00000004 00000000 00000001 00 000000 010100 000000 0000 00000000 05 6869',
      'RINVMSGLEN',
    ],
    [
      'a TLV past the end',
      '00000004 00000000 00000001 00 000000 010100 000000 0000 00000000 00 020cffff01',
      'RINVOPTPARSTREAM',
    ],
    [
      'half a TLV header',
      '00000004 00000000 00000001 00 000000 010100 000000 0000 00000000 00 020c00',
      'RINVOPTPARSTREAM',
    ],
    ['no destinations at all', '00000021 00000000 00000001 00 000000 00', 'RINVNUMDESTS'],
    ['a dest_flag of 3', '00000021 00000000 00000001 00 000000 01 03', 'RINVDESTFLAG'],
    ['a message_id of 65 characters', `80000004 00000000 00000001 ${'31'.repeat(65)}00`, 'RINVMSGID'],
  ]

  for (const [name, hex, status] of REFUSED) {
    it(`is ${name}`, () => {
      const body = Buffer.from(hex.replaceAll(' ', ''), 'hex')
      const frame = Buffer.concat([Buffer.alloc(4), body])
      frame.writeUInt32BE(frame.length, 0)
      assert.throws(() => decodePdu(frame), isPduErrorOf(STATUS[status]))
    })
  }

  it('is not a receipt with broken optional parameters', () => {
    const frame = encodePdu({ command: 'deliver_sm', sequenceNumber: 1, shortMessage: Buffer.from('id:7') })
    const broken = Buffer.concat([frame, Buffer.from('020cffff01', 'hex')])
    broken.writeUInt32BE(broken.length, 0)
    const pdu = decodePdu(broken)
    assert.equal(pdu.command, 'deliver_sm')
    assert.deepEqual(pdu.tlvs, {})
  })
})

function isPduErrorOf(...statuses: readonly number[]): (error: unknown) => boolean {
  return (error) => error instanceof PduError && statuses.includes(error.commandStatus)
}

const latin1 = (maxLength: number): fc.Arbitrary<string> =>
  fc.array(fc.integer({ min: 1, max: 255 }), { maxLength }).map((codes) => String.fromCharCode(...codes))
const octet = fc.integer({ min: 0, max: 255 })
const octets = (maxLength: number): fc.Arbitrary<Buffer> =>
  fc.uint8Array({ maxLength }).map((bytes) => Buffer.from(bytes))
const address = fc.record({ ton: octet, npi: octet, address: latin1(64) }, { noNullPrototype: true })
const tlvs = fc.record(
  {
    sarMsgRefNum: fc.integer({ min: 0, max: 65_535 }),
    messageState: octet,
    receiptedMessageId: latin1(64),
    messagePayload: octets(500),
    qosTimeToLive: fc.nat({ max: 0xffffffff }),
    networkErrorCode: fc.record({ networkType: octet, code: fc.nat({ max: 65_535 }) }, { noNullPrototype: true }),
    others: fc.array(
      fc.record({ tag: fc.integer({ min: 0x1400, max: 0x3fff }), value: octets(50) }, { noNullPrototype: true }),
      {
        minLength: 1,
        maxLength: 3,
      },
    ),
  },
  { requiredKeys: [], noNullPrototype: true },
)
const messages = fc.record(
  {
    command: fc.constantFrom('submit_sm' as const, 'deliver_sm' as const),
    sequenceNumber: fc.integer({ min: 1, max: 0x7fffffff }),
    commandStatus: fc.constant(0),
    serviceType: latin1(20),
    source: address,
    destination: address,
    esmClass: octet,
    protocolId: octet,
    priorityFlag: octet,
    scheduleDeliveryTime: fc.constantFrom('', '261120163000000+'),
    validityPeriod: fc.constantFrom('', '000002000000000R'),
    registeredDelivery: octet,
    replaceIfPresentFlag: octet,
    dataCoding: octet,
    smDefaultMsgId: octet,
    shortMessage: octets(254),
    tlvs,
  },
  { noNullPrototype: true },
)

describe('properties', () => {
  it('every message reads back as it was written', () => {
    fc.assert(
      fc.property(messages, (pdu) => {
        const frame = encodePdu(pdu)
        assert.equal(frame.readUInt32BE(0), frame.length)
        assert.deepEqual(decodePdu(frame), pdu)
      }),
      { numRuns: 500 },
    )
  })

  it('every message is written as the library writes it', () => {
    fc.assert(
      fc.property(messages, (pdu) => {
        const { messageState, receiptedMessageId } = pdu.tlvs
        const fields = {
          service_type: pdu.serviceType,
          source_addr_ton: pdu.source.ton,
          source_addr_npi: pdu.source.npi,
          source_addr: pdu.source.address,
          dest_addr_ton: pdu.destination.ton,
          dest_addr_npi: pdu.destination.npi,
          destination_addr: pdu.destination.address,
          esm_class: pdu.esmClass,
          protocol_id: pdu.protocolId,
          priority_flag: pdu.priorityFlag,
          schedule_delivery_time: pdu.scheduleDeliveryTime,
          validity_period: pdu.validityPeriod,
          registered_delivery: pdu.registeredDelivery,
          replace_if_present_flag: pdu.replaceIfPresentFlag,
          data_coding: pdu.dataCoding,
          sm_default_msg_id: pdu.smDefaultMsgId,
          short_message: pdu.shortMessage,
          ...(messageState === undefined ? {} : { message_state: messageState }),
          ...(receiptedMessageId === undefined ? {} : { receipted_message_id: receiptedMessageId }),
        }
        const ours = encodePdu({ ...pdu, tlvs: { messageState, receiptedMessageId } })
        const theirs = new library.PDU(pdu.command, { ...fields, sequence_number: pdu.sequenceNumber })
        assert.equal(ours.toString('hex'), theirs.toBuffer().toString('hex'))
      }),
      { numRuns: 500 },
    )
  })
})
