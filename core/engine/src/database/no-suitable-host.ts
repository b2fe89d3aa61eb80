import type { HostOutcome } from './host-search.ts'
import { formatHost } from './hosts.ts'
import { reasonOf } from './reason-of.ts'
import { describeSession, type SessionTarget } from './session-target.ts'

/** The code when the hosts do not have one error in common. */
export const NO_SUITABLE_HOST = 'NO_SUITABLE_HOST'

/** None of the hosts of a URL can be used at present. */
export class NoSuitableHostError extends Error {
  /** The one of their errors, if all of them have the same. */
  readonly code: string

  constructor(target: SessionTarget, outcomes: readonly HostOutcome[]) {
    const wanted = target === 'any' ? 'can be used' : `suits target_session_attrs=${target}`
    super(`no host ${wanted}: ${outcomes.map(describeOutcome).join('; ')}`)
    const codes = new Set(outcomes.map((outcome) => ('error' in outcome ? codeOf(outcome.error) : undefined)))
    const [code] = codes
    this.code = codes.size === 1 && code !== undefined ? code : NO_SUITABLE_HOST
  }
}

/** What is known of a host, for people. */
export function describeOutcome(outcome: HostOutcome): string {
  const host = formatHost(outcome.host)
  return 'facts' in outcome ? `${host} is ${describeSession(outcome.facts)}` : `${host}: ${reasonOf(outcome.error)}`
}

function codeOf(error: unknown): string | undefined {
  const { code } = (error ?? {}) as { readonly code?: unknown }
  return typeof code === 'string' ? code : undefined
}
