import { createArrivals } from './arrivals.ts'
import type { BindOptions, Delivery, Esme, EsmeMessage, EsmeSession } from './esme.ts'
import { type NpmSmppPdu, type NpmSmppSession, npmSmpp } from './npm-smpp.ts'
import { concatenationHeader, encodeText, splitOctets } from './sms-text.ts'

/** The npm package `smpp` as a client. */
export function startNpmSmppEsme(): Esme {
  const sessions = new Set<NpmSmppSession>()
  return {
    name: 'npm smpp',
    async bind(options) {
      const session = npmSmpp.connect({ host: '127.0.0.1', port: options.port })
      sessions.add(session)
      return openSession(session, options)
    },
    async stop() {
      for (const session of sessions) session.destroy()
    },
  }
}

async function openSession(session: NpmSmppSession, { type, systemId, password }: BindOptions): Promise<EsmeSession> {
  const deliveries = createArrivals<Delivery>('npm smpp, deliver_sm')
  let answer = 0
  let reference = 0
  const closed = new Promise<void>((resolve) => session.on('close', resolve))
  const connected = new Promise<void>((resolve, reject) => {
    session.on('connect', resolve)
    session.on('error', reject)
  })
  session.on('pdu', (pdu) => {
    if (pdu.command === 'enquire_link' || pdu.command === 'unbind') session.send(pdu.response())
    if (pdu.command !== 'deliver_sm') return
    session.send(pdu.response({ command_status: answer }))
    deliveries.add(readDelivery(pdu))
  })

  /** Rejects when the connection closes, because the package then never calls back. */
  function ask(command: keyof NpmSmppSession, fields: object): Promise<NpmSmppPdu> {
    const send = session[command] as (fields: object, whenAnswered: (response: NpmSmppPdu) => void) => boolean
    return new Promise((resolve, reject) => {
      closed.then(() => reject(new Error(`${command}: the connection was closed`)))
      if (!send.call(session, fields, resolve)) reject(new Error(`${command}: not connected`))
    })
  }

  await connected
  const bound = await ask(`bind_${type}`, { system_id: systemId, password, interface_version: 0x34 })
  return {
    status: bound.command_status,
    deliveries,
    closed,
    async submit(message) {
      reference = (reference % 255) + 1
      const answers = await Promise.all(partsOf(message, reference).map((fields) => ask('submit_sm', fields)))
      return readAnswer((answers.find(({ command_status }) => command_status !== 0) ?? answers[0]) as NpmSmppPdu)
    },
    async sendData(message) {
      return readAnswer(await ask('data_sm', { ...fieldsOf(message), message_payload: message.text }))
    },
    async submitMulti({ from, to, text }) {
      const dest_address = to.map((destination_addr) => ({ dest_addr_ton: 1, dest_addr_npi: 1, destination_addr }))
      const fields = { source_addr: from, registered_delivery: 1, dest_address, short_message: text }
      return readAnswer(await ask('submit_multi', fields))
    },
    async request(command, fields) {
      const answered = await ask(command, fields)
      return { status: answered.command_status, fields: answered }
    },
    answerDeliveriesWith(status) {
      answer = status
    },
    unbind: async () => (await ask('unbind', {})).command_status,
    drop: () => session.destroy(),
  }
}

function fieldsOf({ from, to, registeredDelivery = 1 }: EsmeMessage) {
  return { source_addr: from, destination_addr: to, registered_delivery: registeredDelivery }
}

function readAnswer({ command_status, message_id }: NpmSmppPdu) {
  return { status: command_status, messageId: message_id ?? '' }
}

/**
 * The package chooses data_coding for the texts: 1 for everything that GSM 03.38 can encode, although the octets are
 * those of GSM 03.38.
 */
function partsOf(message: EsmeMessage, reference: number): readonly object[] {
  const schedule = message.schedule === undefined ? {} : { schedule_delivery_time: message.schedule }
  const fields = { ...fieldsOf(message), ...schedule }
  if (message.long === undefined) return [{ ...fields, short_message: message.text }]
  if (message.long === 'payload') return [{ ...fields, message_payload: message.text }]
  const encoded = encodeText(message.text)
  const parts = splitOctets(encoded)
  const coded = { ...fields, data_coding: encoded.dataCoding }
  if (message.long === 'udh') {
    return parts.map((part, index) => ({
      ...coded,
      short_message: { udh: concatenationHeader(reference, parts.length, index + 1), message: part },
    }))
  }
  return parts.map((part, index) => ({
    ...coded,
    short_message: part,
    sar_msg_ref_num: reference,
    sar_total_segments: parts.length,
    sar_segment_seqnum: index + 1,
  }))
}

function readDelivery(pdu: NpmSmppPdu): Delivery {
  return {
    from: pdu.source_addr,
    to: pdu.destination_addr,
    esmClass: pdu.esm_class,
    text: pdu.message_payload?.message ?? pdu.short_message.message,
    receiptedMessageId: pdu.receipted_message_id,
    messageState: pdu.message_state,
  }
}
