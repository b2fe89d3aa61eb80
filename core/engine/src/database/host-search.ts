import type { Clock } from '@heliograph/contracts'
import type { Host } from './hosts.ts'
import { type SessionFacts, type SessionTarget, suits } from './session-target.ts'

/** What came of asking one host. */
export type HostOutcome =
  | { readonly host: Host; readonly facts: SessionFacts }
  | { readonly host: Host; readonly error: unknown }

export interface SearchedHosts {
  /** The host to connect to; undefined when none suits. */
  readonly host: Host | undefined
  /** What is known of those that were asked, in their order. */
  readonly outcomes: readonly HostOutcome[]
}

export interface HostSearchOptions {
  readonly hosts: readonly Host[]
  readonly target: SessionTarget
  readonly clock: Clock
  /** Opens a session with a host, and says what it is like. Rejects in time when there is none to be had. */
  ask(host: Host): Promise<SessionFacts>
}

/** How long a host may take until the next one is asked beside it, so that one that is cut off holds nothing up. */
const PATIENCE_MS = 500

/**
 * Finds the first host whose session suits, again for every connection, so that the one after a failover finds the new
 * primary. Connections that are opened at once share a search.
 *
 * A host that refuses the session counts as one that does not suit; libpq would give up when a password is refused.
 */
export function createHostSearch(options: HostSearchOptions): () => Promise<SearchedHosts> {
  let searching: Promise<SearchedHosts> | undefined
  return () => {
    searching ??= searchHosts(options).finally(() => {
      searching = undefined
    })
    return searching
  }
}

function searchHosts({ hosts, target, clock, ask }: HostSearchOptions): Promise<SearchedHosts> {
  return new Promise((resolve) => {
    const answers: (HostOutcome | undefined)[] = []
    let asked = 0
    let answered = 0
    let cancel = () => {}
    const end = (host?: Host) => {
      cancel()
      asked = hosts.length
      resolve({ host, outcomes: answers.filter((outcome) => outcome !== undefined) })
    }
    const askNext = () => {
      cancel()
      const index = asked
      const host = hosts[index]
      if (host === undefined) return
      asked += 1
      cancel = clock.after(PATIENCE_MS, askNext)
      outcomeOf(host, ask).then((outcome) => {
        answers[index] = outcome
        answered += 1
        if ('facts' in outcome && suits(target, outcome.facts)) end(host)
        else if (answered === hosts.length) end(target === 'prefer-standby' ? firstSession(answers) : undefined)
        else askNext()
      })
    }
    askNext()
  })
}

export function outcomeOf(host: Host, ask: HostSearchOptions['ask']): Promise<HostOutcome> {
  return ask(host).then(
    (facts) => ({ host, facts }),
    (error: unknown) => ({ host, error }),
  )
}

function firstSession(outcomes: readonly (HostOutcome | undefined)[]): Host | undefined {
  return outcomes.find((outcome) => outcome !== undefined && 'facts' in outcome)?.host
}
