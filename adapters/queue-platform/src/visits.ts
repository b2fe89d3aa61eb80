import type { Clock, StateChange, StateEntry, StateStore, SubmitEntry } from '@heliograph/contracts'
import { stateChanged } from '@heliograph/messaging'
import { isJsonObject } from '@heliograph/wire'
import { NOTICES, type Notice } from './notices.ts'

/**
 * The outcome of an event: its answer. Earlier releases kept the text that it leads to and when (ms since the epoch),
 * and left the rest to the message.
 */
export type Outcome = { readonly answer: string } | { readonly notice: Notice; readonly at: number }

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
/** How long a text is looked for among the messages, which are kept for at least eight days. */
const KNOWN_MS = 7.5 * DAY_MS
/** In characters, below the limit for an entry of the state store. */
const MAX_LENGTH = 9_000

/** A visit of which nothing is kept. */
export const NO_VISIT: KeptVisit = { state: undefined, outcomes: {}, source: undefined }

/** The visits of all clients, shared by all nodes. */
export interface Visits {
  find(clientId: number, visitKey: string): Promise<KeptVisit>
  /**
   * Replaces `before` with `visit`. Throws `conflict`/`state-changed`, and changes nothing, when `before` is no longer
   * what is stored.
   */
  replace(clientId: number, visitKey: string, before: KeptVisit, visit: Visit): Promise<void>
  /** The same, to be made together with a message; `visitAfter` gets its answer. */
  changeOf(
    clientId: number,
    visitKey: string,
    before: KeptVisit,
    visitAfter: (message: SubmitEntry) => Visit,
  ): StateChange
}

/** `find` and `replace` throw `unavailable` while the database is away. */
export function createVisits(store: StateStore, instanceId: string, clock: Clock): Visits {
  const state = store.of(instanceId)

  function entryOf(clientId: number, visitKey: string, visit: Visit): StateEntry {
    const expiresAt = new Date(clock.now() + KEPT_MS)
    return { key: `${clientId} ${visitKey}`, value: formatVisit(visit), expiresAt }
  }

  return {
    async find(clientId, visitKey) {
      const source = await state.get(`${clientId} ${visitKey}`)
      return { ...parseVisit(source, clock.now() - KNOWN_MS), source }
    },
    async replace(clientId, visitKey, before, visit) {
      const { source } = before
      const entry = entryOf(clientId, visitKey, visit)
      const isKept =
        source === undefined ? (await state.add(entry)) === entry.value : await state.replace(source, entry)
      if (!isKept) throw stateChanged()
    },
    changeOf: (clientId, visitKey, before, visitAfter) => ({
      instanceId,
      expected: before.source,
      entryFor: (message) => entryOf(clientId, visitKey, visitAfter(message)),
    }),
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
