import { median } from '../../report/statistics.ts'
import type { Kind } from '../faults.ts'
import type { ChaosRound } from '../play-round.ts'
import { lengthOf } from '../span.ts'
import type { AccountedRun } from './account.ts'
import { LEVEL_FIGURES, octetsOf } from './figures.ts'
import { meansByRound, trendOf } from './flatness.ts'
import type { Sample } from './sample.ts'

/** What is kept of a round: counts, since the messages of a long run would fill the memory. */
export interface RoundSummary
  extends Pick<
    AccountedRun,
    'accepted' | 'submits' | 'lost' | 'notFinal' | 'twiceKnown' | 'twiceUnknown' | 'incoming' | 'findings'
  > {
  readonly kinds: readonly Kind[]
  /** After how many milliseconds a message was accepted once a primary took writes, by outage. */
  readonly resumesMs: readonly number[]
}

export function summarize({ verdict, ...round }: ChaosRound): RoundSummary {
  return {
    accepted: round.accepted,
    submits: round.submits,
    findings: round.findings,
    incoming: lengthOf(round.incomingSpan),
    lost: verdict.lost.length + verdict.notStored.length,
    notFinal: verdict.notFinal.length,
    twiceKnown: verdict.sentTwiceKnown.length + verdict.sentAfterRound.length,
    twiceUnknown: verdict.sentTwiceUnknown.length,
    kinds: round.faults.map(({ kind }) => kind),
    resumesMs: round.outages.flatMap(({ resumeMs }) => (resumeMs === undefined ? [] : [Math.round(resumeMs)])),
  }
}

export type RunHead = Pick<AccountedRun, 'began' | 'database' | 'minutes' | 'seed'>

/** Adds up the rounds of a run. */
export function accountOf(
  head: RunHead,
  rounds: readonly RoundSummary[],
  samples: readonly Sample[],
  findings: readonly string[],
): AccountedRun {
  const sum = (of: (round: RoundSummary) => number) => rounds.reduce((total, round) => total + of(round), 0)
  const kinds = rounds.flatMap((round) => round.kinds)
  const resumesMs = rounds.flatMap((round) => round.resumesMs)
  const tables = meansByRound(samples, (sample) => octetsOf(sample, false)).map(Math.round)
  return {
    ...head,
    rounds: rounds.length,
    faults: Object.fromEntries([...new Set(kinds)].sort().map((kind) => [kind, countOf(kinds, kind)])),
    accepted: sum(({ accepted }) => accepted),
    submits: sum(({ submits }) => submits),
    lost: sum(({ lost }) => lost),
    notFinal: sum(({ notFinal }) => notFinal),
    twiceKnown: sum(({ twiceKnown }) => twiceKnown),
    twiceUnknown: sum(({ twiceUnknown }) => twiceUnknown),
    incoming: sum(({ incoming }) => incoming),
    findings: [...rounds.flatMap((round) => round.findings), ...findings],
    peakResident: Math.max(0, ...samples.flatMap(({ nodes }) => nodes.map((node) => node?.resident ?? 0))),
    tablesThird: tables[Math.floor((tables.length - 1) / 3)] ?? 0,
    tablesEnd: tables.at(-1) ?? 0,
    ...(resumesMs.length > 0 && { resumeMs: { median: median(resumesMs) ?? 0, most: Math.max(...resumesMs) } }),
    growth: growthOf(samples),
  }
}

function growthOf(samples: readonly Sample[]): AccountedRun['growth'] {
  const trends = LEVEL_FIGURES.flatMap((figure) => trendOf(samples, figure) ?? [])
  return Object.fromEntries(trends.map(({ title, growth }) => [title, Math.round(growth * 1000) / 1000]))
}

function countOf(kinds: readonly Kind[], kind: Kind): number {
  return kinds.filter((each) => each === kind).length
}
