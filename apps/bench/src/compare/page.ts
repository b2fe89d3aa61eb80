import { LOOP_LABEL } from '../meters/fixed-loop.ts'
import { type FigureSpec, type Goal, loopsOf, type Round } from '../report/figures.ts'
import { median } from '../report/statistics.ts'
import { renderColumns, showNumber, showSpread } from '../report/table.ts'
import type { Comparison } from './compare.ts'
import type { CompareKey, Contest } from './contests.ts'
import { SIDES, type Side } from './sides.ts'

type Figure = Pick<FigureSpec, 'label' | 'digits'> & { readonly key: CompareKey }

const SIDE_KEYS = Object.keys(SIDES) as readonly Side[]

const FIGURES: readonly Figure[] = [
  { key: 'perSecond', label: 'messages/s, all the way', digits: 0 },
  { key: 'acceptedPerSecond', label: 'messages/s, accepted', digits: 0 },
  { key: 'cpu', label: 'CPU, s per 1,000 messages', digits: 4 },
  { key: 'p50', label: 'latency of a request, median, ms', digits: 2 },
  { key: 'p99', label: 'latency of a request, 99th percentile, ms', digits: 2 },
  { key: 'rssPeak', label: 'memory, peak, MiB', digits: 0 },
]

/** A figure of every side, and whether the goal was reached. */
export interface ComparedFigure extends Readonly<Record<Side, number | undefined>> {
  readonly key: CompareKey
  /** The gateway's figure divided by Kannel's, from medians over the complete rounds. */
  readonly ratio: number | undefined
  /** The same, divided by Kamex's. */
  readonly kamexRatio: number | undefined
  /** Undefined without a goal, or when it could not be measured. */
  readonly reached: boolean | undefined
}

export function compareFigures({ contest, ...rounds }: Comparison): readonly ComparedFigure[] {
  return FIGURES.map(({ key }) => {
    const [gateway, kannel, kamex] = [rounds.gateway, rounds.kannel, rounds.kamex].map((of) =>
      median(valuesOf(of, key)),
    )
    const ratio = divided(gateway, kannel)
    const reached = isReached(contest, key, gateway, ratio)
    return { key, gateway, kannel, kamex, ratio, kamexRatio: divided(gateway, kamex), reached }
  })
}

function divided(ours: number | undefined, theirs: number | undefined): number | undefined {
  return ours === undefined || theirs === undefined ? undefined : ours / theirs
}

/** Renders all contests on one page for people. */
export function renderPage(comparisons: readonly Comparison[]): string {
  return comparisons.map(renderComparison).join('\n\n')
}

function renderComparison(comparison: Comparison): string {
  const { contest, gateway, kannel, kamex } = comparison
  // Kamex has columns of its own only where it was measured.
  const ifKamex = (...cells: readonly string[]) => (kamex.length === 0 ? [] : cells)
  const rows = compareFigures(comparison).map((compared, index) => {
    const { key, label, digits } = FIGURES[index] as Figure
    const cell = (rounds: readonly Round[]) => showSpread(valuesOf(rounds, key), digits)
    return [
      label,
      cell(gateway),
      cell(kannel),
      showRatio(compared.ratio),
      ...ifKamex(cell(kamex), showRatio(compared.kamexRatio)),
      renderGoal(contest, { key, digits }),
      compared.reached === undefined ? '' : compared.reached ? 'reached' : 'MISSED',
    ]
  })
  const head = ['', 'gateway', 'Kannel', 'ratio', ...ifKamex('Kamex', 'ratio'), 'goal', '']
  const pace = (rounds: readonly Round[]) => showSpread(loopsOf(rounds), 0)
  const paces = [LOOP_LABEL, pace(gateway), pace(kannel), '', ...ifKamex(pace(kamex))]
  return [
    `${contest.name}: ${contest.title}`,
    ...renderColumns([head, ...rows, paces], kamex.length === 0 ? [1, 2, 3] : [1, 2, 3, 4, 5]).map(
      (line) => `  ${line}`,
    ),
    ...SIDE_KEYS.flatMap((side) => remarks(SIDES[side], comparison[side])),
  ].join('\n')
}

function showRatio(ratio: number | undefined): string {
  return ratio === undefined ? '-' : `${ratio.toFixed(2)} x`
}

/** Describes the goals of a contest in words. */
export function describeGoals(contest: Contest): string {
  const withGoal = FIGURES.filter(({ key }) => contest.goals[key] !== undefined)
  return withGoal.map((figure) => `${figure.label}: ${renderGoal(contest, figure)}`).join('; ')
}

/** The goals of these figures without their names. */
export function describeShortGoals(contest: Contest, keys: readonly CompareKey[]): string {
  const withGoal = FIGURES.filter(({ key }) => keys.includes(key) && contest.goals[key] !== undefined)
  return withGoal.map((figure) => renderGoal(contest, figure)).join(', ')
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

function renderGoal({ goals }: Contest, { key, digits }: Pick<Figure, 'key' | 'digits'>): string {
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
