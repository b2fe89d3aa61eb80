import { LOOP_LABEL } from '../meters/fixed-loop.ts'
import { type FigureSpec, type Goal, loopsOf, type ScenarioReport, summarise } from './figures.ts'
import { median } from './statistics.ts'

/** Renders the figures of a scenario for people: medians, spread, goals, and the problems of any round. */
export function renderReport(report: ScenarioReport): string {
  const rows = summarise(report).map(({ spec, median: middle, least, greatest, reached }) => [
    spec.label,
    format(middle, spec),
    report.rounds.length > 1 && least !== greatest ? `${format(least, spec)} - ${format(greatest, spec)}` : '',
    spec.unit,
    spec.goal === undefined ? '' : formatGoal(spec.goal),
    reached === undefined ? '' : reached ? 'reached' : 'MISSED',
  ])
  const loops = loopsOf(report.rounds)
  return [
    `${report.scenario}: ${report.title}`,
    ...renderColumns([['', 'median', 'least - greatest', '', 'goal', ''], ...rows], [1, 2]).map((line) => `  ${line}`),
    ...(loops.length === 0 ? [] : [`  ${LOOP_LABEL}: ${showSpread(loops, 0)}`]),
    ...report.rounds.flatMap((round, index) => remarks(round, index + 1)),
  ].join('\n')
}

function remarks(round: ScenarioReport['rounds'][number], number: number): readonly string[] {
  const lines = round.problems.map((problem) => `  round ${number} is not complete: ${problem}`)
  return round.disturbed ? [...lines, `  round ${number}: other processes used the machine`] : lines
}

/** Renders the lines of a table; the columns in `numbers` are aligned to the right. */
export function renderColumns(rows: readonly (readonly string[])[], numbers: readonly number[]): readonly string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const cell = (text: string, column: number) =>
    numbers.includes(column) ? text.padStart(widths[column] ?? 0) : text.padEnd(widths[column] ?? 0)
  return rows.map((row) => row.map(cell).join('  ').trimEnd())
}

function format(value: number | undefined, { digits }: FigureSpec): string {
  return value === undefined ? '-' : showNumber(value, digits)
}

export function showNumber(value: number, digits: number): string {
  return value.toLocaleString('en-GB', { minimumFractionDigits: digits, maximumFractionDigits: digits })
}

/** Renders the median and, for several values, the least and the greatest. */
export function showSpread(values: readonly number[], digits: number): string {
  const middle = median(values)
  if (middle === undefined) return '-'
  const spread =
    values.length > 1 ? ` (${showNumber(Math.min(...values), digits)}-${showNumber(Math.max(...values), digits)})` : ''
  return `${showNumber(middle, digits)}${spread}`
}

function formatGoal(goal: Goal): string {
  return 'atLeast' in goal ? `>= ${goal.atLeast.toLocaleString('en-GB')}` : `<= ${goal.atMost.toLocaleString('en-GB')}`
}
