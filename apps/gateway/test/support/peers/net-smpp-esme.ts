import { createArrivals } from './arrivals.ts'
import type { BindOptions, Delivery, Esme, EsmeMessage, EsmeSession } from './esme.ts'
import { type NetSmppLink, type NetSmppParts, type NetSmppPdu, startNetSmpp } from './net-smpp.ts'
import { concatenationHeader, decodeText, encodeText, splitOctets } from './sms-text.ts'

/** Perl's Net::SMPP as a client. */
export function startNetSmppEsme(): Esme {
  const perl = startNetSmpp()
  return {
    name: 'Net::SMPP',
    async bind(options) {
      const link = await perl.connect(options.port)
      return openSession(link, options)
    },
    stop: () => perl.stop(),
  }
}

async function openSession(link: NetSmppLink, { type, systemId, password }: BindOptions): Promise<EsmeSession> {
  const deliveries = createArrivals<Delivery>('Net::SMPP, deliver_sm')
  let answer = 0
  let reference = 0
  link.onPdu = (pdu) => {
    if (pdu.command !== 'deliver_sm') return
    void link.respond(pdu, { status: answer, message_id: '' })
    deliveries.add(readDelivery(pdu))
  }
  const bound = await link.request(`bind_${type}`, { fields: { system_id: systemId, password, system_type: '' } })
  return {
    status: bound.status,
    deliveries,
    closed: link.closed,
    async submit(message) {
      reference = (reference % 255) + 1
      const answers = await Promise.all(partsOf(message, reference).map((parts) => link.request('submit_sm', parts)))
      // A client that sends parts keeps every id; these tests look at the first.
      return readAnswer((answers.find(({ status }) => status !== 0) ?? answers[0]) as NetSmppPdu)
    },
    async sendData(message) {
      const { octets } = encodeText(message.text)
      return readAnswer(
        await link.request('data_sm', { fields: fieldsOf(message), tlvs: [['message_payload', octets]] }),
      )
    },
    async submitMulti({ from, to, text }) {
      const fields = { ...fieldsOf({ from, to: '', text }), destination_addr: to }
      return readAnswer(
        await link.request('submit_multi', { fields, octets: { short_message: encodeText(text).octets } }),
      )
    },
    async request(command, fields) {
      const { short_message, ...rest } = fields as Record<string, string>
      const octets = short_message === undefined ? {} : { short_message: Buffer.from(short_message, 'latin1') }
      const answered = await link.request(command, { fields: rest, octets })
      return { status: answered.status, fields: answered.fields }
    },
    answerDeliveriesWith(status) {
      answer = status
    },
    unbind: async () => (await link.request('unbind')).status,
    drop: () => link.close(),
  }
}

function fieldsOf({ from, to, text, registeredDelivery = 1 }: EsmeMessage) {
  return {
    source_addr_ton: 5,
    source_addr: from,
    dest_addr_ton: 1,
    dest_addr_npi: 1,
    destination_addr: to,
    registered_delivery: registeredDelivery,
    data_coding: encodeText(text).dataCoding,
  }
}

function readAnswer({ status, fields }: NetSmppPdu) {
  return { status, messageId: String(fields.message_id ?? '') }
}

function partsOf(message: EsmeMessage, reference: number): readonly NetSmppParts[] {
  const encoded = encodeText(message.text)
  const schedule = message.schedule === undefined ? {} : { schedule_delivery_time: message.schedule }
  const fields = { ...fieldsOf(message), ...schedule }
  if (message.long === undefined) return [{ fields, octets: { short_message: encoded.octets } }]
  if (message.long === 'payload') return [{ fields, tlvs: [['message_payload', encoded.octets]] }]
  const parts = splitOctets(encoded)
  if (message.long === 'udh') {
    return parts.map((part, index) => ({
      fields: { ...fields, esm_class: 0x40 },
      octets: { short_message: Buffer.concat([concatenationHeader(reference, parts.length, index + 1), part]) },
    }))
  }
  return parts.map((part, index) => ({
    fields,
    octets: { short_message: part },
    tlvs: [
      ['sar_msg_ref_num', Buffer.from([0, reference])],
      ['sar_total_segments', Buffer.from([parts.length])],
      ['sar_segment_seqnum', Buffer.from([index + 1])],
    ],
  }))
}

function readDelivery({ fields, octets, tlvs }: NetSmppPdu): Delivery {
  const message = Buffer.from(tlvs.message_payload ?? octets.short_message ?? '', 'hex')
  const text = decodeText({ dataCoding: Number(fields.data_coding), octets: message })
  const id = tlvs.receipted_message_id
  const state = tlvs.message_state
  return {
    from: String(fields.source_addr),
    to: String(fields.destination_addr),
    esmClass: Number(fields.esm_class),
    text,
    receiptedMessageId: id === undefined ? undefined : Buffer.from(id, 'hex').toString('latin1').replace(/\0$/, ''),
    messageState: state === undefined ? undefined : Number.parseInt(state, 16),
  }
}
