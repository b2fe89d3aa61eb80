import { assertNever, type MessageState, type OutgoingMessage, type PartOutcome } from '@heliograph/contracts'
import type { EarlierParts } from '../links/queued-message.ts'

/** A part with what the network answered. */
export interface AnsweredPart {
  /** 1-based. */
  readonly part: number
  readonly outcome: PartOutcome
}

/** The answer of a link, part by part. */
export interface Answer {
  readonly parts: readonly AnsweredPart[]
  /** Parts of earlier attempts that count together with these; undefined when these begin a series. */
  readonly earlier: EarlierParts | undefined
}

/** A part as it is written to `submission`. */
export interface PartRecord {
  /** 1-based. */
  readonly part: number
  readonly networkId: string | null
  readonly state: MessageState
  readonly networkStatus: string | null
  readonly errorId: number | null
}

/**
 * Finds out which parts a link's outcomes are for (`CarrierLink.submit`): those requested, or all of them when the link
 * had to begin again, or one for the message as a whole, which becomes its only part. The outcome of parts that the
 * link does not report on is unknown.
 */
export function readAnswer(
  message: OutgoingMessage,
  outcomes: readonly PartOutcome[],
  earlier: EarlierParts | undefined,
): Answer {
  const all = Array.from({ length: message.parts }, (_, index) => index + 1)
  const asked = message.only ?? all
  const [first] = outcomes
  if (outcomes.length === 1 && asked.length > 1 && first !== undefined) {
    if (first.kind === 'accepted') return { parts: [{ part: 1, outcome: first }], earlier: undefined }
    return { parts: asked.map((part) => ({ part, outcome: first })), earlier }
  }
  const isAnew = outcomes.length !== asked.length && outcomes.length === all.length
  return isAnew ? { parts: zip(all, outcomes), earlier: undefined } : { parts: zip(asked, outcomes), earlier }
}

const UNKNOWN: PartOutcome = { kind: 'unknown' }

function zip(parts: readonly number[], outcomes: readonly PartOutcome[]): readonly AnsweredPart[] {
  return parts.map((part, index) => ({ part, outcome: outcomes[index] ?? UNKNOWN }))
}

/** Whether the network has the part, or may have it. */
export function isOut({ outcome }: AnsweredPart): boolean {
  return outcome.kind === 'accepted' || outcome.kind === 'unknown'
}

/**
 * The parts that reached the network or may have. If there are any, those that were left behind are noted too: without
 * their rows the others would look like the whole message, and their receipts would make it count as delivered. `taken`
 * is the state of the parts that a network took.
 */
export function partRecords(
  parts: readonly AnsweredPart[],
  taken: Extract<MessageState, 'submitted' | 'delivered'>,
): readonly PartRecord[] {
  const noteAll = parts.some(isOut)
  return parts.filter((part) => noteAll || part.outcome.kind === 'refused').map((part) => partRecord(part, taken))
}

/** A part as its outcome leaves it. */
export function partRecord({ part, outcome }: AnsweredPart, taken: MessageState): PartRecord {
  switch (outcome.kind) {
    case 'accepted':
      return { part, networkId: outcome.networkId, state: taken, networkStatus: null, errorId: null }
    case 'refused':
      return leftBehind(part, 'refused-by-network', outcome.status, outcome.errorId ?? null)
    case 'unknown':
      return leftBehind(part, 'unknown', null, null)
    case 'throttled':
    case 'try-later':
      return leftBehind(part, 'retrying', outcome.status, null)
    case 'not-sent':
      return leftBehind(part, 'retrying', null, null)
    default:
      return assertNever(outcome)
  }
}

function leftBehind(
  part: number,
  state: MessageState,
  networkStatus: string | null,
  errorId: number | null,
): PartRecord {
  return { part, networkId: null, state, networkStatus, errorId }
}
