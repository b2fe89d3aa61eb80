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
  /** Sends the group of a waiting segment as it came. */
  release(smsId: number): void
}

interface Group {
  readonly expiresAt: number
  readonly parts: Map<number, WaitingSegment>
}

export function createSegments(deps: SegmentDependencies): SegmentStore {
  const { accounts, clock, messages } = deps
  const groups = new Map<string, Group>()
  const perPart = (principal: Principal) => accounts.price(principal.clientId)

  function store(
    first: WaitingSegment,
    text: string,
    userDataHeader: string | undefined,
    all: readonly WaitingSegment[],
  ): void {
    const { principal, segment, smsId } = first
    const measure = measureMessage(text, segment.encoding === 'binary', userDataHeader ?? null)
    const price = perPart(principal) * BigInt(measure.parts)
    accounts.debit(principal.clientId, price - perPart(principal) * BigInt(all.length))
    const pushes = all.flatMap((each) => (each.segment.push ? [{ smsId: each.smsId, request: each.segment.push }] : []))
    const { flash, sendAt, validitySeconds } = segment
    const message = { text, flash, sendAt, validitySeconds, userDataHeader }
    const { origin, priority } = segment
    const { channel, to } = first
    const now = clock.now()
    const accepted = { smsId, principal, origin, priority, message, from: channel.address, to, measure, price, now }
    messages.insert(newStoredMessage({ ...accepted, messageId: undefined, bulkId: undefined, pushes }))
    for (const each of all) if (each !== first) messages.alias(each.smsId, smsId)
  }

  function sendAsTheyCame({ parts }: Group): void {
    for (const each of inOrderReceived(parts)) store(each, each.segment.text, each.segment.userDataHeader, [each])
  }

  /** Octets cannot go out as one message of several parts. */
  function sendJoined(group: Group): void {
    const ordered = [...group.parts.entries()].sort(([a], [b]) => a - b).map(([, each]) => each)
    const [first] = inOrderReceived(group.parts)
    if (!first) return
    if (first.segment.encoding === 'binary') sendAsTheyCame(group)
    else store(first, ordered.map(({ segment }) => segment.text).join(''), undefined, inOrderReceived(group.parts))
  }

  function take(key: string, send: (group: Group) => void): void {
    const group = groups.get(key)
    if (!group) return
    groups.delete(key)
    send(group)
  }

  function sweep(): void {
    for (const [key, { expiresAt }] of groups) if (expiresAt <= clock.now()) take(key, sendAsTheyCame)
  }

  return {
    waiting: () => [...groups.values()].flatMap(({ parts }) => inOrderReceived(parts)),
    sweep,
    release(smsId) {
      for (const [key, { parts }] of groups)
        if ([...parts.values()].some((each) => each.smsId === smsId)) take(key, sendAsTheyCame)
    },
    add(principal, segment) {
      sweep()
      const { channel, to } = admit(deps, principal, segment)
      const key = [principal.userId, segment.origin, to, segment.reference, segment.total].join(' ')
      const same = groups.get(key)?.parts.get(segment.part)
      if (same && same.segment.text === segment.text) return same.smsId
      if (same) take(key, sendAsTheyCame)
      if (!accounts.debit(principal.clientId, perPart(principal)))
        throw new GatewayError('forbidden', 'no-credit', 'Not enough credit for this segment')
      const group = groups.get(key) ?? { expiresAt: clock.now() + JOIN_SEGMENTS_MS, parts: new Map() }
      groups.set(key, group)
      const smsId = deps.nextSmsId()
      group.parts.set(segment.part, { smsId, principal, segment, to, channel })
      if (group.parts.size === segment.total) take(key, sendJoined)
      return smsId
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

function inOrderReceived(parts: ReadonlyMap<number, WaitingSegment>): readonly WaitingSegment[] {
  return [...parts.values()].sort((a, b) => a.smsId - b.smsId)
}
