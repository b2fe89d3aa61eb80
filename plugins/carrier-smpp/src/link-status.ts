import type { LinkStatus } from '@heliograph/contracts'
import type { Bind } from './bind.ts'

/** How long a link counts as paused after it was throttled. */
const PAUSED_MS = 2_000

export interface LinkFacts {
  readonly isOpen: boolean
  readonly isUp: boolean
  readonly binds: readonly Bind[]
  readonly throttles: number
  readonly throttledAgoMs: number
  /** The current rate, next to the configured one; 0 for no limit. */
  readonly partsPerSecond: number
  readonly configuredRate: number
  /** The current window and response time-out. */
  readonly window: number
  readonly timeoutMs: number
  /** They differ from the configured ones, because the SMSC answers late. */
  readonly answersLate: boolean
}

/**
 * The status of a link, as `heliograph links` shows it. A refusal is reported even while another connection still
 * works, because an operator has to act.
 */
export function linkStatus(facts: LinkFacts): LinkStatus {
  const binds = facts.binds.map((bind) => bind.status())
  const retryInMs = Math.max(0, ...facts.binds.map((bind) => bind.retryInMs))
  return { state: stateOf(facts, binds), detail: detailOf(facts), binds, throttles: facts.throttles, retryInMs }
}

function stateOf({ isOpen, isUp, throttledAgoMs }: LinkFacts, binds: LinkStatus['binds']): LinkStatus['state'] {
  if (!isOpen) return 'standby'
  if (isUp) return throttledAgoMs < PAUSED_MS ? 'paused' : 'up'
  if (binds.some(({ state }) => state === 'refused')) return 'refused'
  return binds.some(({ state }) => state === 'connecting') ? 'connecting' : 'down'
}

function detailOf(facts: LinkFacts): string | null {
  if (!facts.isOpen) return 'not used by this node'
  return facts.binds.map((bind) => bind.detail).find((each) => each !== null) ?? troubles(facts)
}

function troubles(facts: LinkFacts): string | null {
  const reported = [rateDetail(facts), lateDetail(facts)].filter((each) => each !== null)
  return reported.length === 0 ? null : reported.join('; ')
}

function lateDetail({ answersLate, timeoutMs, window }: LinkFacts): string | null {
  if (!answersLate) return null
  return `answers late: given ${(timeoutMs / 1000).toFixed(1)} s, and ${window} parts at once, until further notice`
}

function rateDetail({ partsPerSecond, configuredRate }: LinkFacts): string | null {
  if (partsPerSecond === configuredRate) return null
  return `throttled: ${partsPerSecond.toFixed(1)} parts a second until further notice`
}
