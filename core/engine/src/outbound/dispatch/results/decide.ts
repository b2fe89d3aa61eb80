import type { CarrierLink, MessageState, OutgoingMessage, PartOutcome } from '@heliograph/contracts'
import type { EarlierParts } from '../links/queued-message.ts'
import { type AnsweredPart, isOut, type PartRecord, partRecords, readAnswer } from './read-answer.ts'
import type { UnknownPolicy } from './unknown-policy.ts'

/** What follows from the answer of a link. */
export type Decision =
  /** Written to the database; the message is done with for now. */
  | RecordDecision
  /**
   * Nothing of it was sent. The message goes back to its place in the queue at once; `pause` stops the link for a while
   * first. `networkStatus` is that of a network that throttles.
   */
  | { readonly kind: 'put-back'; readonly pause: boolean; readonly networkStatus: string | null }
  /** This link cannot send it; another one of the route may be able to. */
  | { readonly kind: 'other-link'; readonly networkStatus: string; readonly errorId: number | null }

export interface RecordDecision {
  readonly kind: 'record'
  readonly state: Extract<MessageState, 'submitted' | 'delivered' | 'refused-by-network' | 'unknown' | 'retrying'>
  /** The attempt that began the series of parts this answer belongs to. */
  readonly series: number
  readonly parts: readonly PartRecord[]
  readonly networkStatus: string | null
  readonly errorId: number | null
  /** For `retrying`: how long to wait for the next attempt; null: the rest goes on at once, in its place. */
  readonly retryInMs: number | null
  /** The link has to stop for a while. */
  readonly pause: boolean
}

export interface DecisionRules {
  readonly unknownOutcome: UnknownPolicy
  readonly maxResends: number
  readonly retryDelaysSeconds: readonly number[]
  /**
   * Which parts the link gets receipts for. `none`: what the network took counts as delivered, since no more will ever
   * be known.
   */
  readonly receipts: CarrierLink['receipts']
}

/**
 * Decides what to do from the outcomes of a message's parts. Pure.
 *
 * A part that is refused decides for all: the message has failed, and it is offered elsewhere only if nothing of it was
 * sent, since a complete duplicate would be worse than a reported failure. Otherwise each part is treated separately:
 * what the network has stays there, what it may have waits for a receipt or is sent again according to the rules, and
 * only the rest is sent again.
 */
export function decide(
  message: OutgoingMessage,
  outcomes: readonly PartOutcome[],
  rules: DecisionRules,
  earlier?: EarlierParts,
): Decision {
  const answer = readAnswer(message, outcomes, earlier)
  const taken = rules.receipts === 'none' ? 'delivered' : 'submitted'
  const series = answer.earlier?.series ?? message.attempt
  const parts = partRecords(answer.parts, taken)
  const record = (state: RecordDecision['state'], change?: RecordChange) => recordDecision(state, series, parts, change)
  const anyOut = answer.parts.some(isOut)
  const refusal = answer.parts.find((part) => part.outcome.kind === 'refused')?.outcome
  if (refusal?.kind === 'refused') {
    const { status: networkStatus, errorId = null } = refusal
    const isElsewhereToo = refusal.fault === 'message' || refusal.fault === 'destination'
    if (anyOut || answer.earlier !== undefined || isElsewhereToo) {
      return record('refused-by-network', { networkStatus, errorId, retryInMs: null, pause: false })
    }
    return { kind: 'other-link', networkStatus, errorId }
  }
  const again = worstOf(answer.parts, mayResend(message, rules))
  if (again === undefined) {
    const isUncertain = answer.earlier?.isUncertain || answer.parts.some((part) => part.outcome.kind === 'unknown')
    return record(isUncertain ? 'unknown' : taken)
  }
  const pause = answer.parts.some((part) => part.outcome.kind === 'throttled')
  const networkStatus = again.kind === 'throttled' || again.kind === 'try-later' ? again.status : null
  if (again.kind === 'try-later' || again.kind === 'unknown') {
    const retryInMs = retryDelayMs(rules.retryDelaysSeconds, message.attempt)
    return record('retrying', { networkStatus, errorId: null, retryInMs, pause })
  }
  if (!anyOut) return { kind: 'put-back', pause, networkStatus }
  return record('retrying', { networkStatus, errorId: null, retryInMs: null, pause })
}

type RecordChange = Pick<RecordDecision, 'networkStatus' | 'errorId' | 'retryInMs' | 'pause'>

const UNCHANGED: RecordChange = { networkStatus: null, errorId: null, retryInMs: null, pause: false }

/** A decision to record; `change` is what comes of it besides the state, normally nothing. */
export function recordDecision(
  state: RecordDecision['state'],
  series: number,
  parts: readonly PartRecord[],
  change: RecordChange = UNCHANGED,
): RecordDecision {
  return {
    kind: 'record',
    state,
    series,
    parts,
    networkStatus: change.networkStatus,
    errorId: change.errorId,
    retryInMs: change.retryInMs,
    pause: change.pause,
  }
}

function mayResend(message: OutgoingMessage, rules: DecisionRules): boolean {
  return rules.unknownOutcome === 'resend' && message.attempt <= rules.maxResends
}

const SEVERITY: Readonly<Record<PartOutcome['kind'], number>> = {
  accepted: 0,
  'not-sent': 1,
  throttled: 2,
  'try-later': 3,
  unknown: 4,
  refused: 5,
}

/** The worst outcome among the parts that are to be sent again; undefined when none is. */
function worstOf(parts: readonly AnsweredPart[], resendsUnknown: boolean): PartOutcome | undefined {
  let worst: PartOutcome | undefined
  for (const { outcome } of parts) {
    if (outcome.kind === 'accepted' || (outcome.kind === 'unknown' && !resendsUnknown)) continue
    if (worst === undefined || SEVERITY[outcome.kind] > SEVERITY[worst.kind]) worst = outcome
  }
  return worst
}

/** How long a message waits after an attempt; the last delay repeats. */
export function retryDelayMs(delaysSeconds: readonly number[], attempt: number): number {
  return (delaysSeconds[Math.min(attempt, delaysSeconds.length) - 1] ?? 0) * 1000
}
