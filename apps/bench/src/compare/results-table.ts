import { renderTable } from '@heliograph/testkit'
import { showNumber } from '../report/table.ts'
import type { Comparison } from './compare.ts'
import { type ComparedFigure, compareFigures, describeShortGoals } from './page.ts'

const HEADINGS = [
  'Load',
  'Gateway',
  'Kannel',
  'Ratio: msg/s, CPU',
  'Ratio to Kamex',
  'Goals: msg/s, CPU',
  'Memory, MiB',
  'Reached',
]

/** The figures that have goals, as a table in Markdown: a contest a row, medians over the complete rounds. */
export function renderResultsTable(comparisons: readonly Comparison[]): string {
  return renderTable(HEADINGS, comparisons.map(renderRow))
}

function renderRow(comparison: Comparison): readonly string[] {
  const figures = new Map(compareFigures(comparison).map((figure) => [figure.key, figure]))
  const [rate, cpu, memory] = (['perSecond', 'cpu', 'rssPeak'] as const).map((key) => figures.get(key))
  const judged = [rate, cpu, memory].flatMap((figure) => figure?.reached ?? [])
  return [
    comparison.contest.name,
    showBoth(rate?.gateway, cpu?.gateway),
    showBoth(rate?.kannel, cpu?.kannel),
    showRatios(rate?.ratio, cpu?.ratio),
    showRatios(rate?.kamexRatio, cpu?.kamexRatio),
    describeShortGoals(comparison.contest, ['perSecond', 'cpu']),
    show(memory?.gateway, 0),
    judged.length === 0 ? '-' : judged.every(Boolean) ? 'yes' : `no: ${missed([rate, cpu, memory])}`,
  ]
}

const NAMES = { perSecond: 'msg/s', cpu: 'CPU', rssPeak: 'memory' } as const

function missed(figures: readonly (ComparedFigure | undefined)[]): string {
  return figures
    .flatMap((figure) => (figure?.reached === false ? [NAMES[figure.key as keyof typeof NAMES]] : []))
    .join(', ')
}

function showBoth(perSecond: number | undefined, cpu: number | undefined): string {
  return perSecond === undefined ? '-' : `${show(perSecond, 0)}/s, ${show(cpu, 3)} s`
}

function showRatios(perSecond: number | undefined, cpu: number | undefined): string {
  return perSecond === undefined ? '-' : `${show(perSecond, 2)}, ${show(cpu, 2)}`
}

function show(value: number | undefined, digits: number): string {
  return value === undefined ? '-' : showNumber(value, digits)
}
