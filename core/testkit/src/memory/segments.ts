import { type Clock, GatewayError, type Principal, type SubmitSegment } from '@heliograph/contracts'
import {
  allOf,
  completed,
  isSegmentPlace,
  measureMessage,
  normaliseNumber,
  type OutgoingChannel,
  type PlacedSegment,
  recipientText,
  SEGMENTS_WAIT_MS,
  type SegmentSet,
  senderOf,
  sortSegments,
} from '@heliograph/messaging'
import type { Accounts } from './accounts.ts'
import type { Messages, StoredMessage } from './messages.ts'
import { parseAmount } from './money.ts'
import { newStoredMessage } from './stored-message.ts'

/** What joining needs from the rest of the double. */
export interface SegmentDependencies {
  readonly clock: Clock
  readonly accounts: Accounts
  readonly messages: Messages
  isOptedOut(clientId: number, mobile: string): boolean
  nextSmsId(): number
}

/** A segment that waits for the others; its parts have been paid for. @stability stable */
export interface WaitingSegment extends PlacedSegment {
  readonly principal: Principal
  readonly segment: SubmitSegment
  readonly channel: OutgoingChannel
  readonly acceptedAt: number
}

export interface SegmentStore {
  /** Segments that wait, oldest first. */
  waiting(): readonly WaitingSegment[]
  /** The contract of `Segments.add`, without a promise. */
  add(principal: Principal, segment: SubmitSegment): number
  /** Sends the segments that have waited long enough, without joining them. */
  sweep(): void
  /**
   * Sends the waiting segments that `fits` picks, with the others of their texts, without joining them. Returns the ids
   * of the messages they become.
   */
  release(clientId: number, fits: (segment: WaitingSegment) => boolean): readonly number[]
  /** A waiting segment, as the message it may have to become. */
  find(smsId: number): StoredMessage | undefined
}

type WaitingSet = SegmentSet<WaitingSegment>

/** The segments of one message, the first to arrive first. */
type Segments = readonly [WaitingSegment, ...WaitingSegment[]]

export function createSegments(deps: SegmentDependencies): SegmentStore {
  const { accounts, clock, messages } = deps
  const waiting: WaitingSegment[] = []
  const priceOf = (clientId: number, parts: number) => accounts.price(clientId) * BigInt(parts)

  /** The message that segments become, under the id of the first one. */
  function asMessage(segments: Segments, text: string, userDataHeader: string | undefined): StoredMessage {
    const [{ acceptedAt, channel, principal, recipient, segment, smsId }] = segments
    const { flash, origin, priority, sendAt, validitySeconds } = segment
    const content = { text, userDataHeader, encoding: encodingOf(segment) }
    const measure = recipientText(content, () => accounts.linkOwner(channel)).measureFor(recipient)
    return newStoredMessage({
      smsId,
      messageId: undefined,
      bulkId: undefined,
      principal,
      origin,
      priority,
      message: { flash, sendAt, validitySeconds },
      from: senderOf(channel),
      channelId: channel.channelId,
      to: recipient,
      measure,
      price: priceOf(principal.clientId, measure.parts),
      now: acceptedAt,
      pushWishes: segments.flatMap((each) =>
        each.segment.push ? [{ smsId: each.smsId, request: each.segment.push }] : [],
      ),
    })
  }

  /** Stores a message instead of its segments and settles the difference in price. */
  function store(segments: Segments, text: string, userDataHeader: string | undefined): void {
    for (const each of segments) if (waiting.includes(each)) waiting.splice(waiting.indexOf(each), 1)
    const message = asMessage(segments, text, userDataHeader)
    const paid = segments.reduce((parts, each) => parts + partsAlone(each.segment), 0)
    accounts.debit(message.clientId, parseAmount(message.price.amount) - priceOf(message.clientId, paid))
    messages.insert(message)
    for (const each of segments) if (each.smsId !== message.smsId) messages.alias(each.smsId, message.smsId)
  }

  function sendAsTheyCame({ parts, repeated }: WaitingSet): void {
    for (const [number, part] of parts) {
      const again = repeated.filter((segment) => segment.part === number)
      store([part, ...again], part.text, part.segment.userDataHeader)
    }
  }

  function sweep(): void {
    const before = clock.now() - SEGMENTS_WAIT_MS
    const isDue = (set: WaitingSet) => allOf(set).some((each) => each.acceptedAt <= before)
    for (const set of sortSegments(waiting)) if (isDue(set)) sendAsTheyCame(set)
  }

  return {
    waiting: () => [...waiting],
    sweep,
    release(clientId, fits) {
      const sets = sortSegments(waiting).filter((set) =>
        allOf(set).some((each) => each.principal.clientId === clientId && fits(each)),
      )
      for (const set of sets) sendAsTheyCame(set)
      return sets.flatMap((set) => [...set.parts.values()].map(({ smsId }) => smsId))
    },
    find(smsId) {
      const found = waiting.find((each) => each.smsId === smsId)
      return found && asMessage([found], found.text, undefined)
    },
    add(principal, segment) {
      sweep()
      const { channel, recipient } = admit(deps, principal, segment)
      if (!accounts.debit(principal.clientId, priceOf(principal.clientId, partsAlone(segment))))
        throw new GatewayError('forbidden', 'no-credit', 'Not enough credit')
      const { part, reference, text, total } = segment
      const key = { userId: principal.userId, recipient, reference, total }
      const fresh = {
        ...key,
        smsId: deps.nextSmsId(),
        part,
        text,
        principal,
        segment,
        channel,
        acceptedAt: clock.now(),
      }
      // Octets cannot be sent as one message of several parts, so these segments do not wait for each other.
      if (segment.encoding === 'binary') {
        store([fresh], text, segment.userDataHeader)
        return fresh.smsId
      }
      waiting.push(fresh)
      for (const set of sortSegments(waiting)) {
        const complete = completed(set)
        if (complete) store(allOf(set) as Segments, complete.map((each) => each.text).join(''), undefined)
      }
      return fresh.smsId
    },
  }
}

/** The number of parts a segment has on its own. */
function partsAlone(segment: SubmitSegment): number {
  return measureMessage({ text: segment.text, encoding: encodingOf(segment) }).parts
}

/** Text is measured again; octets stay octets. */
function encodingOf({ encoding }: SubmitSegment): 'binary' | undefined {
  return encoding === 'binary' ? encoding : undefined
}

function admit(deps: SegmentDependencies, principal: Principal, segment: SubmitSegment) {
  if (!isSegmentPlace(segment))
    throw new GatewayError('invalid', 'bad-segment', 'A segment needs a reference and a place among its parts')
  const recipient = normaliseNumber(segment.to, 'international', principal.country)
  if (recipient === undefined) throw new GatewayError('invalid', 'bad-number', 'Not a phone number')
  const channel = deps.accounts.channelFor(principal, undefined)
  if (!channel) throw new GatewayError('forbidden', 'no-channel', 'No enabled channel to send from')
  if (deps.isOptedOut(principal.clientId, recipient))
    throw new GatewayError('forbidden', 'opted-out', 'Contact has opted out')
  return { channel, recipient }
}
