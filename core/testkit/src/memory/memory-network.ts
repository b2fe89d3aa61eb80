import type {
  Clock,
  IncomingResult,
  LateAnswer,
  NetworkIncoming,
  NetworkReceipt,
  UnreportedPart,
  UnreportedQuery,
} from '@heliograph/contracts'
import { canonicalNetworkId, mayFollow, networkIdCandidates, stateAfterReceipt } from '@heliograph/messaging'
import type { Accounts } from './accounts.ts'
import type { MemoryBlobs } from './blobs.ts'
import type { Events } from './events.ts'
import { createIncomingParts, createRepetitions } from './incoming-parts.ts'
import type { Messages, StoredMessage } from './messages.ts'
import type { Pushes } from './pushes.ts'
import { NO_NOTES, noteReceipt, type ReceiptNotes } from './receipt-notes.ts'

/** A receipt as it arrived, with the message it was matched to; null when none matches. */
export interface TakenReceipt {
  readonly receipt: NetworkReceipt
  readonly smsId: number | null
}

/**
 * An incoming SMS as it is stored, long ones joined, with the channel of its number; null when no channel has the
 * number.
 */
export interface TakenIncoming {
  readonly message: NetworkIncoming
  readonly incomingId: number
  readonly channelId: number | null
}

/** What arrived from the network, and its effect on the messages of the double. */
export interface NetworkInbox {
  readonly receipts: readonly TakenReceipt[]
  /** Answers that came after their parts were given up. */
  readonly lateAnswers: readonly LateAnswer[]
  readonly incoming: readonly TakenIncoming[]
  /** Every part of an incoming SMS as it arrived, including repeated ones. */
  readonly incomingParts: readonly NetworkIncoming[]
  /** Whether a client has fetched an incoming SMS. */
  isRead(incomingId: number): boolean
  mark(incomingId: number, isRead: boolean): void
  takeReceipt(receipt: NetworkReceipt): TakenReceipt
  takeLateAnswer(answer: LateAnswer): void
  /** The unusual receipts of a message. */
  notesOf(smsId: number): ReceiptNotes
  takeIncoming(message: NetworkIncoming): IncomingResult
  unreported(query: UnreportedQuery): readonly UnreportedPart[]
}

/** What the inbox needs from the rest of the double. */
export interface InboxParts {
  readonly clock: Clock
  readonly accounts: Accounts
  readonly messages: Messages
  readonly pushes: Pushes
  readonly blobs: Pick<MemoryBlobs, 'attach'>
  nextIncomingId(): number
  /** Called for every incoming SMS that is stored. */
  readonly note: Events['note']
}

export function createNetworkInbox(parts: InboxParts): NetworkInbox {
  const { clock, accounts, messages, pushes, blobs, nextIncomingId, note } = parts
  const receipts: TakenReceipt[] = []
  const lateAnswers: LateAnswer[] = []
  const incoming: TakenIncoming[] = []
  const incomingParts: NetworkIncoming[] = []
  const notes = new Map<number, ReceiptNotes>()
  const read = new Set<number>()
  const joined = createIncomingParts()
  const repetitions = createRepetitions(clock)

  function store(message: NetworkIncoming, channelId: number | null): number {
    const incomingId = nextIncomingId()
    incoming.push({ message, incomingId, channelId })
    blobs.attach(message.attachments ?? [], incomingId, channelId)
    const { attachments, encoding, from, receivedAt, text, to } = message
    const users = channelId === null ? [] : accounts.usersOf(channelId).filter(pushes.isReceiving)
    for (const userId of users)
      pushes.add(userId, { kind: 'incoming', incomingId, from, to, text, encoding, receivedAt })
    const clientId = accounts.clientOfChannel(channelId) ?? null
    const sms = { clientId, channelId, incomingId, from, to, text, encoding, receivedAt }
    note({ kind: 'sms-received', ...sms, ...(attachments && { attachments }) })
    return incomingId
  }

  function noteRead(message: StoredMessage, { doneAt: readAt }: NetworkReceipt): void {
    const { clientId, from, origin, reference, smsId, to } = message
    note({ kind: 'message-read', clientId, smsId, reference, origin, from, to, readAt })
  }

  function match(receipt: NetworkReceipt): number | null {
    const candidates = new Set(networkIdCandidates(receipt.networkId))
    const fitting = messages
      .all()
      .filter(
        ({ carrier, networkId, to }) =>
          carrier === receipt.carrier &&
          networkId !== null &&
          candidates.has(canonicalNetworkId(networkId)) &&
          (receipt.to === undefined || receipt.to === to),
      )
    return fitting.at(-1)?.smsId ?? null
  }

  return {
    receipts,
    lateAnswers,
    incoming,
    takeLateAnswer: (answer) => void lateAnswers.push(answer),
    takeReceipt(receipt) {
      const taken = { receipt, smsId: match(receipt) }
      receipts.push(taken)
      const { smsId } = taken
      if (smsId === null) return taken
      const before = messages.get(smsId)
      const wasRead = notes.get(smsId)?.noted.some((entry) => entry.kind === 'report' && entry.status === 'read')
      if (receipt.status === 'read' && wasRead) return taken
      notes.set(smsId, noteReceipt(notes.get(smsId) ?? NO_NOTES, before, receipt, new Date(clock.now())))
      const state = stateAfterReceipt(receipt.status)
      if (state === undefined) noteRead(before, receipt)
      else if (mayFollow(before.state, state)) {
        const { doneAt: at, networkStatus, errorId } = receipt
        messages.move(smsId, state, { at, networkStatus, ...(errorId === null ? {} : { errorId }) })
      }
      return taken
    },
    notesOf: (smsId) => notes.get(smsId) ?? NO_NOTES,
    incomingParts,
    isRead: (incomingId) => read.has(incomingId),
    mark: (incomingId, isRead) => void (isRead ? read.add(incomingId) : read.delete(incomingId)),
    takeIncoming(message) {
      incomingParts.push(message)
      const repeated = repetitions.find<IncomingResult>(message)
      if (repeated) return repeated
      const channelId = accounts.channelByNumber(message.to)?.channelId ?? null
      const whole = joined.join(message)
      const result = { incomingId: whole ? store(whole, channelId) : null, channelId }
      repetitions.remember(message, result)
      return result
    },
    unreported: ({ carrier, submittedBefore, afterSmsId, limit }) =>
      messages
        .all()
        .filter((message) => message.state === 'submitted' && message.carrier === carrier && message.smsId > afterSmsId)
        .flatMap(({ smsId, networkId, to, submittedAt }) =>
          networkId === null || submittedAt === null || submittedAt >= submittedBefore
            ? []
            : [{ smsId, networkId, to, submittedAt }],
        )
        .sort((a, b) => a.smsId - b.smsId)
        .slice(0, limit),
  }
}
