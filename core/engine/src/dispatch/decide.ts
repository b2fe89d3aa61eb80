import { assertNever, type MessageState, type OutgoingMessage, type PartOutcome } from '@heliograph/contracts'

/** A part as it is written to `submission`. */
export interface PartRecord {
  /** 1-based. */
  readonly part: number
  readonly networkId: string | null
  readonly state: MessageState
  readonly networkStatus: string | null
  readonly errorId: number | null
}

/** What follows from the answer of a link. */
export type Decision =
  /** Written to the database; the message is done with for now. */
  | {
      readonly kind: 'record'
      readonly state: Extract<MessageState, 'submitted' | 'refused-by-network' | 'unknown' | 'retrying'>
      readonly parts: readonly PartRecord[]
      readonly networkStatus: string | null
      readonly errorId: number | null
      /** For `retrying`: how long to wait for the next attempt. */
      readonly retryInMs: number
    }
  /** Back to its place in the queue at once; `pause` stops the link for a while first. */
  | { readonly kind: 'put-back'; readonly pause: boolean }
  /** This link is not for it; another one of the route may be. */
  | { readonly kind: 'other-link'; readonly networkStatus: string; readonly errorId: number | null }

export interface DecisionRules {
  readonly unknownOutcome: 'resend' | 'hold'
  readonly maxResends: number
  readonly retryDelaysMs: readonly number[]
}

/**
 * Turns the outcomes of a message's parts into what to do. Pure.
 *
 * The worst part decides. Once a part has been taken by the network the message is not offered again as a whole for a fault that another link might not
 * have: a complete duplicate would be worse than a named failure.
 */
export function decide(message: OutgoingMessage, outcomes: readonly PartOutcome[], rules: DecisionRules): Decision {
  const anyTaken = outcomes.some((outcome) => outcome.kind === 'accepted')
  const worst = worstOf(outcomes)
  switch (worst.kind) {
    case 'accepted':
      return recorded(message, outcomes, 'submitted', null, null)
    case 'refused':
      if (!anyTaken && (worst.fault === 'route' || worst.fault === 'link')) {
        return { kind: 'other-link', networkStatus: worst.status, errorId: worst.errorId ?? null }
      }
      return recorded(message, outcomes, 'refused-by-network', worst.status, worst.errorId ?? null)
    case 'throttled':
      return anyTaken ? retry(message, outcomes, worst.status, rules) : { kind: 'put-back', pause: true }
    case 'not-sent':
      return anyTaken ? retry(message, outcomes, null, rules) : { kind: 'put-back', pause: false }
    case 'try-later':
      return retry(message, outcomes, worst.status, rules)
    case 'unknown':
      if (rules.unknownOutcome === 'resend' && message.attempt <= rules.maxResends) {
        return retry(message, outcomes, null, rules)
      }
      return recorded(message, outcomes, 'unknown', null, null)
    default:
      return assertNever(worst)
  }
}

const SEVERITY: Readonly<Record<PartOutcome['kind'], number>> = {
  accepted: 0,
  'not-sent': 1,
  throttled: 2,
  'try-later': 3,
  unknown: 4,
  refused: 5,
}

function worstOf(outcomes: readonly PartOutcome[]): PartOutcome {
  let worst: PartOutcome | undefined
  for (const outcome of outcomes) {
    if (worst === undefined || SEVERITY[outcome.kind] > SEVERITY[worst.kind]) worst = outcome
  }
  // A link that answers nothing at all has told nothing.
  return worst ?? { kind: 'unknown' }
}

function retry(
  message: OutgoingMessage,
  outcomes: readonly PartOutcome[],
  networkStatus: string | null,
  rules: DecisionRules,
): Decision {
  const delays = rules.retryDelaysMs
  const retryInMs = delays[Math.min(message.attempt, delays.length) - 1] ?? 0
  return { ...recorded(message, outcomes, 'retrying', networkStatus, null), retryInMs }
}

function recorded(
  message: OutgoingMessage,
  outcomes: readonly PartOutcome[],
  state: Extract<Decision, { kind: 'record' }>['state'],
  networkStatus: string | null,
  errorId: number | null,
): Extract<Decision, { kind: 'record' }> {
  return { kind: 'record', state, parts: partRecords(message, outcomes), networkStatus, errorId, retryInMs: 0 }
}

/**
 * Parts that reached the network or may have; a single outcome stands for all parts of the message. Once one has, those that were left behind are
 * noted too: without their row the others would look like the whole message, and their receipts would deliver it.
 */
function partRecords(message: OutgoingMessage, outcomes: readonly PartOutcome[]): readonly PartRecord[] {
  const records: PartRecord[] = []
  const single = outcomes.length === 1 ? outcomes[0] : undefined
  const mayBeOut = outcomes.some((outcome) => outcome.kind === 'accepted' || outcome.kind === 'unknown')
  // A carrier that hands over a long message whole gets one id for it: that is its only part.
  const count = single === undefined ? outcomes.length : single.kind === 'accepted' ? 1 : message.parts
  for (let index = 0; index < count; index += 1) {
    const outcome = single ?? (outcomes[index] as PartOutcome)
    const isAnswer = outcome.kind === 'accepted' || outcome.kind === 'refused' || outcome.kind === 'unknown'
    if (isAnswer || mayBeOut) records.push(partRecord(index + 1, outcome))
  }
  return records
}

function partRecord(part: number, outcome: PartOutcome): PartRecord {
  const open = { part, networkId: null, networkStatus: null, errorId: null }
  switch (outcome.kind) {
    case 'accepted':
      return { ...open, networkId: outcome.networkId, state: 'submitted' }
    case 'refused':
      return {
        ...open,
        state: 'refused-by-network',
        networkStatus: outcome.status,
        errorId: outcome.errorId ?? null,
      }
    case 'unknown':
      return { ...open, state: 'unknown' }
    case 'throttled':
    case 'try-later':
      return { ...open, state: 'retrying', networkStatus: outcome.status }
    case 'not-sent':
      return { ...open, state: 'retrying' }
    default:
      return assertNever(outcome)
  }
}
