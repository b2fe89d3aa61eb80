import type { LateAnswer, LateOutcome, MessageState } from '@heliograph/contracts'
import { isFinal } from '@heliograph/messaging'
import type { PartRow } from '../../lifecycle/sent-parts.ts'
import { isTaken, latestOfSeries } from '../remaining-parts.ts'
import { type PartRecord, partRecord } from './read-answer.ts'

/** A message when answers to it come late. */
export interface LateMessage {
  readonly state: MessageState
  /** A link has it at this moment, and its answer will decide. */
  readonly isWithLink: boolean
  /** Its parts at all attempts, by attempt. */
  readonly rows: readonly PartRow[]
}

/** What follows from late answers. */
export interface LateDecision {
  readonly parts: readonly (PartRecord & { readonly attempt: number })[]
  /** Rows of parts that were never sent as such, because the network took the message whole. */
  readonly removed: readonly PartRow[]
  /** Undefined: the message stays as it is. */
  readonly message: LateVerdict | undefined
}

export interface LateVerdict {
  readonly state: Extract<MessageState, 'submitted' | 'delivered' | 'refused-by-network' | 'retrying'>
  readonly networkStatus: string | null
  readonly errorId: number | null
}

/**
 * Decides what answers change that came after their parts had been given up. Pure; an answer to a part whose outcome is
 * known changes nothing.
 *
 * What a network took is there, so a message of which it has every part is not sent again. A refusal counts like one
 * that comes in time, unless the message is with a link again. `taken` is the state of the parts that a network took.
 */
export function decideLate(
  message: LateMessage,
  answers: readonly LateAnswer[],
  taken: Extract<MessageState, 'submitted' | 'delivered'>,
): LateDecision {
  const outcomes = new Map<PartRow, LateOutcome>()
  const removed = new Set<PartRow>()
  for (const answer of answers) {
    const unresolved = unresolvedBy(message.rows, answer).filter((row) => !outcomes.has(row) && !removed.has(row))
    const isWhole = answer.part === null && answer.outcome.kind === 'accepted'
    unresolved.forEach((row, index) => {
      if (isWhole && index > 0) removed.add(row)
      else outcomes.set(row, answer.outcome)
    })
  }
  const records = new Map([...outcomes].map(([row, outcome]) => [row, partRecord({ part: row.part, outcome }, taken)]))
  const rows = message.rows
    .filter((row) => !removed.has(row))
    .map((row): AnsweredRow => ({ ...row, state: records.get(row)?.state ?? row.state, outcome: outcomes.get(row) }))
  return {
    parts: [...records].map(([{ attempt }, record]) => ({ ...record, attempt })),
    removed: [...removed],
    message: outcomes.size === 0 ? undefined : verdictOf(message, rows),
  }
}

interface AnsweredRow extends PartRow {
  readonly outcome: LateOutcome | undefined
}

function unresolvedBy(rows: readonly PartRow[], { attempt, part }: LateAnswer): readonly PartRow[] {
  return rows.filter((row) => row.state === 'unknown' && row.attempt === attempt && (part ?? row.part) === row.part)
}

function verdictOf(message: LateMessage, rows: readonly AnsweredRow[]): LateVerdict | undefined {
  if (isFinal(message.state)) return undefined
  const answered = rows.filter((row) => row.outcome !== undefined)
  for (const series of new Set(answered.map((row) => row.series))) {
    const latest = [...latestOfSeries(rows, series).values()]
    if (latest.every(isTaken)) return takenAs(message, latest)
  }
  if (message.isWithLink) return undefined
  const latest = [...latestOfSeries(rows, Math.max(...rows.map((row) => row.series))).values()]
  return refusalOf(message, latest) ?? repetitionOf(message, latest)
}

function takenAs({ state }: LateMessage, parts: readonly AnsweredRow[]): LateVerdict | undefined {
  if (state === 'submitted') return undefined
  const isDelivered = parts.every((part) => part.state === 'delivered')
  return { state: isDelivered ? 'delivered' : 'submitted', networkStatus: null, errorId: null }
}

function refusalOf(message: LateMessage, latest: readonly AnsweredRow[]): LateVerdict | undefined {
  const refusal = latest.find(({ outcome }) => outcome?.kind === 'refused')?.outcome
  if (refusal?.kind !== 'refused') return undefined
  const why = { networkStatus: refusal.status, errorId: refusal.errorId ?? null }
  const isElsewhereToo = refusal.fault === 'message' || refusal.fault === 'destination'
  const anyOut = latest.some((row) => isTaken(row) || row.state === 'unknown')
  if (isElsewhereToo || anyOut) return { ...why, state: 'refused-by-network' }
  // Another link may be able to send it.
  return message.state === 'unknown' ? { ...why, state: 'retrying' } : undefined
}

/** A message that waited for its receipts has parts to send again; one that is tried again anyway stays as it is. */
function repetitionOf({ state }: LateMessage, latest: readonly AnsweredRow[]): LateVerdict | undefined {
  const left = latest.find(({ outcome }) => outcome?.kind === 'throttled' || outcome?.kind === 'try-later')?.outcome
  if (state !== 'unknown' || (left?.kind !== 'throttled' && left?.kind !== 'try-later')) return undefined
  return { state: 'retrying', networkStatus: left.status, errorId: null }
}
