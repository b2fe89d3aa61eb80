import type { AnsweredEntry, HistoryEntry, MessageRecord, MessageState } from '@heliograph/contracts'
import { isFinal } from './faces.ts'

/** A part as a network answered it, with the receipt it had since. */
export interface PartFacts {
  readonly attempt: number
  readonly part: number
  readonly link: string
  readonly networkId: string | null
  readonly state: MessageState
  readonly networkStatus: string | null
  readonly errorId: number | null
  readonly answeredAt: Date
  /** When it reached a final state, null before. */
  readonly doneAt: Date | null
}

/** What is kept of a message beside its record. */
export interface HistoryFacts {
  readonly parts: readonly PartFacts[]
  /** The link it was last handed to, where that is known. */
  readonly link: string | null
  /** Its client had a balance when it ended. */
  readonly isPrepaid: boolean
  readonly webhooks: readonly Extract<HistoryEntry, { readonly kind: 'webhook' }>[]
  readonly attempts: readonly Extract<HistoryEntry, { readonly kind: 'webhook-attempt' }>[]
}

/** Ends by the gateway itself of what a network never got. */
const UNSENT: ReadonlySet<MessageState> = new Set(['expired', 'cancelled', 'no-route', 'opted-out'])

/** Of these a network has nothing. */
const NOT_TAKEN: ReadonlySet<MessageState> = new Set(['refused-by-network', 'retrying'])

/** Tells what happened to a message from what is kept of it, in the order of what led to what. */
export function tellHistory(record: MessageRecord, facts: HistoryFacts): readonly HistoryEntry[] {
  const entries = [
    ...beginning(record),
    ...facts.parts.flatMap(answerAndReceipt),
    ...ending(record, facts),
    ...[...facts.webhooks, ...facts.attempts].map((entry) => ({ entry, time: entry.at.getTime() })),
  ]
  // Stable: of the same moment, what comes first above comes first.
  const told = entries.sort((a, b) => a.time - b.time).map(({ entry }) => entry)
  const { link } = facts
  return record.state === 'submitting' && link !== null ? [...told, { kind: 'handed-over', at: null, link }] : told
}

/** An entry with the moment by which it is put in order: a network's clock may be behind. */
interface Placed {
  readonly entry: HistoryEntry
  readonly time: number
}

function place(entry: HistoryEntry & { readonly at: Date }, notBefore?: Date | null): Placed {
  return { entry, time: Math.max(entry.at.getTime(), notBefore?.getTime() ?? 0) }
}

function beginning({
  acceptedAt: at,
  doneAt,
  origin,
  parts,
  price,
  scheduledAt,
  state,
}: MessageRecord): readonly Placed[] {
  const accepted = place({ kind: 'accepted', at, origin, parts, price })
  if (scheduledAt === null) return [accepted, place({ kind: 'queued', at })]
  const scheduled = place({ kind: 'scheduled', at, dueAt: scheduledAt })
  const isDue = state !== 'scheduled' && (doneAt === null || doneAt >= scheduledAt)
  return isDue ? [accepted, scheduled, place({ kind: 'queued', at: scheduledAt })] : [accepted, scheduled]
}

function answerAndReceipt(facts: PartFacts): readonly Placed[] {
  const { answeredAt: at, attempt, doneAt, errorId, link, networkId, networkStatus, part, state } = facts
  const outcome = outcomeOf(facts)
  const word = outcome === 'accepted' ? null : networkStatus
  const answer = place({ kind: 'answered', at, link, attempt, part, outcome, networkId, networkStatus: word })
  // A part that ended with the answer, over a link without receipts, has no word of the network.
  if (outcome !== 'accepted' || doneAt === null || networkStatus === null) return [answer]
  return [answer, place({ kind: 'receipt', at: doneAt, attempt, part, state, networkStatus, errorId }, at)]
}

/** A part has a network's id only when that took it, or told of it later. */
function outcomeOf({ networkId, state }: PartFacts): AnsweredEntry['outcome'] {
  if (networkId !== null) return 'accepted'
  if (state === 'refused-by-network') return 'refused'
  if (state === 'retrying') return 'left'
  return state === 'unknown' ? 'unknown' : 'accepted'
}

function ending(record: MessageRecord, { isPrepaid, parts }: HistoryFacts): readonly Placed[] {
  const { doneAt: at, errorId, networkStatus, price: amount, state } = record
  if (at === null || !isFinal(state)) return []
  const lastAnswer = new Date(Math.max(0, ...parts.map(({ answeredAt }) => answeredAt.getTime())))
  const ended = place({ kind: 'ended', at, state, networkStatus, errorId }, lastAnswer)
  const isUnsent = UNSENT.has(state) && parts.every((part) => NOT_TAKEN.has(part.state))
  const isRefunded = isPrepaid && isUnsent && Number(amount.amount) !== 0
  return isRefunded ? [ended, place({ kind: 'refunded', at, amount }, lastAnswer)] : [ended]
}
