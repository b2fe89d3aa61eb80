import type { ReceiptNotice, ReceiptRequest } from '@heliograph/contracts'
import type { ReceiptContext } from './receipt-form.ts'
import { formatAddress } from './resources.ts'
import type { Sids } from './sids.ts'
import { signedForm } from './signed-form.ts'
import { faultOf, STATUSES } from './statuses.ts'

/** Writes a status callback. */
export function formatReceipt(notice: ReceiptNotice, context: string, sids: Sids): ReceiptRequest {
  const { service } = JSON.parse(context) as ReceiptContext
  return signedForm(notice.notifyUrl, fieldsOf(notice, service, sids))
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
