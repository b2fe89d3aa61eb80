import {
  type Clock,
  GatewayError,
  type MessageSelection,
  type Principal,
  type Replacement,
  TEXT_REMOVED,
} from '@heliograph/contracts'
import { isFinal, normaliseNumber, recipientText } from '@heliograph/messaging'
import type { Accounts } from './accounts.ts'
import type { Messages, StoredMessage } from './messages.ts'
import { formatAmount, parseAmount } from './money.ts'
import type { SegmentStore } from './segments.ts'

/** What changing messages needs from the rest of the double. */
export interface ChangeDependencies {
  readonly clock: Clock
  readonly accounts: Accounts
  readonly messages: Messages
  readonly segments: SegmentStore
  nextUuid(): string
}

/** The contract of `Messages` without promises, over the messages of the double. */
export function createMessageChanges({ accounts, clock, messages, nextUuid, segments }: ChangeDependencies) {
  /** The client's messages that match and can still be changed. */
  function changeable(principal: Principal, { smsId, to }: MessageSelection): readonly StoredMessage[] {
    if (smsId === undefined && to === undefined) throw new TypeError('A selection of messages names none')
    const number = numberOf(principal, to)
    const candidates = smsId === undefined ? messages.all() : messages.has(smsId) ? [messages.get(smsId)] : []
    const fitting = candidates.filter(
      (each) => each.clientId === principal.clientId && (number === undefined || each.to === number),
    )
    if (fitting.length === 0) throw new GatewayError('not-found', 'message-not-found', 'There is no such message')
    const waiting = fitting.filter(({ state }) => state === 'scheduled' || state === 'queued')
    if (waiting.length === 0) throw new GatewayError('conflict', 'too-late', 'The message has been sent already')
    return waiting
  }

  /** A message of the client that has ended. */
  function ended({ clientId }: Principal, smsId: number): StoredMessage {
    const message = messages.has(smsId) ? messages.get(smsId) : undefined
    if (message?.clientId !== clientId)
      throw new GatewayError('not-found', 'message-not-found', 'There is no such message')
    if (!isFinal(message.state)) throw new GatewayError('conflict', 'not-ended', 'The message is still under way')
    return message
  }

  return {
    redact(principal: Principal, given: number): void {
      const { encoding, smsId } = ended(principal, given)
      messages.change(smsId, { text: encoding === 'binary' ? '' : TEXT_REMOVED, userDataHeader: null })
    },
    remove: (principal: Principal, smsId: number) => messages.remove(ended(principal, smsId).smsId),
    cancel(principal: Principal, selection: MessageSelection): number {
      const { smsId } = selection
      const number = numberOf(principal, selection.to)
      const released = segments.release(
        principal.clientId,
        (each) => (smsId ?? each.smsId) === each.smsId && (number ?? each.recipient) === each.recipient,
      )
      const waiting = new Set([...changeable(principal, selection).map((each) => each.smsId), ...released])
      for (const each of waiting) messages.move(each, 'cancelled')
      return waiting.size
    },
    replace(principal: Principal, smsId: number, { sendAt, text, validitySeconds }: Replacement): void {
      const [before] = changeable(principal, { smsId })
      if (!before) return
      const size = text === undefined ? {} : { ...resize(accounts, before, text), content: undefined }
      const isAhead = sendAt !== undefined && sendAt.getTime() > clock.now()
      const times =
        sendAt && ({ scheduledAt: isAhead ? sendAt : null, state: isAhead ? 'scheduled' : 'queued' } as const)
      // A schedule is always part of a bulk, so that it can be found and managed.
      const bulk = isAhead ? { bulkId: before.bulkId ?? nextUuid() } : {}
      messages.change(smsId, {
        ...size,
        ...times,
        ...bulk,
        ...(validitySeconds === undefined ? {} : { validitySeconds }),
      })
    },
  }
}

/** The number in digits; undefined without one. */
function numberOf(principal: Principal, to: string | undefined): string | undefined {
  return to === undefined ? undefined : (normaliseNumber(to, 'international', principal.country) ?? to)
}

/** The effects of another text; the difference in price is charged or refunded. */
function resize(accounts: Accounts, before: StoredMessage, text: string): Partial<StoredMessage> {
  const channel = accounts.channelByAddress(before.clientId, before.from)
  const measure = recipientText({ text }, () => accounts.linkOwner(channel)).measureFor(before.to)
  const { body, encoding, excess, parts } = measure
  if (excess) throw new GatewayError('invalid', 'message-too-long', excess)
  const price = accounts.price(before.clientId) * BigInt(parts)
  if (!accounts.debit(before.clientId, price - parseAmount(before.price.amount)))
    throw new GatewayError('forbidden', 'no-credit', 'Not enough credit for the new text')
  // A user data header goes with the text it belonged to.
  return { text: body, encoding, parts, userDataHeader: null, price: { ...before.price, amount: formatAmount(price) } }
}
