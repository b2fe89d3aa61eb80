import { type Channel, type Clock, GatewayError, type Principal, type SubmitSegment } from '@heliograph/contracts'
import {
  allOf,
  completed,
  isSegmentPlace,
  measureMessage,
  normaliseNumber,
  type PlacedSegment,
  SEGMENTS_WAIT_MS,
  type SegmentSet,
  sortSegments,
} from '@heliograph/messaging'
import type { Accounts } from './accounts.ts'
import type { Messages } from './messages.ts'
import { newStoredMessage } from './stored-message.ts'

/** What joining needs of the rest of the double. */
export interface SegmentDependencies {
  readonly clock: Clock
  readonly accounts: Accounts
  readonly messages: Messages
  isOptedOut(clientId: number, mobile: string): boolean
  nextSmsId(): number
}

/** A segment that waits for the others; its parts are paid for. */
export interface WaitingSegment extends PlacedSegment {
  readonly principal: Principal
  readonly segment: SubmitSegment
  readonly channel: Channel
  readonly acceptedAt: number
}

export interface SegmentStore {
  /** Segments that wait, oldest first. */
  waiting(): readonly WaitingSegment[]
  /** The contract of `Segments.add`, without a promise. */
  add(principal: Principal, segment: SubmitSegment): number
  /** Sends what has waited long enough as it came. */
  sweep(): void
  /** Sends the others of a waiting segment, and itself, as they came. */
  release(smsId: number): void
}

type WaitingSet = SegmentSet<WaitingSegment>

export function createSegments(deps: SegmentDependencies): SegmentStore {
  const { accounts, clock, messages } = deps
  const waiting: WaitingSegment[] = []
  const priceOf = (clientId: number, parts: number) => accounts.price(clientId) * BigInt(parts)

  /** Puts the message that the segments become in their place, under the id of the first, and settles the difference in price. */
  function store(segments: readonly WaitingSegment[], text: string, userDataHeader: string | undefined): void {
    for (const each of segments) if (waiting.includes(each)) waiting.splice(waiting.indexOf(each), 1)
    const [first] = segments
    if (!first) return
    const { acceptedAt, channel, principal, segment, smsId, recipient: to } = first
    const { encoding, flash, origin, priority, sendAt, validitySeconds } = segment
    const measure = measureMessage({ text, userDataHeader, encoding: encoding === 'binary' ? encoding : undefined })
    const price = priceOf(principal.clientId, measure.parts)
    const paid = segments.reduce((parts, each) => parts + partsAlone(each.segment), 0)
    accounts.debit(principal.clientId, price - priceOf(principal.clientId, paid))
    const pushes = segments.flatMap((each) =>
      each.segment.push ? [{ smsId: each.smsId, request: each.segment.push }] : [],
    )
    const message = { flash, sendAt, validitySeconds }
    const from = channel.address
    const accepted = { smsId, principal, origin, priority, message, from, to, measure, price, now: acceptedAt, pushes }
    messages.insert(newStoredMessage({ ...accepted, messageId: undefined, bulkId: undefined }))
    for (const each of segments) if (each !== first) messages.alias(each.smsId, smsId)
  }

  function sendAsTheyCame({ parts, repeated }: WaitingSet): void {
    for (const [number, part] of parts) {
      const again = repeated.filter((segment) => segment.part === number)
      store([part, ...again], part.text, part.segment.userDataHeader)
    }
  }

  return {
    waiting: () => [...waiting],
    sweep() {
      const before = clock.now() - SEGMENTS_WAIT_MS
      for (const set of sortSegments(waiting))
        if (allOf(set).some((each) => each.acceptedAt <= before)) sendAsTheyCame(set)
    },
    release(smsId) {
      for (const set of sortSegments(waiting)) if (allOf(set).some((each) => each.smsId === smsId)) sendAsTheyCame(set)
    },
    add(principal, segment) {
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
      // Octets cannot go out as one message of several parts: they do not wait for each other.
      if (segment.encoding === 'binary') {
        store([fresh], text, segment.userDataHeader)
        return fresh.smsId
      }
      waiting.push(fresh)
      for (const set of sortSegments(waiting)) {
        const complete = completed(set)
        if (complete) store(allOf(set), complete.map((each) => each.text).join(''), undefined)
      }
      return fresh.smsId
    },
  }
}

/** What a segment costs by itself. */
function partsAlone({ encoding, text }: SubmitSegment): number {
  return measureMessage({ text, encoding: encoding === 'binary' ? encoding : undefined }).parts
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
