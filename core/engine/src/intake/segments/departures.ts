import type { SubmitMessage } from '@heliograph/contracts'
import {
  allOf,
  completed,
  hasSubscriptionLinks,
  type LinkBases,
  measureMessage,
  type SegmentSet,
} from '@heliograph/messaging'
import type { AccountOwner } from '../../accounts/account.ts'
import { PUSH_BY_SEGMENT } from '../../database/codes.ts'
import { type AcceptRow, type PreparedRequest, type PrepareTools, prepareRequest } from '../accept/prepare.ts'
import type { Submitter } from '../accept/template.ts'
import type { NewAlias, WaitingSegment } from './segment-statements.ts'

/** A message that waiting segments become. */
export interface Departure {
  readonly row: AcceptRow
  /** The segments that no longer wait. */
  readonly segments: readonly WaitingSegment[]
  /** The segments by their own ids; empty for one that goes out on its own. */
  readonly aliases: readonly NewAlias[]
}

export interface DepartureTools
  extends Pick<PrepareTools, 'defaultValiditySeconds' | 'generateMessageId' | 'routeFor' | 'wantsSent' | 'linkWriter'> {
  /** Resolves with what links begin with in texts from the channel with this address. */
  linkBasesOf(owner: AccountOwner, sender: string): Promise<LinkBases>
}

/**
 * Joins a complete set to one message; resolves with undefined while the set is not complete, or when the text would be
 * too long for one message.
 */
export async function joinSet(set: SegmentSet<WaitingSegment>, tools: DepartureTools): Promise<Departure | undefined> {
  const parts = completed(set)
  if (parts === undefined) return undefined
  const segments = allOf(set)
  const text = parts.map((part) => part.text).join('')
  const row = await prepareRow(segments[0] as WaitingSegment, { text }, tools)
  return row === undefined ? undefined : asOne(row, segments)
}

/** One message under the id of the first segment, with all of them as its aliases. */
function asOne(row: AcceptRow, segments: readonly WaitingSegment[]): Departure {
  const asked = segments.some((segment) => segment.pushOn !== null)
  const template = { ...row.template, pushOn: asked ? PUSH_BY_SEGMENT : null, pushContext: null }
  const aliases = segments.map(({ smsId, pushOn, pushContext }) => ({
    smsId,
    joinedId: row.smsId,
    pushOn,
    pushContext,
  }))
  return { row: { ...row, template }, segments, aliases }
}

/** Makes the segments of a set messages of their own, as they came, each once. */
export function releaseSet(set: SegmentSet<WaitingSegment>, tools: DepartureTools): Promise<readonly Departure[]> {
  return Promise.all(
    [...set.parts.values()].map((segment) => {
      const repeated = set.repeated.filter((other) => other.part === segment.part)
      return releaseSegment(segment, repeated, tools)
    }),
  )
}

/** Keeps the segment's header unless the text is too long to fit beside it. */
async function releaseSegment(
  segment: WaitingSegment,
  repeated: readonly WaitingSegment[],
  tools: DepartureTools,
): Promise<Departure> {
  const { text, userDataHeader, pushOn, pushContext } = segment
  const whole = { text, userDataHeader }
  const row = await prepareRow(segment, measureMessage(whole).excess === undefined ? whole : { text }, tools)
  if (row === undefined) throw new Error(`Segment ${segment.smsId} cannot be a message`)
  if (repeated.length > 0) return asOne(row, [segment, ...repeated])
  return { row: { ...row, template: { ...row.template, pushOn, pushContext } }, segments: [segment], aliases: [] }
}

/** Prepares the message as if the client had submitted it when the segment arrived, under the segment's id. */
async function prepareRow(
  segment: WaitingSegment,
  content: Pick<SubmitMessage, 'text' | 'userDataHeader'>,
  tools: DepartureTools,
): Promise<AcceptRow | undefined> {
  const { smsId, clientId, userId, channelId, sender, recipient, flash, sendAt, validitySeconds, priority, origin } =
    segment
  const message: SubmitMessage = {
    ...content,
    destinations: [{ to: recipient }],
    flash,
    ...(sendAt === null ? {} : { sendAt: new Date(sendAt) }),
    ...(validitySeconds === null ? {} : { validitySeconds }),
  }
  const request = {
    origin,
    priority: priority as 0,
    numbers: 'international',
    atomic: false,
    messages: [message],
  } as const
  // The number is international and the priority settled already.
  const submitter: Submitter = { clientId, userId, country: 'ZA', priority: null }
  // The segment was accepted, so it goes out even if its client or channel has been disabled since.
  const bases = hasSubscriptionLinks(content.text) ? await tools.linkBasesOf(submitter, sender).catch(() => ({})) : {}
  const prepared: PreparedRequest = await prepareRequest(submitter, request, {
    ...tools,
    now: segment.acceptedAt,
    channelFor: () => ({ ...bases, channelId, address: sender }),
    takeIds: async () => [smsId],
  })
  return prepared.rows[0]
}
