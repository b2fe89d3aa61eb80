import { errorById, isFinal, receiptKindOf, STATUS_FORMS } from '@heliograph/messaging'
import { notifyOf, PUSH_BY_SEGMENT } from '../../database/codes.ts'
import { afterTransaction, type Transaction } from '../../database/database.ts'
import { enqueuePushes } from '../sessions/enqueue-pushes.ts'
import type { PushTools } from '../sessions/push-tools.ts'
import { keepNotices } from '../webhooks/kept-notice.ts'
import { storeWebhooks } from '../webhooks/store-webhooks.ts'
import { type NewWebhook, NO_OTHERS } from '../webhooks/webhook.ts'
import { findAliases, findReceiptSubjects, messageIdOf, type ReceiptSubject } from './find-receipt-subjects.ts'
import { CONTENT_TYPES, formatReceiptBody, type Receipt } from './receipt-body.ts'
import { receiptDrafts } from './receipt-drafts.ts'
import type { ReceiptEvent } from './receipt-event.ts'
import { groupReceipts, type ReceiptGroup, type ReportedReceipt } from './receipt-groups.ts'
import { noticeOf } from './receipt-notice.ts'

/**
 * Notifies clients of events in the transaction that changes the states: neither happens without the other.
 *
 * A webhook goes to the message's own `notifyUrl`, else to its channel's URL for receipts; without either, or when the
 * message asked for none, there is none. Bodies are fixed here, so that every attempt sends the same octets; where the
 * interface of the message writes its receipts itself, the notices that it gets are fixed, those of one request
 * together. Final states also go over the client's own connection if the message asked for that, straight after the
 * commit when its session is open here.
 */
export async function enqueueReceiptWebhooks(
  tx: Transaction,
  tools: PushTools,
  events: readonly ReceiptEvent[],
): Promise<void> {
  const toNotify = events.filter((event) => STATUS_FORMS[event.state].webhook !== null)
  if (toNotify.length === 0) return
  const subjects = await findReceiptSubjects(tx, [...new Set(toNotify.map((event) => event.smsId))])
  await enqueueReceiptsOf(tx, tools, toNotify, subjects)
}

/** The same for subjects that have already been loaded. */
export async function enqueueReceiptsOf(
  tx: Transaction,
  tools: PushTools,
  events: readonly ReceiptEvent[],
  rows: readonly ReceiptSubject[],
): Promise<void> {
  const subjects = new Map(rows.map((row) => [row.sms_id, row]))
  const wanted = events.filter((event) => subjects.has(event.smsId))
  await addWebhooks(tx, tools, wanted, subjects)
  await pushReceipts(tx, tools, wanted, subjects)
}

type Subjects = ReadonlyMap<number, ReceiptSubject>

async function addWebhooks(
  tx: Transaction,
  tools: PushTools,
  events: readonly ReceiptEvent[],
  subjects: Subjects,
): Promise<void> {
  const receipts: ReportedReceipt[] = []
  for (const event of events) {
    const subject = subjects.get(event.smsId) as ReceiptSubject
    if (isWanted(event, subject)) receipts.push({ event, subject })
  }
  if (receipts.length === 0) return
  const groups = groupReceipts(receipts)
  const webhookIds = await tools.ids.take(groups.length)
  const createdAt = new Date(tools.clock.now())
  const webhooks = groups.map((group, index) => webhookOf(group, webhookIds[index] as number, createdAt))
  await storeWebhooks(tx, webhooks, tools.webhooks, tools.changeNotes)
}

function webhookOf(group: ReceiptGroup, webhookId: number, createdAt: Date): NewWebhook {
  const [{ subject }] = group
  const { contentType, body, instance } = contentOf(group, createdAt)
  return {
    webhookId,
    clientId: subject.client_id,
    channelId: subject.channel_id,
    kind: 'dlr',
    subjectId: subject.sms_id,
    others: group.length === 1 ? NO_OTHERS : othersOf(group),
    url: subject.url as string,
    contentType,
    body,
    instance,
    form: null,
    replyKind: null,
    requestId: group.length === 1 ? subject.request_id : null,
    createdAt,
  }
}

/** The messages of a group besides that of its first receipt, each once. */
function othersOf([first, ...others]: ReceiptGroup): readonly number[] {
  const smsIds = new Set(others.map(({ subject }) => subject.sms_id))
  smsIds.delete(first.subject.sms_id)
  return [...smsIds]
}

/** The usual forms have no place for a read. */
function isWanted({ isSent, readAs, state }: ReceiptEvent, subject: ReceiptSubject): boolean {
  if (subject.url === null) return false
  if (subject.notify_instance === null && !isSent) return readAs === undefined
  const { sentReceipt, wants } = notifyOf(subject.notify_format)
  if (isSent) return sentReceipt
  return wants(readAs === undefined ? receiptKindOf(state) : 'read')
}

/** The body to send, or the notices for the interface that will write it. */
function contentOf(group: ReceiptGroup, createdAt: Date): Pick<NewWebhook, 'contentType' | 'body' | 'instance'> {
  const [{ event, subject }] = group
  if (subject.notify_instance !== null) {
    const notices = group.map((receipt) => noticeOf(receipt.event, receipt.subject))
    const body = keepNotices({ notices, context: subject.notify_context ?? '' })
    return { contentType: CONTENT_TYPES.json, body, instance: subject.notify_instance }
  }
  const { notifyFormat } = notifyOf(subject.notify_format)
  const body = formatReceiptBody(mapEventToReceipt(event, subject), createdAt, notifyFormat)
  return { contentType: CONTENT_TYPES[notifyFormat], body, instance: null }
}

async function pushReceipts(
  tx: Transaction,
  tools: PushTools,
  events: readonly ReceiptEvent[],
  subjects: Subjects,
): Promise<void> {
  const pushed = events.filter(
    (event) => event.readAs === undefined && mayBePushed(event, subjects.get(event.smsId) as ReceiptSubject),
  )
  if (pushed.length === 0) return
  const joined = pushed.map((event) => event.smsId).filter((smsId) => subjects.get(smsId)?.push_on === PUSH_BY_SEGMENT)
  const aliases = joined.length === 0 ? [] : await findAliases(tx, joined)
  const drafts = pushed.flatMap((event) => receiptDrafts(event, subjects.get(event.smsId) as ReceiptSubject, aliases))
  const offer = await enqueuePushes(tx, tools, drafts)
  afterTransaction(tx, (isCommitted) => (isCommitted ? offer() : tools.outbox.outcomeUnknown()))
}

function mayBePushed({ state, isSent }: ReceiptEvent, subject: ReceiptSubject): boolean {
  if (subject.push_on === null) return false
  return isSent ? notifyOf(subject.notify_format).sentPush : isFinal(state)
}

function mapEventToReceipt(event: ReceiptEvent, subject: ReceiptSubject): Receipt {
  const { webhook, v2 } = STATUS_FORMS[event.state]
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
    metadata: subject.metadata,
  }
}

/** The reference that the client gave, else the message id if the interface wants it there. */
function referenceOf(subject: ReceiptSubject): string | null {
  const { reference } = subject
  if (reference !== null || !notifyOf(subject.notify_format).messageIdAsReference) return reference
  return messageIdOf(subject)
}
