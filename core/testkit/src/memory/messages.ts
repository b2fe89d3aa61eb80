import type {
  Clock,
  DeliveryWindow,
  MessageRecord,
  MessageState,
  PushRequest,
  ReceiptForm,
  ReportFilter,
  ReportPage,
  RichContent,
  SpeedLimit,
} from '@heliograph/contracts'
import { errorIdOf, isFinal, mayFollow } from '@heliograph/messaging'
import type { Accounts } from './accounts.ts'
import { parseAmount } from './money.ts'

/** A stored message: its record for reports, and everything else that was requested for it. @stability stable */
export interface StoredMessage extends MessageRecord {
  /** The request it came by; null: none. */
  readonly requestId: string | null
  readonly userId: number
  /** The channel it goes out from. */
  readonly channelId: number
  readonly flash: boolean
  readonly notifyUrl: string | null
  readonly notifyFormat: 'json' | 'form' | ReceiptForm
  readonly receiptWebhook: boolean
  /** Its webhook is also called when a network has taken it. */
  readonly sentReceipt: boolean
  readonly messageIdAsReference: boolean
  /** Null = the deployment's default. */
  readonly validitySeconds: number | null
  /** Instance id of the carrier that took it, null before then. */
  readonly carrier: string | null
  /** The route it takes, `default` unless a hook has chosen another. */
  readonly route: string
  /** Hexadecimal, to be passed on as it is; null normally. */
  readonly userDataHeader: string | null
  /** Absent: it is its text alone. */
  readonly content?: RichContent | undefined
  /** Null: it may go at any time. */
  readonly deliveryWindow: DeliveryWindow | null
  /** That of its bulk; null: it goes as fast as links take it. The double keeps to none. */
  readonly speedLimit: SpeedLimit | null
  /**
   * Receipts requested over the client's own connections: one for the message, or one for each segment it was joined
   * from.
   */
  readonly pushWishes: readonly PushWish[]
}

/** A requested receipt, and the id it will carry. @stability stable */
export interface PushWish {
  readonly smsId: number
  readonly request: PushRequest
}

/** The details of a change of state. Those left out get the usual values for the state. @stability stable */
export interface MoveDetails {
  readonly at?: Date
  readonly carrier?: string
  readonly networkId?: string
  readonly networkStatus?: string
  readonly errorId?: number | null
}

/** The messages of the double and their states. */
export interface Messages {
  insert(message: StoredMessage): void
  /** All messages in their current state, oldest first. */
  all(): readonly StoredMessage[]
  /** Finds a message by its id, or by the id of a segment it was joined from. */
  get(smsId: number): StoredMessage
  has(smsId: number): boolean
  /** Makes `smsId` another id of the message `of`. */
  alias(smsId: number, of: number): void
  byMessageId(clientId: number, messageId: string): StoredMessage | undefined
  /** Finds messages of one client, or of all with null. */
  find(clientId: number | null, filter: ReportFilter): ReportPage
  /**
   * Moves a message to a state as the engine would, including times, network words and refunds. Throws when the state
   * cannot follow the present one.
   */
  move(smsId: number, state: MessageState, details?: MoveDetails): StoredMessage
  setSchedule(smsId: number, sendAt: Date): void
  remove(smsId: number): void
  /** Replaces some values, without any rule. */
  change(smsId: number, values: Partial<StoredMessage>): void
}

/** The word that networks usually have for a state they report. */
const USUAL_WORD: Partial<Record<MessageState, string>> = {
  delivered: 'DELIVRD',
  undeliverable: 'UNDELIV',
  'refused-by-network': 'REJECTD',
}

const REFUNDED: ReadonlySet<MessageState> = new Set(['cancelled', 'expired', 'no-route', 'opted-out'])

/** What happens when a message has just been taken by a network, or reached a final state. */
interface MessageWatch {
  onSent(message: StoredMessage): void
  onFinal(message: StoredMessage): void
}

