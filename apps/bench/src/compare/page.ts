import { LOOP_LABEL } from '../meters/fixed-loop.ts'
import { type FigureSpec, type Goal, loopsOf, type Round } from '../report/figures.ts'
import { median } from '../report/statistics.ts'
import { renderColumns, showNumber, showSpread } from '../report/table.ts'
import type { Comparison } from './compare.ts'
import type { CompareKey, Contest } from './contests.ts'

type Figure = Pick<FigureSpec, 'label' | 'digits'> & { readonly key: CompareKey }

const FIGURES: readonly Figure[] = [
  { key: 'perSecond', label: 'messages/s, all the way', digits: 0 },
  { key: 'acceptedPerSecond', label: 'messages/s, accepted', digits: 0 },
  { key: 'cpu', label: 'CPU, s per 1,000 messages', digits: 4 },
  { key: 'p50', label: 'latency of a request, median, ms', digits: 2 },
  { key: 'p99', label: 'latency of a request, 99th percentile, ms', digits: 2 },
  { key: 'rssPeak', label: 'memory, peak, MiB', digits: 0 },
]

/** A figure for both sides, and whether the goal was reached. */
export interface ComparedFigure {
  readonly key: CompareKey
  /** Medians over the complete rounds. */
  readonly gateway: number | undefined
  readonly kannel: number | undefined
  /** The gateway's figure divided by Kannel's. */
  readonly ratio: number | undefined
  /** Undefined without a goal, or when it could not be measured. */
  readonly reached: boolean | undefined
}

export function compareFigures({ contest, gateway, kannel }: Comparison): readonly ComparedFigure[] {
  return FIGURES.map(({ key }) => {
    const [ours, theirs] = [median(valuesOf(gateway, key)), median(valuesOf(kannel, key))]
    const ratio = ours === undefined || theirs === undefined ? undefined : ours / theirs
    return { key, gateway: ours, kannel: theirs, ratio, reached: isReached(contest, key, ours, ratio) }
  })
}

/** Renders all contests on one page for people. */
export function renderPage(comparisons: readonly Comparison[]): string {
  return comparisons.map(renderComparison).join('\n\n')
}

function renderComparison(comparison: Comparison): string {
  const { contest, gateway, kannel } = comparison
  const rows = compareFigures(comparison).map((compared, index) => {
    const figure = FIGURES[index] as Figure
    return [
      figure.label,
      showSpread(valuesOf(gateway, figure.key), figure.digits),
      showSpread(valuesOf(kannel, figure.key), figure.digits),
      compared.ratio === undefined ? '-' : `${compared.ratio.toFixed(2)} x`,
      renderGoal(contest, figure),
      compared.reached === undefined ? '' : compared.reached ? 'reached' : 'MISSED',
    ]
  })
  const paces = [LOOP_LABEL, showSpread(loopsOf(gateway), 0), showSpread(loopsOf(kannel), 0)]
  return [
    `${contest.name}: ${contest.title}`,
    ...renderColumns([['', 'gateway', 'Kannel', 'ratio', 'goal', ''], ...rows, paces], [1, 2, 3]).map((line) => `  ${line}`),
    ...remarks('gateway', gateway),
    ...remarks('Kannel', kannel),
  ].join('\n')
}

/** Describes the goals of a contest in words. */
export function describeGoals(contest: Contest): string {
  const withGoal = FIGURES.filter(({ key }) => contest.goals[key] !== undefined)
  return withGoal.map((figure) => `${figure.label}: ${renderGoal(contest, figure)}`).join('; ')
}

function remarks(side: string, rounds: readonly Round[]): readonly string[] {
  return rounds.flatMap(({ problems, disturbed }, index) => [
    ...problems.map((problem) => `  ${side}, round ${index + 1} is not complete: ${problem}`),
    ...(disturbed ? [`  ${side}, round ${index + 1}: other processes used the machine`] : []),
  ])
}

function valuesOf(rounds: readonly Round[], key: CompareKey): readonly number[] {
  return rounds.flatMap(({ complete, values }) => (complete ? (values[key] ?? []) : []))
}

function renderGoal({ goals }: Contest, { key, digits }: Figure): string {
  const goal = goals[key]
  if (goal === undefined) return ''
  if ('ratio' in goal) return `${sign(goal.ratio)} ${limit(goal.ratio)} x`
  return `${sign(goal.own)} ${showNumber(limit(goal.own), digits)}`
}

function isReached({ goals }: Contest, key: CompareKey, own: number | undefined, ratio: number | undefined) {
  const goal = goals[key]
  if (goal === undefined) return undefined
  const [value, wanted] = 'ratio' in goal ? [ratio, goal.ratio] : [own, goal.own]
  if (value === undefined) return undefined
  return 'atLeast' in wanted ? value >= wanted.atLeast : value <= wanted.atMost
}

function sign(goal: Goal): string {
  return 'atLeast' in goal ? '>=' : '<='
}

function limit(goal: Goal): number {
  return 'atLeast' in goal ? goal.atLeast : goal.atMost
}
