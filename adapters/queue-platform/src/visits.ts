import type { Clock, InstanceState } from '@heliograph/contracts'
import { isJsonObject } from '@heliograph/wire'
import { NOTICES, type Notice } from './notices.ts'

/**
 * The outcome of an event: the text it leads to (its message has the rest) and when (ms since the epoch), or the answer
 * when there was no text.
 */
export type Outcome = { readonly notice: Notice; readonly at: number } | { readonly answer: string }

/** What is kept of a visit. */
export interface Visit {
  /** Undefined before the first event. */
  readonly state: string | undefined
  /** By the key of the event, oldest first. */
  readonly outcomes: Readonly<Record<string, Outcome>>
}

/** A visit as it was read, which is needed to replace it. */
export interface KeptVisit extends Visit {
  /** The stored form; undefined when nothing is stored. */
  readonly source: string | undefined
}

const DAY_MS = 24 * 3_600_000
/** Counted from the last event of a visit: a visit that changes much later must not be taken for a new one. */
const KEPT_MS = 90 * DAY_MS
/** How long an event is recognised by its text: messages are kept for at least eight days. */
const KNOWN_MS = 7.5 * DAY_MS
/** In characters, below the limit for an entry of the state store. */
const MAX_LENGTH = 9_000

/** The visits of all clients, shared by all nodes. */
export interface Visits {
  now(): number
  find(clientId: number, visitKey: string): Promise<KeptVisit>
  /**
   * Replaces `before` with `visit`. Resolves with undefined, and changes nothing, when `before` is no longer what is
   * stored.
   */
  replace(clientId: number, visitKey: string, before: KeptVisit, visit: Visit): Promise<KeptVisit | undefined>
}

/** All methods throw `unavailable` while the database is away. */
export function createVisits(state: InstanceState, clock: Clock): Visits {
  return {
    now: () => clock.now(),
    async find(clientId, visitKey) {
      const source = await state.get(`${clientId} ${visitKey}`)
      return { ...parseVisit(source, clock.now() - KNOWN_MS), source }
    },
    async replace(clientId, visitKey, before, visit) {
      const value = formatVisit(visit)
      const entry = { key: `${clientId} ${visitKey}`, value, expiresAt: new Date(clock.now() + KEPT_MS) }
      const isKept =
        before.source === undefined ? (await state.add(entry)) === value : await state.replace(before.source, entry)
      return isKept ? { ...visit, source: value } : undefined
    },
  }
}

/** Drops the oldest outcomes when there are too many to keep. */
function formatVisit({ state, outcomes }: Visit): string {
  const entries = Object.entries(outcomes)
  let value = JSON.stringify({ state, outcomes })
  while (value.length > MAX_LENGTH && entries.length > 0) {
    entries.shift()
    value = JSON.stringify({ state, outcomes: Object.fromEntries(entries) })
  }
  return value
}

/** Ignores what another version stored and this one cannot read, and texts from before `knownFrom`. */
function parseVisit(source: string | undefined, knownFrom: number): Visit {
  if (source === undefined) return { state: undefined, outcomes: {} }
  const { state, outcomes } = JSON.parse(source) as { readonly state?: unknown; readonly outcomes?: unknown }
  const entries = Object.entries(isJsonObject(outcomes) ? outcomes : {})
  return {
    state: typeof state === 'string' ? state : undefined,
    outcomes: Object.fromEntries(entries.filter((entry): entry is [string, Outcome] => isOutcome(entry[1], knownFrom))),
  }
}

function isOutcome(value: unknown, knownFrom: number): value is Outcome {
  if (!isJsonObject(value)) return false
  const { answer, notice, at } = value
  return (
    typeof answer === 'string' || (typeof at === 'number' && at >= knownFrom && NOTICES.some((each) => each === notice))
  )
}
