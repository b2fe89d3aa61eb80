import type { Acceptances } from '../acceptances.ts'

/** A time in which the database took no writes. Times are milliseconds since the epoch. */
export interface Outage {
  /** What brought it about, for people. */
  readonly fault: string
  readonly beganMs: number
  /** When a primary had committed a write again, asked directly. */
  readonly endedMs: number
  /** When every standby was gone, and when the first was about to be started again. */
  readonly withoutStandbys?: { readonly fromMs: number; readonly toMs: number } | undefined
}

/** What clients saw of an outage. */
export interface Account {
  readonly fault: string
  /** How long the database took no writes. */
  readonly outageMs: number
  /** From its end until a node accepted a message; undefined when none was left to be accepted. */
  readonly resumeMs: number | undefined
  /** Rules that were broken, for people. */
  readonly findings: readonly string[]
}

/** Messages are accepted again this soon after a primary takes writes. */
const RESUME_MS = 2_000
/** An answer may have been under way when the last standby went. */
const UNDER_WAY_MS = 1_000

/** @param messages that clients send in all */
export function accountFor(outage: Outage, acceptances: Acceptances, messages: number): Account {
  const { fault, beganMs, endedMs, withoutStandbys } = outage
  const resumedMs = acceptances.firstAfter(endedMs)
  const resumeMs = resumedMs === undefined ? undefined : resumedMs - endedMs
  const findings: string[] = []
  if (resumeMs === undefined && acceptances.serials.size < messages)
    findings.push(`no message was accepted any more after: ${fault}`)
  if (resumeMs !== undefined && resumeMs > RESUME_MS)
    findings.push(`a message was accepted only ${Math.round(resumeMs)} ms after a primary took writes: ${fault}`)
  if (withoutStandbys !== undefined) findings.push(...findUnheld(outage, withoutStandbys, acceptances))
  return { fault, outageMs: endedMs - beganMs, resumeMs, findings }
}

/** Without a standby, no commit may succeed and no message be accepted. */
function findUnheld(
  { fault, endedMs }: Outage,
  { fromMs, toMs }: NonNullable<Outage['withoutStandbys']>,
  acceptances: Acceptances,
): readonly string[] {
  const count = acceptances.countBetween(fromMs + UNDER_WAY_MS, toMs)
  return [
    ...(endedMs < toMs ? [`the primary took a write while it had no standby: ${fault}`] : []),
    ...(count > 0 ? [`${count} requests were accepted while there was no standby: ${fault}`] : []),
  ]
}