export function createMessages(clock: Clock, accounts: Accounts, { onSent, onFinal }: MessageWatch): Messages {
  const messages = new Map<number, StoredMessage>()
  const aliases = new Map<number, number>()
  const idOf = (smsId: number) => aliases.get(smsId) ?? smsId

  /** A scheduled message whose time has come is queued. */
  function current(message: StoredMessage): StoredMessage {
    if (message.state !== 'scheduled' || (message.scheduledAt?.getTime() ?? 0) > clock.now()) return message
    const queued: StoredMessage = { ...message, state: 'queued' }
    messages.set(message.smsId, queued)
    return queued
  }

  function get(smsId: number): StoredMessage {
    const found = messages.get(idOf(smsId))
    if (!found) throw new Error(`There is no message ${smsId}`)
    return current(found)
  }

  const all = () => [...messages.values()].map(current)

  return {
    insert: (message) => void messages.set(message.smsId, message),
    all,
    get,
    has: (smsId) => messages.has(idOf(smsId)),
    alias: (smsId, of) => void aliases.set(smsId, of),
    byMessageId: (clientId, id) => all().find((each) => each.clientId === clientId && each.messageId === id),
    find(clientId, given) {
      const filter = given.smsId === undefined ? given : { ...given, smsId: idOf(given.smsId) }
      const matching = all().filter(
        (message) => (clientId ?? message.clientId) === message.clientId && matches(message, filter),
      )
      const page = matching.sort((a, b) => b.smsId - a.smsId).slice(0, filter.limit)
      return { records: page.map(recordOf), next: matching.length > page.length ? page.at(-1)?.smsId : undefined }
    },
    move(smsId, state, details = {}) {
      const before = get(smsId)
      if (!mayFollow(before.state, state))
        throw new Error(`Message ${smsId} is ${before.state}, which ${state} cannot follow`)
      if (REFUNDED.has(state) && before.submittedAt === null)
        accounts.debit(before.clientId, -parseAmount(before.price.amount))
      const after = moved(before, state, details, new Date(clock.now()))
      messages.set(after.smsId, after)
      if (isFinal(state)) onFinal(after)
      else if (state === 'submitted') onSent(after)
      return after
    },
    remove: (smsId) => void messages.delete(smsId),
    setSchedule: (smsId, sendAt) => void messages.set(idOf(smsId), { ...get(smsId), scheduledAt: sendAt }),
    change: (smsId, values) => void messages.set(idOf(smsId), { ...get(smsId), ...values }),
  }
}

function moved(before: StoredMessage, state: MessageState, details: MoveDetails, now: Date): StoredMessage {
  const at = details.at ?? now
  const reported = state === 'submitted' || USUAL_WORD[state] !== undefined
  return {
    ...before,
    state,
    carrier: details.carrier ?? before.carrier ?? (reported ? 'memory' : null),
    submittedAt: before.submittedAt ?? (reported ? at : null),
    doneAt: isFinal(state) ? at : null,
    networkId: details.networkId ?? before.networkId ?? (reported ? String(9_000_000_000 + before.smsId) : null),
    networkStatus: details.networkStatus ?? USUAL_WORD[state] ?? before.networkStatus,
    errorId: details.errorId !== undefined ? details.errorId : errorIdOf(state, null),
  }
}

function matches(message: StoredMessage, filter: ReportFilter): boolean {
  const accepted = message.acceptedAt.getTime()
  return (
    (filter.smsId === undefined || filter.smsId === message.smsId) &&
    (filter.before === undefined || message.smsId < filter.before) &&
    (filter.messageId === undefined || filter.messageId === message.messageId) &&
    (filter.bulkId === undefined || filter.bulkId === message.bulkId) &&
    (filter.channelId === undefined || filter.channelId === message.channelId) &&
    (filter.from === undefined || filter.from === message.from) &&
    (filter.to === undefined || filter.to === message.to) &&
    (filter.reference === undefined || filter.reference === message.reference) &&
    (filter.requestId === undefined || filter.requestId === message.requestId) &&
    (filter.origins === undefined || filter.origins.includes(message.origin)) &&
    (filter.text === undefined || message.text.toLowerCase().includes(filter.text.toLowerCase())) &&
    (filter.states === undefined || filter.states.includes(message.state)) &&
    (filter.since === undefined || accepted >= filter.since.getTime()) &&
    (filter.until === undefined || accepted < filter.until.getTime())
  )
}

/** Returns only what the contract of reports has, so that no adapter comes to rely on more. */
export function recordOf(message: StoredMessage): MessageRecord {
  const {
    requestId,
    userId,
    channelId,
    flash,
    notifyUrl,
    notifyFormat,
    receiptWebhook,
    sentReceipt,
    messageIdAsReference,
    validitySeconds,
    carrier,
    route,
    userDataHeader,
    deliveryWindow,
    speedLimit,
    pushWishes,
    ...record
  } = message
  return record
}
