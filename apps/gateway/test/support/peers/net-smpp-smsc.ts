import { until } from '../gateway-process.ts'
import { type Arrivals, createArrivals, WAIT_LIMIT_MS } from './arrivals.ts'
import { type NetSmppLink, type NetSmppPdu, startNetSmpp } from './net-smpp.ts'
import { concatenationHeader, encodeText, splitOctets } from './sms-text.ts'

/** A network on Perl's Net::SMPP. */
export interface NetSmppSmsc {
  readonly port: number
  /** The bind_* requests received. */
  readonly binds: Arrivals<NetSmppPdu>
  /** The submit_sm requests received; each is answered with a unique id, and with a receipt when it requests one. */
  readonly submits: Arrivals<NetSmppPdu>
  /** deliver_sm_resp, enquire_link and unbind, and the responses to these. */
  readonly others: Arrivals<NetSmppPdu>
  /** The connections that are open and bound. */
  readonly links: readonly NetSmppLink[]
  /** Sets how submits are answered from now on. */
  setBehaviour(behaviour: SmscBehaviour): void
  /** Sends an SMS from a subscriber, in parts when it is long; resolves with the answers. */
  sendIncoming(message: { from: string; to: string; text: string }): Promise<readonly NetSmppPdu[]>
  stop(): Promise<void>
}

export interface SmscBehaviour {
  /** The password that binds must have. */
  readonly password?: string
  /** command_status of submit_sm_resp; 0 when absent. */
  readonly status?: number
  /**
   * How the number of a message is written in submit_sm_resp; decimal when absent. Receipts always have it in decimal.
   */
  readonly ids?: 'decimal' | 'hex'
  /** False for no receipts. */
  readonly receipts?: boolean
}

/** Similar to the ids of real networks: too large for a double. */
const FIRST_ID = 9_308_878_062_554_710_000n

/** The password expected by default. */
export const SMSC_PASSWORD = 'of-tests'

export async function startNetSmppSmsc(): Promise<NetSmppSmsc> {
  const perl = startNetSmpp()
  const binds = createArrivals<NetSmppPdu>('Net::SMPP as a network, binds')
  const submits = createArrivals<NetSmppPdu>('Net::SMPP as a network, submits')
  const others = createArrivals<NetSmppPdu>('Net::SMPP as a network')
  const bound: { readonly link: NetSmppLink; readonly type: string }[] = []
  let behaviour: SmscBehaviour = {}
  let lastId = FIRST_ID
  let reference = 0

  const openLinks = () => bound.filter(({ link }) => link.isOpen)
  const receiver = () => openLinks().find(({ type }) => type !== 'bind_transmitter')?.link

  async function answerSubmit(link: NetSmppLink, pdu: NetSmppPdu): Promise<void> {
    const { status = 0, ids = 'decimal', receipts = true } = behaviour
    submits.add(pdu)
    if (status !== 0) {
      await link.respond(pdu, { status, message_id: '' })
      return
    }
    lastId += 1n
    const id = lastId
    await link.respond(pdu, { message_id: ids === 'hex' ? id.toString(16).toUpperCase() : id.toString() })
    if (receipts && pdu.fields.registered_delivery === 1) await receiver()?.send('deliver_sm', receiptFor(pdu, id))
  }

  function take(link: NetSmppLink, pdu: NetSmppPdu): void {
    if (/^bind_\w+(?<!_resp)$/.test(pdu.command)) {
      const isRight = pdu.fields.password === (behaviour.password ?? SMSC_PASSWORD)
      binds.add(pdu)
      if (isRight) bound.push({ link, type: pdu.command })
      ignoreLost(link.respond(pdu, { system_id: 'perl', status: isRight ? 0 : 0x0e }))
    } else if (pdu.command === 'submit_sm') ignoreLost(answerSubmit(link, pdu))
    else others.add(pdu)
  }

  const port = await perl.listen((link) => {
    link.onPdu = (pdu) => take(link, pdu)
  })
  return {
    port,
    binds,
    submits,
    others,
    get links() {
      return openLinks().map(({ link }) => link)
    },
    setBehaviour(changed) {
      behaviour = changed
    },
    async sendIncoming({ from, to, text }) {
      const link = (await until(async () => receiver(), Boolean, WAIT_LIMIT_MS)) as NetSmppLink
      const encoded = encodeText(text)
      const parts = splitOctets(encoded)
      const fields = { source_addr: from, destination_addr: to, data_coding: encoded.dataCoding }
      if (parts.length <= 1) {
        return [await link.request('deliver_sm', { fields, octets: { short_message: encoded.octets } })]
      }
      reference = (reference % 255) + 1
      // The last part first, because networks do not keep the order.
      const requests = parts.map((part, index) => ({
        fields: { ...fields, esm_class: 0x40 },
        octets: { short_message: Buffer.concat([concatenationHeader(reference, parts.length, index + 1), part]) },
      }))
      return Promise.all(requests.reverse().map((parts) => link.request('deliver_sm', parts)))
    },
    stop: () => perl.stop(),
  }
}

function receiptFor({ fields }: NetSmppPdu, id: bigint) {
  const text = `id:${id} sub:001 dlvrd:001 submit date:2601021530 done date:2601021531 stat:DELIVRD err:000 text:`
  return {
    fields: {
      source_addr_ton: fields.dest_addr_ton as number,
      source_addr_npi: fields.dest_addr_npi as number,
      source_addr: fields.destination_addr as string,
      destination_addr: fields.source_addr as string,
      esm_class: 0x04,
    },
    octets: { short_message: Buffer.from(text) },
  }
}

/** Ignores a rejection: the other side may cut the connection at any moment. */
function ignoreLost(work: Promise<unknown>): void {
  work.catch(() => {})
}
