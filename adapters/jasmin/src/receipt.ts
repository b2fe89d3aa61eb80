import type { ReceiptNotice, ReceiptRequest } from '@heliograph/contracts'
import { FACES, SMPP_STATES } from '@heliograph/messaging'
import type { ReceiptContext } from './receipt-form.ts'

/** What a client's server has to answer, so that it does not get the same again. */
export const ACKNOWLEDGEMENT = 'ACK/Jasmin'

/** Writes a receipt as Jasmin does for the level of the handset: a GET or a form, to be acknowledged. */
export function formatReceipt(notice: ReceiptNotice, context: string): ReceiptRequest {
  const { method } = JSON.parse(context) as ReceiptContext
  const fields = new URLSearchParams(fieldsOf(notice)).toString()
  const acknowledgement = ACKNOWLEDGEMENT
  if (method === 'GET') return { method, url: withQuery(notice.notifyUrl, fields), acknowledgement }
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded', Accept: 'text/plain' }
  return { method, headers, body: fields, acknowledgement }
}

function fieldsOf({ acceptedAt, at, errorId, kind, messageId, networkId, state }: ReceiptNotice) {
  const { stat } = FACES[state].smpp ?? SMPP_STATES.unknown
  return {
    id: messageId,
    level: '2',
    message_status: stat,
    id_smsc: networkId ?? '',
    sub: '001',
    dlvrd: kind === 'delivered' ? '001' : '000',
    subdate: formatMinute(acceptedAt),
    donedate: formatMinute(at),
    err: String(errorId ?? 0).padStart(3, '0'),
    text: '',
  }
}

/** `YYMMDDhhmm` in UTC. */
function formatMinute(date: Date): string {
  return date.toISOString().slice(2, 16).replaceAll(/\D/g, '')
}

function withQuery(url: string, fields: string): string {
  const [address = '', fragment] = url.split('#', 2)
  return `${address}${address.includes('?') ? '&' : '?'}${fields}${fragment === undefined ? '' : `#${fragment}`}`
}
