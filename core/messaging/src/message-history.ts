import type { AnsweredEntry, HistoryEntry, MessageRecord, MessageState } from '@heliograph/contracts'
import { isFinal } from './status-forms.ts'

/** A part as a network answered it, with the receipt that followed. */
export interface PartFacts {
  readonly attempt: number
  readonly part: number
  readonly link: string
  readonly networkId: string | null
  readonly state: MessageState
  readonly networkStatus: string | null
  readonly errorId: number | null
  readonly answeredAt: Date
  /** When it reached a final state, null until then. */
  readonly doneAt: Date | null
}

/** Entries that were noted on the way, in the form in which the history has them. */
export type NotedEntry = Extract<
  HistoryEntry,
  { readonly kind: 'put-off' | 'put-back' | 'passed-on' | 'report' | 'receipt' }
>

/** A final state that a late receipt replaced. */
export interface ReplacedEnd {
  readonly entry: Extract<HistoryEntry, { readonly kind: 'ended' }>
  /** When it was replaced, and the part whose receipt replaced it. */
  readonly replacedAt: Date
  readonly attempt: number
  readonly part: number
}

/** What is stored of a message in addition to its record. */
export interface HistoryFacts {
  /** The request it came by; null: none, or it is not known. */
  readonly requestId: string | null
  readonly parts: readonly PartFacts[]
  readonly noted: readonly NotedEntry[]
  readonly replaced: readonly ReplacedEnd[]
  /** The link that has it and has not answered, if known. */
  readonly link: string | null
  /** True when its client had a balance at the time it ended. */
  readonly isPrepaid: boolean
  readonly webhooks: readonly Extract<HistoryEntry, { readonly kind: 'webhook' }>[]
  readonly attempts: readonly Extract<HistoryEntry, { readonly kind: 'webhook-attempt' }>[]
}

/** States in which the gateway itself ends messages that a network never got. */
const UNSENT: ReadonlySet<MessageState> = new Set(['expired', 'cancelled', 'no-route', 'opted-out'])

/** States of parts that a network does not have. */
const NOT_TAKEN: ReadonlySet<MessageState> = new Set(['refused-by-network', 'retrying'])

/** Assembles the history of a message from what is stored of it, in the order of cause and effect. */
export function tellHistory(record: MessageRecord, facts: HistoryFacts): readonly HistoryEntry[] {
  const noted = (fits: (entry: NotedEntry) => boolean) =>
    facts.noted.filter(fits).map((entry) => placeNoted(entry, facts))
  const entries = [
    ...beginning(record, facts),
    ...noted(({ kind }) => kind === 'put-back' || kind === 'passed-on'),
    ...facts.parts.map(answer),
    ...noted(({ kind }) => kind === 'put-off'),
    ...noted(isOnTheWay),
    ...noted(({ kind }) => kind === 'receipt'),
    ...facts.replaced.map(({ entry }) => place(entry, lastAnswer(facts))),
    ...facts.parts.flatMap((part) => receipt(part, facts)),
    ...ending(record, facts),
    ...noted((entry) => entry.kind === 'report' && !isOnTheWay(entry)),
    ...[...facts.webhooks, ...facts.attempts].map((entry) => place(entry)),
  ]
  // The sort is stable: entries of the same moment stay in the order above.
  const reported = entries.sort((a, b) => a.time - b.time).map(({ entry }) => entry)
  const { link } = facts
  return link !== null && !isFinal(record.state) ? [...reported, { kind: 'handed-over', at: null, link }] : reported
}

function isOnTheWay(entry: NotedEntry): boolean {
  return entry.kind === 'report' && (entry.status === 'enroute' || entry.status === 'accepted')
}

/**
 * An entry with the time that decides its place, which may be later than its own because a network's clock may be
 * behind.
 */
interface Placed {
  readonly entry: HistoryEntry
  readonly time: number
}

function place(entry: HistoryEntry & { readonly at: Date }, notBefore?: Date | null): Placed {
  return { entry, time: Math.max(entry.at.getTime(), notBefore?.getTime() ?? 0) }
}

function beginning(record: MessageRecord, { requestId }: HistoryFacts): readonly Placed[] {
  const { acceptedAt: at, doneAt, origin, parts, price, scheduledAt, state } = record
  const accepted = place({ kind: 'accepted', at, origin, requestId, parts, price })
  if (scheduledAt === null) return [accepted, place({ kind: 'queued', at })]
  const scheduled = place({ kind: 'scheduled', at, dueAt: scheduledAt })
  const isDue = state !== 'scheduled' && (doneAt === null || doneAt >= scheduledAt)
  return isDue ? [accepted, scheduled, place({ kind: 'queued', at: scheduledAt })] : [accepted, scheduled]
}

/** Places a receipt no earlier than the answer to its part. */
function placeNoted(entry: NotedEntry, { parts }: HistoryFacts): Placed {
  if (entry.kind !== 'report' && entry.kind !== 'receipt') return place(entry)
  const isIts = ({ attempt, part }: PartFacts) => attempt === entry.attempt && part === entry.part
  return place(entry, parts.find(isIts)?.answeredAt)
}

function answer(facts: PartFacts): Placed {
  const { answeredAt: at, attempt, link, networkId, networkStatus, part } = facts
  const outcome = outcomeOf(facts)
  const word = outcome === 'accepted' ? null : networkStatus
  return place({ kind: 'answered', at, link, attempt, part, outcome, networkId, networkStatus: word })
}

function receipt(facts: PartFacts, { replaced }: HistoryFacts): readonly Placed[] {
  const { answeredAt, attempt, doneAt: at, errorId, networkStatus, part, state } = facts
  // A part that ended with the answer, over a link without receipts, has no word of the network.
  if (outcomeOf(facts) !== 'accepted' || at === null || networkStatus === null) return []
  const before = replaced.filter((end) => end.attempt === attempt && end.part === part)
  const notBefore = latest([answeredAt, ...before.flatMap(timesOf)])
  return [place({ kind: 'receipt', at, attempt, part, state, networkStatus, errorId }, notBefore)]
}

/** A part has a network's id only when the network took it, or reported it later. */
function outcomeOf({ networkId, state }: PartFacts): AnsweredEntry['outcome'] {
  if (networkId !== null) return 'accepted'
  if (state === 'refused-by-network') return 'refused'
  if (state === 'retrying') return 'left'
  return state === 'unknown' ? 'unknown' : 'accepted'
}

function ending(record: MessageRecord, facts: HistoryFacts): readonly Placed[] {
  const { doneAt: at, errorId, networkStatus, price: amount, state } = record
  if (at === null || !isFinal(state)) return []
  const notBefore = latest([lastAnswer(facts), ...facts.replaced.flatMap(timesOf)])
  const ended = place({ kind: 'ended', at, state, networkStatus, errorId }, notBefore)
  const isUnsent = UNSENT.has(state) && facts.parts.every((part) => NOT_TAKEN.has(part.state))
  const isRefunded = facts.isPrepaid && isUnsent && Number(amount.amount) !== 0
  return isRefunded ? [ended, place({ kind: 'refunded', at, amount }, notBefore)] : [ended]
}

/** An end that replaces another one comes after it, and after the moment of the replacement. */
function timesOf({ entry, replacedAt }: ReplacedEnd): readonly Date[] {
  return [entry.at, replacedAt]
}

function lastAnswer({ parts }: HistoryFacts): Date {
  return latest(parts.map(({ answeredAt }) => answeredAt))
}

function latest(dates: readonly Date[]): Date {
  return new Date(Math.max(0, ...dates.map((date) => date.getTime())))
}
