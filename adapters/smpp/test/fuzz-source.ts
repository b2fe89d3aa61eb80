import smpp from 'smpp'

const { PDU } = smpp

/** Pseudo-random numbers that are the same for the same seed (mulberry32). */
export interface Random {
  /** A whole number from 0 up to, but not including, `limit`. */
  below(limit: number): number
  pick<T>(from: readonly T[]): T
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return { below, pick: (from) => from[below(from.length)] as never }
}

const HEADER = 16
const EDGES = [0x00, 0x01, 0x7f, 0x80, 0xfe, 0xff]

/** Valid PDUs of every command, including those that clients should not send, with the TLVs that the server reads. */
export function corpus(bind: Readonly<Record<string, unknown>>): readonly Buffer[] {
  const message = {
    source_addr: 'SHOP',
    destination_addr: '27821234567',
    registered_delivery: 1,
    short_message: Buffer.from('a text like any other'),
  }
  const sar = { sar_msg_ref_num: 7, sar_total_segments: 2, sar_segment_seqnum: 1 }
  const dest_address = [{ destination_addr: '27821234567' }, { destination_addr: '0821234567' }, { dl_name: 'list' }]
  const pdus: readonly (readonly [string, object])[] = [
    ['submit_sm', message],
    ['submit_sm', { ...message, esm_class: 0x40, short_message: Buffer.from('050003070201one', 'latin1') }],
    ['submit_sm', { ...message, esm_class: 0x40, short_message: Buffer.from('0500030702016f6e65', 'hex') }],
    ['submit_sm', { ...message, ...sar, data_coding: 8, short_message: Buffer.from('00d8003dde42', 'hex') }],
    ['submit_sm', { ...message, short_message: Buffer.alloc(0), message_payload: Buffer.alloc(600, 0x41) }],
    ['submit_sm', { ...message, schedule_delivery_time: '260106100000000+', validity_period: '000001000000000R' }],
    ['submit_sm', { ...message, data_coding: 4, dest_port: 2948, user_message_reference: 4711 }],
    ['submit_multi', { ...message, dest_address }],
    ['submit_multi', { ...message, dest_address: dest_address.slice(0, 2) }],
    ['data_sm', { ...message, short_message: undefined, message_payload: Buffer.from('data'), qos_time_to_live: 60 }],
    ['query_sm', { message_id: '1', source_addr: 'SHOP' }],
    ['cancel_sm', { message_id: '1', source_addr: 'SHOP', destination_addr: '27821234567' }],
    ['replace_sm', { message_id: '1', source_addr: 'SHOP', short_message: Buffer.from('other') }],
    ['deliver_sm', message],
    ['deliver_sm_resp', { message_id: '' }],
    ['enquire_link', {}],
    ['enquire_link_resp', {}],
    ['generic_nack', {}],
    ['submit_sm_resp', { message_id: '1' }],
    ['submit_multi_resp', { message_id: '1' }],
    ['query_sm_resp', { message_id: '1' }],
    ['bind_transceiver', bind],
    ['bind_receiver', bind],
    ['bind_transmitter', { ...bind, password: 'wrong' }],
    ['bind_transceiver_resp', {}],
    ['alert_notification', { source_addr: '1', esme_addr: '2' }],
    ['outbind', { system_id: 'x', password: 'y' }],
  ]
  return pdus.map(([command, fields], index) => new PDU(command, { ...fields, sequence_number: index + 1 }).toBuffer())
}

/** A PDU with an error in it. Unless `breaksFraming`, its length is correct. */
export function mutate(random: Random, from: readonly Buffer[], breaksFraming: boolean): Buffer {
  const source = random.pick(from)
  const pdu = random.pick(MUTATIONS)(random, Buffer.from(source), from)
  if (breaksFraming) pdu.writeUInt32BE(random.pick([0, 1, 15, pdu.length - 1, pdu.length + 9, 70_001, 0xffffffff]))
  else pdu.writeUInt32BE(pdu.length)
  return pdu
}

/** Octets that are not a PDU, or only begin like one. */
export function noise(random: Random): Buffer {
  const octets = randomOctets(random, 1 + random.below(600))
  if (random.below(2) === 0 && octets.length >= 8) {
    octets.writeUInt32BE(HEADER + random.below(2_000))
    octets.writeUInt32BE(random.below(0x104), 4)
  }
  return octets
}

type Mutation = (random: Random, pdu: Buffer, from: readonly Buffer[]) => Buffer

const MUTATIONS: readonly Mutation[] = [
  (_random, pdu) => pdu,
  // Octets of the body.
  (random, pdu) => scribble(random, pdu, HEADER),
  // Octets anywhere but in the length: other commands, statuses, sequence numbers.
  (random, pdu) => scribble(random, pdu, 4),
  // Cut off.
  (random, pdu) => pdu.subarray(0, HEADER + random.below(Math.max(1, pdu.length - HEADER))),
  // Octets appended.
  (random, pdu) => Buffer.concat([pdu, randomOctets(random, 1 + random.below(40))]),
  // Octets inserted.
  (random, pdu) => {
    const at = HEADER + random.below(pdu.length - HEADER + 1)
    return Buffer.concat([pdu.subarray(0, at), randomOctets(random, 1 + random.below(8)), pdu.subarray(at)])
  },
  // Octets removed.
  (random, pdu) => {
    const at = HEADER + random.below(pdu.length - HEADER + 1)
    return Buffer.concat([pdu.subarray(0, at), pdu.subarray(at + 1 + random.below(8))])
  },
  // The head of one and the rest of another.
  (random, pdu, from) => {
    const other = random.pick(from)
    const at = HEADER + random.below(Math.min(pdu.length, other.length) - HEADER + 1)
    return Buffer.concat([pdu.subarray(0, at), other.subarray(at)])
  },
  // Any command with any body.
  (random, pdu) => Buffer.concat([pdu.subarray(0, HEADER), randomOctets(random, random.below(120))]),
]

function scribble(random: Random, pdu: Buffer, start: number): Buffer {
  if (pdu.length <= start) return pdu
  for (let count = 1 + random.below(5); count > 0; count -= 1) {
    pdu[start + random.below(pdu.length - start)] = random.below(2) === 0 ? random.pick(EDGES) : random.below(256)
  }
  return pdu
}

function randomOctets(random: Random, length: number): Buffer {
  const octets = Buffer.alloc(length)
  for (let index = 0; index < length; index += 1) octets[index] = random.below(256)
  return octets
}
