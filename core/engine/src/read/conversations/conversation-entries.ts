import type { ConversationEntry, EntryPage, MessageRecord, SubscriptionStatus } from '@heliograph/contracts'
import { encodingOf } from '../../database/codes.ts'
import type { SearchTools } from '../../database/searches.ts'
import { shownText } from '../../database/shown-text.ts'
import type { EngineReports } from '../history/reports.ts'
import { mergeSides, type Side } from './merge-sides.ts'
import {
  type EntrySelection,
  type IncomingEntryRow,
  type OutgoingEntryRow,
  selectIncomingEntries,
  selectKeywordChanges,
  selectOutgoingEntries,
} from './select-entries.ts'

/** After this time a page ends, even an empty one. */
const SEARCH_MS = 5_000

/** Later than the newest. */
const LATEST = { at: Date.UTC(9999, 11, 31), incomingId: 0, smsId: Number.MAX_SAFE_INTEGER }

/** How far each side has been shown: the time and id of the last incoming SMS, and the id of the last message. */
type Place = typeof LATEST

export interface EntriesOptions {
  readonly reports: Pick<EngineReports, 'findFor'>
  /** Index entries that one statement looks at. */
  readonly stepEntries: number
}

/** Which page of which conversation. */
export interface EntryQuestion extends EntrySelection {
  /** The number that answers go to; undefined for an alphanumeric sender. */
  readonly mobile: string | undefined
  readonly limit: number
  readonly before: string | undefined
}

interface Step {
  readonly merged: readonly ({ readonly left: IncomingEntryRow } | { readonly right: OutgoingEntryRow })[]
  /** Undefined: both sides have been shown completely. */
  readonly next: Place | undefined
}

/** Finds a page of a conversation, with the messages of both sides. */
export async function findEntries(
  options: EntriesOptions,
  question: EntryQuestion,
  tools: SearchTools,
): Promise<EntryPage> {
  const endsAt = performance.now() + SEARCH_MS
  const merged: Step['merged'][number][] = []
  let place: Place | undefined = question.before === undefined ? LATEST : parsePlace(question.before)
  while (place !== undefined && merged.length < question.limit) {
    const step: Step = await takeStep(options, question, place, question.limit - merged.length, tools)
    merged.push(...step.merged)
    place = step.next
    if (performance.now() >= endsAt) break
  }
  const entries = await loadEntries(options, question, merged, tools)
  return { entries, next: place && formatPlace(place) }
}

async function takeStep(
  { stepEntries }: EntriesOptions,
  question: EntryQuestion,
  place: Place,
  limit: number,
  { take }: SearchTools,
): Promise<Step> {
  const limits = { entries: stepEntries, messages: limit }
  const before = { at: new Date(place.at), id: place.incomingId }
  const received = await take(({ sql, run }) => run(selectIncomingEntries(sql, question, before, limits)))
  const { mobile } = question
  const sent =
    mobile === undefined
      ? []
      : await take(({ sql, run }) => run(selectOutgoingEntries(sql, question, mobile, place.smsId, limits)))
  const left = sideOf(received, (row) => row.incoming_id !== null) as Side<IncomingEntryRow>
  const right = sideOf(sent, (row) => row.sms_id !== null) as Side<OutgoingEntryRow>
  const merged = mergeSides(left, right, limit, {
    left: (row) => row.received_at.getTime(),
    right: (row) => row.accepted_at.getTime(),
  })
  const [lefts, rights] = [
    merged.flatMap((each) => ('left' in each ? [each.left] : [])),
    merged.flatMap((each) => ('right' in each ? [each.right] : [])),
  ]
  const [isLeftDone, isRightDone] = [lefts.length === left.messages.length, rights.length === right.messages.length]
  if (isLeftDone && left.isComplete && isRightDone && right.isComplete) return { merged, next: undefined }
  // Entries that a step looked at without finding any are not looked at again.
  const [lookedLeft, lookedRight] = [isLeftDone ? received[0] : undefined, isRightDone ? sent[0] : undefined]
  const [lastLeft, lastRight] = [lefts.at(-1), rights.at(-1)]
  return {
    merged,
    next: {
      at: (lookedLeft?.looked_at ?? lastLeft?.received_at)?.getTime() ?? place.at,
      incomingId: lookedLeft?.looked_id ?? lastLeft?.incoming_id ?? place.incomingId,
      smsId: lookedRight?.looked_id ?? lastRight?.sms_id ?? place.smsId,
    },
  }
}

function sideOf<Row extends { readonly found: number; readonly looked_id: number | null }>(
  rows: readonly Row[],
  isMessage: (row: Row) => boolean,
): Side<Row> {
  const messages = rows.filter(isMessage)
  const [standing] = rows
  const isComplete = standing === undefined || (standing.found === messages.length && standing.looked_id === null)
  return { messages, isComplete }
}

async function loadEntries(
  { reports }: EntriesOptions,
  { clientId }: EntryQuestion,
  merged: Step['merged'],
  tools: SearchTools,
): Promise<readonly ConversationEntry[]> {
  const received = merged.flatMap((each) => ('left' in each ? [each.left] : []))
  const smsIds = merged.flatMap((each) => ('right' in each ? [each.right.sms_id] : []))
  const messages =
    smsIds.length === 0 ? new Map<number, MessageRecord>() : await reports.findFor(clientId, smsIds, tools)
  const keywords = await findKeywords(clientId, received, tools)
  return merged.flatMap((each): readonly ConversationEntry[] => {
    if ('left' in each) {
      const { incoming_id: incomingId, received_at: at, body, encoding } = each.left
      const keyword = keywords.get(incomingId) ?? null
      return [
        { kind: 'incoming', at, incomingId, text: shownText(body, encoding), encoding: encodingOf(encoding), keyword },
      ]
    }
    const { sms_id: smsId, accepted_at: at, sent_by: sentBy } = each.right
    const message = messages.get(smsId)
    return message === undefined ? [] : [{ kind: 'outgoing', at, message, sentBy }]
  })
}

/** The statuses that contacts got by these SMS, by the ids of the SMS. */
async function findKeywords(
  clientId: number,
  received: readonly IncomingEntryRow[],
  tools: SearchTools,
): Promise<ReadonlyMap<number, SubscriptionStatus>> {
  if (received.length === 0) return new Map()
  const incomingIds = received.map(({ incoming_id: incomingId }) => incomingId)
  const changes = await tools.take(({ sql, run }) => run(selectKeywordChanges(sql, clientId, incomingIds)))
  return new Map(
    changes.map(({ incoming_id: incomingId, status }) => [incomingId, status === 0 ? 'opted-out' : 'opted-in']),
  )
}

function formatPlace({ at, incomingId, smsId }: Place): string {
  return `${at}-${incomingId}-${smsId}`
}

/** A text that is no place means to begin at the newest. */
function parsePlace(text: string): Place {
  const [, at, incomingId, smsId] = /^(\d{1,16})-(\d{1,16})-(\d{1,16})$/.exec(text) ?? []
  if (at === undefined || Number(at) > LATEST.at) return LATEST
  return { at: Number(at), incomingId: Number(incomingId), smsId: Number(smsId) }
}
