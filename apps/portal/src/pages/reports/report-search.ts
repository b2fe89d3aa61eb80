const DAY_MS = 86_400_000

export const STEPS = ['day', 'week', 'month'] as const
export type Step = (typeof STEPS)[number]

export const DIVISIONS = [
  ...(['state', 'error', 'origin', 'calling-code', 'campaign', 'channel', 'user'] as const),
  ...(['link', 'client'] as const),
] as const
export type Division = (typeof DIVISIONS)[number]

/** The report that is shown, as the address has it. Days are those of UTC, `2026-01-31`. */
export interface ReportSearch {
  readonly from?: string
  /** The last day. */
  readonly to?: string
  readonly step?: Step
  readonly by?: Division
}

/** A report with all that was left out filled in. */
export type Report = Required<ReportSearch>

/** Reads the known parts of an address; everything else is dropped. */
export function readReportSearch({ from, to, step, by }: Record<string, unknown>): ReportSearch {
  const isPeriod = isDay(from) && isDay(to) && from <= to
  const known = { step: STEPS.find((each) => each === step), by: DIVISIONS.find((each) => each === by) }
  return {
    ...(isPeriod && { from, to }),
    ...(known.step !== undefined && { step: known.step }),
    ...(known.by !== undefined && { by: known.by }),
  }
}

/** Without a period, it is that of the last 30 days. */
export function reportOf({ from, to, step = 'day', by = 'state' }: ReportSearch, now: number): Report {
  return from === undefined || to === undefined ? { ...lastDays(30, now), step, by } : { from, to, step, by }
}

/** The periods that are one click away. */
export const PRESETS = ['week', 'lastWeek', 'days', 'month', 'lastMonth', 'year'] as const
export type Preset = (typeof PRESETS)[number]

export function presetOf(preset: Preset, now: number): Pick<Report, 'from' | 'to'> {
  const date = new Date(now)
  const firstOf = (monthsAgo: number) => Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - monthsAgo, 1)
  switch (preset) {
    case 'week':
      return lastDays(7, now)
    case 'lastWeek': {
      const sinceMonday = (date.getUTCDay() + 6) % 7
      return lastDays(7, now - (sinceMonday + 1) * DAY_MS)
    }
    case 'days':
      return lastDays(30, now)
    case 'month':
      return { from: dayOf(firstOf(0)), to: dayOf(now) }
    case 'lastMonth':
      return { from: dayOf(firstOf(1)), to: dayOf(firstOf(0) - DAY_MS) }
    case 'year':
      return { from: dayOf(firstOf(11)), to: dayOf(now) }
  }
}

/** The report as the API takes it. */
export function toApiQuery({ from, to, step, by }: Report) {
  return { from, until: dayOf(Date.parse(to) + DAY_MS), step, by }
}

function lastDays(days: number, now: number): Pick<Report, 'from' | 'to'> {
  return { from: dayOf(now - (days - 1) * DAY_MS), to: dayOf(now) }
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}

function isDay(text: unknown): text is string {
  return typeof text === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))
}
