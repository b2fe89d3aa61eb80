import type { ReceiptNotice } from '@heliograph/contracts'
import { errorIdOf, receiptKindOf } from '@heliograph/messaging'
import { readMetadata } from '../../database/read-metadata.ts'
import { messageIdOf, type ReceiptSubject } from './find-receipt-subjects.ts'
import type { ReceiptEvent } from './receipt-event.ts'

/** The notice of an event for the interface of the message. */
export function noticeOf(event: ReceiptEvent, subject: ReceiptSubject): ReceiptNotice {
  return {
    kind: event.readAs === undefined ? receiptKindOf(event.state) : 'read',
    smsId: subject.sms_id,
    messageId: messageIdOf(subject),
    reference: subject.reference,
    ...readMetadata(subject.metadata),
    clientId: subject.client_id,
    from: subject.sender,
    to: subject.recipient,
    parts: subject.parts,
    state: event.state,
    networkId: event.networkId,
    networkStatus: event.readAs ?? subject.network_status,
    errorId: errorIdOf(event.state, event.errorId || subject.error_id),
    acceptedAt: subject.accepted_at,
    at: event.at,
    notifyUrl: subject.url ?? '',
  }
}
