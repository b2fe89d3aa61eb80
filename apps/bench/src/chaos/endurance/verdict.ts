import { type AccountedRun, countFaults } from './account.ts'
import { LEVEL_FIGURES } from './figures.ts'
import { isFlat } from './flatness.ts'
import type { RoundSummary } from './summary.ts'

/** What came of a run, in lines for people. */
export function describeRun(run: AccountedRun): readonly string[] {
  const show = (value: number) => value.toLocaleString('en-GB')
  return [
    `${run.minutes} minutes, ${run.rounds} rounds, ${countFaults(run)} faults: ${show(run.accepted)} messages accepted, ` +
      `${show(run.lost)} lost, ${show(run.notFinal)} not final, ${show(run.twiceKnown)} sent twice with the answer known, ` +
      `${show(run.twiceUnknown)} sent twice while no answer was there`,
    describeFlatness(run),
    ...run.findings,
  ]
}

/** What came of a round, in a line. */
export function describeSummary({ kinds, accepted, findings }: RoundSummary): string {
  const result = findings.length === 0 ? 'all rules held' : `RULES BROKEN\n${findings.join('\n')}`
  return `${kinds.length} faults, ${accepted.toLocaleString('en-GB')} messages accepted: ${result}`
}

/** Whether memory and tables stayed as they were. */
export function describeFlatness({ growth }: Pick<AccountedRun, 'growth'>): string {
  const trends = LEVEL_FIGURES.flatMap(({ title }) => {
    const share = growth[title]
    return share === undefined ? [] : [{ title, growth: share }]
  })
  if (trends.length === 0) return 'flat or not: too few rounds to tell'
  const all = trends.map(({ title, growth: share }) => `${title} ${showShare(share)}`).join(', ')
  return `${trends.every(isFlat) ? 'flat' : 'NOT FLAT'} over the second half: ${all}`
}

function showShare(share: number): string {
  return `${share < 0 ? '' : '+'}${(share * 100).toFixed(1)} %`
}
