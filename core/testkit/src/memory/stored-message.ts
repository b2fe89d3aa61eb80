import type { MessageMetadata, Principal, Priority, SpeedLimit, SubmitMessage } from '@heliograph/contracts'
import { formatMessageId, keptMetadata, type MeasuredMessage, priorityName } from '@heliograph/messaging'
import type { PushWish, StoredMessage } from './messages.ts'
import { formatAmount } from './money.ts'
import { storableText } from './storable-text.ts'

/** Fixed, so that generated message ids are the same in every run. */
const ID_SALT = Buffer.alloc(16, 0x5a)

/** The route of messages that no hook sends elsewhere. */
export const DEFAULT_ROUTE = 'default'

/** A message that has passed the checks. */
export interface AcceptedMessage {
  readonly smsId: number
  /** The client's own id; without it one is generated. */
  readonly messageId: string | undefined
  readonly bulkId: string | undefined
  readonly speedLimit?: SpeedLimit | undefined
  readonly principal: Principal
  readonly origin: string
  readonly requestId?: string | undefined
  readonly priority: Priority
  readonly message: Omit<SubmitMessage, 'destinations' | 'push' | 'text'>
  readonly from: string
  /** The channel it goes out from. */
  readonly channelId: number
  readonly to: string
  readonly measure: MeasuredMessage
  readonly price: bigint
  /** Absent: `default`. */
  readonly route?: string | undefined
  readonly now: number
  readonly pushWishes: readonly PushWish[]
}

/** Metadata as they come back: they go through JSON. */
function copyOf(metadata: MessageMetadata | undefined): { readonly metadata?: MessageMetadata } {
  const text = keptMetadata(metadata)
  return text === null ? {} : { metadata: JSON.parse(text) as MessageMetadata }
}

/** The message as first stored: scheduled or queued. */
export function newStoredMessage(accepted: AcceptedMessage): StoredMessage {
  const { from, measure, message, now, principal, smsId, to } = accepted
  const scheduledAt = message.sendAt && message.sendAt.getTime() > now ? message.sendAt : null
  return {
    smsId,
    messageId: accepted.messageId ?? formatMessageId(ID_SALT, smsId, now),
    bulkId: accepted.bulkId ?? null,
    reference: message.reference === undefined ? null : storableText(message.reference),
    ...copyOf(message.metadata),
    from,
    to,
    text: storableText(measure.body),
    encoding: measure.encoding,
    parts: measure.parts,
    price: { amount: formatAmount(accepted.price), currency: principal.currency },
    priority: priorityName(principal.priority ?? accepted.priority),
    state: scheduledAt ? 'scheduled' : 'queued',
    acceptedAt: new Date(now),
    scheduledAt,
    submittedAt: null,
    doneAt: null,
    networkStatus: null,
    networkId: null,
    errorId: null,
    clientId: principal.clientId,
    userId: principal.userId,
    channelId: accepted.channelId,
    origin: accepted.origin,
    requestId: accepted.requestId ?? null,
    flash: message.flash ?? false,
    notifyUrl: message.notifyUrl ?? null,
    notifyFormat: message.notifyFormat ?? 'json',
    receiptWebhook: message.receiptWebhook ?? true,
    sentReceipt: message.sentReceipt ?? false,
    messageIdAsReference: message.messageIdAsReference ?? false,
    validitySeconds: message.validitySeconds ?? null,
    carrier: null,
    route: accepted.route ?? DEFAULT_ROUTE,
    userDataHeader: measure.userDataHeader,
    deliveryWindow: message.deliveryWindow ?? null,
    speedLimit: accepted.speedLimit ?? null,
    pushWishes: accepted.pushWishes,
    ...(message.content && { content: message.content }),
  }
}
