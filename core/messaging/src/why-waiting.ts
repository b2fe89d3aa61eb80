import type { HoldScope, MessageState, QueueLink, SendingHold, SpeedLimit, WaitingCause } from '@heliograph/contracts'
import { isFinal } from './status-forms.ts'

/** What is known of the messages that wait for the links of a route. */
export interface RouteFacts {
  readonly route: string
  /** Links that living nodes have for it. */
  readonly links: readonly (QueueLink & {
    /** Parts a second, 0: no limit. */
    readonly partsPerSecond: number
  })[]
  /** Everything that is on hold in the deployment. */
  readonly holds: readonly SendingHold[]
}

/** The messages that go before one. */
export interface LineFacts {
  readonly before: number
  /** So many waited that they were not counted to the end. */
  readonly isMore: boolean
}

/** What is known of one message. */
export interface WaitingFacts {
  readonly state: MessageState
  readonly clientId: number
  readonly now: Date
  /** When it is due: its send time or, after a failed attempt, that of the next one. */
  readonly dueAt: Date
  /** It is due when quiet hours of its client end. */
  readonly isQuiet: boolean
  /** It is due when its delivery window opens. */
  readonly opensWindow: boolean
  /** Since when its bulk is paused; null: it is not. */
  readonly pausedAt: Date | null
  /** Its bulk goes no faster than this, and its turn has not come; null: it does not wait for that. */
  readonly speedLimit: SpeedLimit | null
  /** It is a segment whose others have not come. */
  readonly isSegment: boolean
  /** The link that has it and has not answered. */
  readonly link: string | null
  readonly queue: RouteFacts
  readonly line: LineFacts
}

/** Why a message has not ended, in the order in which the causes count; nothing for one that has. Pure. */
export function whyWaiting(facts: WaitingFacts): readonly WaitingCause[] {
  const { state, dueAt, link } = facts
  if (isFinal(state)) return []
  if (facts.isSegment) return [{ kind: 'segments' }]
  if (state === 'unknown') return [{ kind: 'unknown-outcome' }]
  if (state === 'submitted') return [{ kind: 'receipt' }]
  const paused = facts.pausedAt === null ? [] : [{ kind: 'bulk-paused', since: facts.pausedAt } as const]
  if (dueAt > facts.now) return [...paused, { kind: whyLater(facts), until: dueAt }]
  if (link !== null) return [{ kind: 'handed-over', link }]
  const slow = facts.speedLimit === null ? [] : [{ kind: 'bulk-speed', limit: facts.speedLimit } as const]
  const obstacles = [...paused, ...slow, ...whyRouteWaits(facts.queue, facts.clientId)]
  return obstacles.length > 0 ? obstacles : [placeInLine(facts.queue, facts.line)]
}

function whyLater({ state, isQuiet, opensWindow }: WaitingFacts) {
  if (state === 'retrying') return 'put-off'
  if (isQuiet) return 'quiet-hours'
  return opensWindow ? 'delivery-window' : 'scheduled'
}

/** Why a message that a client would send now over a route would not go at once. Pure. */
export function whyWouldWait(
  facts: Pick<WaitingFacts, 'clientId' | 'queue' | 'line'> & { readonly hasCredit: boolean },
): readonly WaitingCause[] {
  const { clientId, hasCredit, queue, line } = facts
  const refusal: readonly WaitingCause[] = hasCredit ? [] : [{ kind: 'no-credit', clientId }]
  const obstacles = [...refusal, ...whyRouteWaits(queue, clientId)]
  return obstacles.length > 0 || line.before === 0 ? obstacles : [placeInLine(queue, line)]
}

/** Why nothing of a route, or of one client, is sent: what is on hold, and a route without a usable link. Pure. */
export function whyRouteWaits({ route, links, holds }: RouteFacts, clientId?: number): readonly WaitingCause[] {
  const isMeant = ({ kind, name }: HoldScope) =>
    kind === 'deployment' || (kind === 'route' ? name === route : name === String(clientId))
  const held = holds
    .filter(isMeant)
    .map(({ kind: scope, name, reason, at: since }) => ({ kind: 'held', scope, name, reason, since }) as const)
  return isClosed(links) ? [...held, { kind: 'no-link', route, links: links.map(shownLink) }] : held
}

/** True when none of the links takes messages. */
export function isClosed(links: readonly QueueLink[]): boolean {
  return links.every(({ obstacle }) => obstacle !== null)
}

function placeInLine({ route, links }: RouteFacts, { before, isMore }: LineFacts): WaitingCause {
  const rates = links.filter(({ obstacle }) => obstacle === null).map(({ partsPerSecond }) => partsPerSecond)
  const rate = rates.includes(0) ? 0 : rates.reduce((sum, each) => sum + each, 0)
  return { kind: 'line', route, before, isMore, seconds: rate === 0 ? null : Math.ceil(before / rate) }
}

function shownLink({ link, obstacle, detail }: QueueLink): QueueLink {
  return { link, obstacle, detail }
}

/** The cause as its client may see it: without names and words that only operators know. */
export function causeForClient(cause: WaitingCause): WaitingCause {
  switch (cause.kind) {
    case 'held':
      return { ...cause, name: '', reason: '' }
    case 'no-link':
      return { ...cause, route: '', links: [] }
    case 'line':
      return { ...cause, route: '' }
    case 'handed-over':
      return { ...cause, link: '' }
    default:
      return cause
  }
}
