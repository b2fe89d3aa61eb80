import { tellsSent } from '../../database/codes.ts'
import { storableText } from '../../database/storable-text.ts'
import type { DispatchRow } from '../../outbound/dispatch/load-messages.ts'
import type { AcceptRow } from './prepare.ts'

/** The row that loading the stored message would give. */
export function toDispatchRow({ smsId, recipient, template }: AcceptRow): DispatchRow {
  return {
    sms_id: smsId,
    client_id: template.clientId,
    sender: storableText(template.sender),
    recipient,
    body: storableText(template.body),
    encoding: template.encoding,
    parts: template.parts,
    priority: template.priority,
    origin: template.origin,
    request_id: template.requestId,
    bulk_id: template.bulkId === null ? null : storableText(template.bulkId),
    flash: template.flash,
    tells_sent: tellsSent(template.notifyFormat),
    user_data_header: template.userDataHeader,
    delivery_window: template.deliveryWindow,
    valid_until: new Date((template.sendAt ?? template.acceptedAt) + template.validitySeconds * 1000),
    interrupted_on: null,
    attempt: 0,
    is_opted_out: false,
  }
}
