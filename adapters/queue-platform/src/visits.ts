import type { Clock, InstanceState } from '@heliograph/contracts'
import { isJsonObject } from '@heliograph/wire'
import { NOTICES, type Notice } from './notices.ts'

/** What became of an event: the text it leads to, of which the message tells the rest, and when (ms since the epoch), or what was answered without one. */
export type Outcome = { readonly notice: Notice; readonly at: number } | { readonly answer: string }

/** What is remembered of a visit. */
export interface Visit {
  /** Undefined before the first event. */
  readonly state: string | undefined
  /** By the key of the event, oldest first. */
  readonly outcomes: Readonly<Record<string, Outcome>>
}

/** A visit as it was read, for putting a later one in its place. */
export interface KeptVisit extends Visit {
  /** As it is kept; undefined when nothing is. */
  readonly source: string | undefined
}

const DAY_MS = 24 * 3_600_000
/** After the last event of a visit: one that is changed much later must not be taken for a new one. */
const KEPT_MS = 90 * DAY_MS
/** How long an event is known by its text: messages are kept for eight days at least. */
const KNOWN_MS = 7.5 * DAY_MS
/** Below what an entry of the state store may hold. */
const MAX_LENGTH = 9_000

/** The visits of all clients, kept for all nodes. */
export interface Visits {
  now(): number
  find(clientId: number, visitKey: string): Promise<KeptVisit>
  /** Puts `visit` in the place of `before`. Undefined, and nothing changed, when that is not what is kept any more. */
  replace(clientId: number, visitKey: string, before: KeptVisit, visit: Visit): Promise<KeptVisit | undefined>
}

/** Throws `unavailable` while the database is away, in all methods. */
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

/** The oldest outcomes go when there are too many to keep. */
function formatVisit({ state, outcomes }: Visit): string {
  const entries = Object.entries(outcomes)
  let value = JSON.stringify({ state, outcomes })
  while (value.length > MAX_LENGTH && entries.length > 0) {
    entries.shift()
    value = JSON.stringify({ state, outcomes: Object.fromEntries(entries) })
  }
  return value
}

/** What another version kept and this one cannot read counts as nothing, as do texts from before `knownFrom`. */
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
