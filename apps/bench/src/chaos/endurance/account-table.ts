import { type AccountedRun, AIM, countFaults } from './account.ts'
import { MEBIBYTE } from './figures.ts'

export const ACCOUNT_HEAD: readonly string[] = [
  'Run',
  'Database',
  'Minutes',
  'Rounds',
  'Faults',
  'Accepted',
  'Lost',
  'Not final',
  'Twice, answer known',
  'Twice, answer unknown',
  'Other promises broken',
  'Peak memory of a node',
  'Tables after a third, at the end',
]

/** The rows of the account, with what they come to. */
export function accountRows(runs: readonly AccountedRun[]): readonly (readonly string[])[] {
  const sum = (of: (run: AccountedRun) => number) => show(runs.reduce((total, run) => total + of(run), 0))
  return [
    ...runs.map((run) => [
      run.began.slice(0, 16).replace('T', ' '),
      DATABASES[run.database],
      show(run.minutes),
      show(run.rounds),
      `${countFaults(run)}: ${describeFaults(run)}`,
      show(run.accepted),
      show(run.lost),
      show(run.notFinal),
      show(run.twiceKnown),
      show(run.twiceUnknown),
      show(countOthers(run)),
      mebibytes(run.peakResident),
      `${mebibytes(run.tablesThird)}, ${mebibytes(run.tablesEnd)}`,
    ]),
    [
      'all',
      '',
      sum(({ minutes }) => minutes),
      sum(({ rounds }) => rounds),
      sum(countFaults),
      `${sum(({ accepted }) => accepted)} of ${show(AIM)}`,
      sum(({ lost }) => lost),
      sum(({ notFinal }) => notFinal),
      sum(({ twiceKnown }) => twiceKnown),
      sum(({ twiceUnknown }) => twiceUnknown),
      sum(countOthers),
      '',
      '',
    ],
  ]
}

const DATABASES = { server: 'one Postgres', patroni: 'Patroni' } as const

function describeFaults({ faults }: AccountedRun): string {
  return Object.entries(faults)
    .map(([kind, count]) => `${count} ${kind}`)
    .join(', ')
}

/** Broken promises other than the three that have columns of their own. A line that is indented belongs to another. */
function countOthers({ findings }: AccountedRun): number {
  const own = /^(lost|accepted and not stored|not final|sent twice with the answer known|sent again after)/
  return findings.filter((finding) => !finding.startsWith(' ') && !own.test(finding)).length
}

function mebibytes(octets: number): string {
  return `${show(Math.round(octets / MEBIBYTE))} MiB`
}

function show(value: number): string {
  return value.toLocaleString('en-GB')
}
