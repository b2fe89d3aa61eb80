import { type Channel, type Clock, GatewayError, type Principal, type SubmitSegment } from '@heliograph/contracts'
import { normaliseNumber } from '@heliograph/messaging'
import type { Accounts } from './accounts.ts'
import { measureMessage } from './measure.ts'
import type { Messages } from './messages.ts'
import { newStoredMessage } from './stored-message.ts'

/** Segments that are not joined within this time go out as they came. */
export const JOIN_SEGMENTS_MS = 60_000

/** What joining needs of the rest of the double. */
export interface SegmentDependencies {
  readonly clock: Clock
  readonly accounts: Accounts
  readonly messages: Messages
  isOptedOut(clientId: number, mobile: string): boolean
  nextSmsId(): number
}

/** A segment that waits for the others; its part is paid for. */
export interface WaitingSegment {
  readonly smsId: number
  readonly principal: Principal
  readonly segment: SubmitSegment
  readonly to: string
  readonly channel: Channel
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

/** Segments of one text. A part that comes again, with the same text, is among the repeated. */
interface Group {
  readonly key: string
  readonly expiresAt: number
  readonly parts: Map<number, WaitingSegment>
  readonly repeated: WaitingSegment[]
}

export function createSegments(deps: SegmentDependencies): SegmentStore {
  const { accounts, clock, messages } = deps
  const groups = new Set<Group>()
  const perPart = (principal: Principal) => accounts.price(principal.clientId)

  /** Puts the message that the segments become in their place, under the id of the first, and settles the difference in price. */
  function store(segments: readonly WaitingSegment[], text: string, userDataHeader: string | undefined): void {
    const [first] = segments
    if (!first) return
    const { channel, principal, segment, smsId, to } = first
    const measure = measureMessage(text, segment.encoding === 'binary', userDataHeader ?? null)
    const price = perPart(principal) * BigInt(measure.parts)
    accounts.debit(principal.clientId, price - perPart(principal) * BigInt(segments.length))
    const pushes = segments.flatMap((each) =>
      each.segment.push ? [{ smsId: each.smsId, request: each.segment.push }] : [],
    )
    const { flash, origin, priority, sendAt, validitySeconds } = segment
    const message = { text, flash, sendAt, validitySeconds, userDataHeader }
    const from = channel.address
    const now = clock.now()
    const accepted = { smsId, principal, origin, priority, message, from, to, measure, price, now, pushes }
    messages.insert(newStoredMessage({ ...accepted, messageId: undefined, bulkId: undefined }))
    for (const each of segments) if (each !== first) messages.alias(each.smsId, smsId)
  }

  function sendAsTheyCame(group: Group): void {
    groups.delete(group)
    for (const [number, part] of group.parts) {
      const again = group.repeated.filter(({ segment }) => segment.part === number)
      store([part, ...again], part.segment.text, part.segment.userDataHeader)
    }
  }

  function sendJoined(group: Group): void {
    const texts = [...group.parts].sort(([a], [b]) => a - b).map(([, { segment }]) => segment.text)
    groups.delete(group)
    store(inOrderReceived(group), texts.join(''), undefined)
  }

  function sweep(): void {
    for (const group of groups) if (group.expiresAt <= clock.now()) sendAsTheyCame(group)
  }

  /** The first group of the key that lacks this part or has the very same; with another text it belongs to another message. */
  function groupFor(key: string, { part, text }: SubmitSegment): Group {
    for (const group of groups) {
      const present = group.parts.get(part)
      if (group.key === key && (present === undefined || present.segment.text === text)) return group
    }
    const group = { key, expiresAt: clock.now() + JOIN_SEGMENTS_MS, parts: new Map(), repeated: [] }
    groups.add(group)
    return group
  }

  return {
    waiting: () => [...groups].flatMap(inOrderReceived).sort((a, b) => a.smsId - b.smsId),
    sweep,
    release(smsId) {
      for (const group of groups) if (inOrderReceived(group).some((each) => each.smsId === smsId)) sendAsTheyCame(group)
    },
    add(principal, segment) {
      sweep()
      const { channel, to } = admit(deps, principal, segment)
      if (!accounts.debit(principal.clientId, perPart(principal)))
        throw new GatewayError('forbidden', 'no-credit', 'Not enough credit for this segment')
      const waiting = { smsId: deps.nextSmsId(), principal, segment, to, channel }
      // Octets cannot go out as one message of several parts: they do not wait for each other.
      if (segment.encoding === 'binary') {
        store([waiting], segment.text, segment.userDataHeader)
        return waiting.smsId
      }
      const group = groupFor([principal.userId, to, segment.reference, segment.total].join(' '), segment)
      if (group.parts.has(segment.part)) group.repeated.push(waiting)
      else group.parts.set(segment.part, waiting)
      if (group.parts.size === segment.total) sendJoined(group)
      return waiting.smsId
    },
  }
}

function admit(deps: SegmentDependencies, principal: Principal, { to: raw }: SubmitSegment) {
  const to = normaliseNumber(raw, 'international', principal.country)
  if (to === undefined) throw new GatewayError('invalid', 'bad-number', 'Not a phone number')
  const channel = deps.accounts.channelFor(principal, undefined)
  if (!channel) throw new GatewayError('forbidden', 'no-channel', 'No enabled channel to send from')
  if (deps.isOptedOut(principal.clientId, to)) throw new GatewayError('forbidden', 'opted-out', 'Contact has opted out')
  return { channel, to }
}

function inOrderReceived({ parts, repeated }: Group): readonly WaitingSegment[] {
  return [...parts.values(), ...repeated].sort((a, b) => a.smsId - b.smsId)
}
