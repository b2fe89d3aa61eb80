import type { ReceiptNotice, ReceiptRequest } from '@heliograph/contracts'
import type { ReceiptContext } from './receipt-form.ts'
import { formatAddress } from './resources.ts'
import type { Sids } from './sids.ts'
import { faultOf, STATUSES } from './statuses.ts'

/**
 * Writes a status callback: a form, with the signature over the URL and all fields, each name followed by its value, in
 * the order of their names.
 */
export function formatReceipt(notice: ReceiptNotice, context: string, sids: Sids): ReceiptRequest {
  const { service } = JSON.parse(context) as ReceiptContext
  const fields = fieldsOf(notice, service, sids)
  const names = Object.keys(fields).sort()
  // As validators write it, which parse the URL that they were called by.
  const url = new URL(notice.notifyUrl).toString()
  return {
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' },
    body: new URLSearchParams(fields).toString(),
    signature: {
      header: 'X-Twilio-Signature',
      algorithm: 'sha1',
      encoding: 'base64',
      text: url + names.map((name) => name + fields[name]).join(''),
    },
  }
}

function fieldsOf(notice: ReceiptNotice, service: string | undefined, sids: Sids): Record<string, string> {
  const { clientId, errorId, from, smsId, state, to } = notice
  const sid = sids.write('SM', clientId, smsId)
  const status = STATUSES[state]
  const fault = faultOf(state, errorId)
  const fields: Record<string, string> = {
    AccountSid: sids.write('AC', clientId, 0),
    ApiVersion: '2010-04-01',
    From: formatAddress(from),
    MessageSid: sid,
    MessageStatus: status,
    SmsSid: sid,
    SmsStatus: status,
    To: formatAddress(to),
  }
  if (fault !== undefined) fields.ErrorCode = String(fault.code)
  if (service !== undefined) fields.MessagingServiceSid = service
  if (notice.kind !== 'pending') fields.RawDlrDoneDate = formatDone(notice.at)
  return fields
}

/** `YYMMDDhhmm` in UTC. */
function formatDone(at: Date): string {
  return at.toISOString().replace(/\D/g, '').slice(2, 12)
}
