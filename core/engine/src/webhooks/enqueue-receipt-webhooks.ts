import type { Clock, MessageState } from '@heliograph/contracts'
import { errorById, FACES, formatMessageId } from '@heliograph/messaging'
import type { Transaction } from '../database.ts'
import type { RecordIds } from '../record-ids.ts'
import { addDeliveries } from './deliveries.ts'
import { findReceiptSubjects, type ReceiptSubject } from './find-receipt-subjects.ts'
import { CONTENT_TYPES, formatReceiptBody, type Receipt } from './receipt-body.ts'

/** Something a client may want to know of a message: a report of the network, or an ending by the gateway itself. */
export interface ReceiptEvent {
  readonly smsId: number
  /** The state the message has now. */
  readonly state: MessageState
  /** The network's id of its first part, null when it has none. */
  readonly networkId: string | null
  /** When it happened. */
  readonly at: Date
  /** Why it failed, by the error registry; the description in the receipt is then that error's. */
  readonly errorId?: number | null | undefined
}

/**
 * Stores the delivery-receipt webhooks of events and adds their jobs, in the transaction that changes the states: neither happens without the other.
 *
 * A webhook goes to the message's own `notifyUrl`, else to its channel's URL for receipts; without either, or when the message asked for none, there is
 * nothing to do. Bodies are final here, so that every attempt sends the same octets.
 */
export async function enqueueReceiptWebhooks(
  tx: Transaction,
  ids: RecordIds,
  clock: Clock,
  events: readonly ReceiptEvent[],
): Promise<void> {
  const told = events.filter((event) => FACES[event.state].webhook !== null)
  if (told.length === 0) return
  const rows = await findReceiptSubjects(tx, [...new Set(told.map((event) => event.smsId))])
  const subjects = new Map(rows.map((row) => [row.sms_id, row]))
  const wanted = told.filter((event) => subjects.has(event.smsId))
  const deliveryIds = await ids.take(wanted.length)
  const createdAt = new Date(clock.now())
  const deliveries = wanted.map((event, index) => {
    const subject = subjects.get(event.smsId) as ReceiptSubject
    const format = subject.notify_format === 1 ? 'form' : 'json'
    return {
      deliveryId: deliveryIds[index] as number,
      clientId: subject.client_id,
      channelId: subject.channel_id,
      kind: 'dlr',
      subjectId: subject.sms_id,
      url: subject.url,
      contentType: CONTENT_TYPES[format],
      body: formatReceiptBody(mapEventToReceipt(event, subject), createdAt, format),
      createdAt,
    } as const
  })
  await addDeliveries(tx, deliveries)
}

function mapEventToReceipt(event: ReceiptEvent, subject: ReceiptSubject): Receipt {
  const { webhook, v2 } = FACES[event.state]
  const status = webhook?.status ?? 'PENDING'
  const error = event.errorId == null || event.errorId === 0 ? undefined : errorById(event.errorId)
  return {
    smsId: subject.sms_id,
    networkId: event.networkId,
    recipient: subject.recipient,
    channel: subject.sender,
    status,
    statusCode: webhook?.code ?? 0,
    statusDescription: error?.description ?? v2.description,
    deliveredAt: status === 'PENDING' ? null : event.at,
    clientId: subject.client_id,
    reference: referenceOf(subject),
  }
}

/** The reference the client gave; on v2, which has none, its message id takes that place. */
function referenceOf(subject: ReceiptSubject): string | null {
  if (subject.reference !== null || subject.origin !== 'v2') return subject.reference
  return subject.message_id ?? formatMessageId(subject.id_salt, subject.sms_id, subject.accepted_at.getTime())
}
