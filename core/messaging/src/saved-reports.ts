import { GatewayError, type ReportPeriod, type SavedReportSettings } from '@heliograph/contracts'
import { tidy } from './contacts.ts'

const DAY_MS = 86_400_000

/** The number of reports that a user may keep. */
export const MAX_REPORTS = 50

const MAX_NAME = 100

/** Settings with a tidy name. Throws `invalid`/`bad-report`. */
export function readReport<T extends SavedReportSettings>(given: T): T {
  const name = tidy(given.name)
  if (name.length >= 1 && name.length <= MAX_NAME) return { ...given, name }
  const details = { name: `must have 1 to ${MAX_NAME} characters` }
  throw new GatewayError('invalid', 'bad-report', 'The report cannot be saved', { details })
}

export function tooManyReports(): GatewayError {
  return new GatewayError('conflict', 'too-many-reports', `There are ${MAX_REPORTS} reports already`)
}

export function reportNotFound(): GatewayError {
  return new GatewayError('not-found', 'report-not-found', 'There is no such report')
}

/** The days of a period, of UTC (`2026-01-31`); `until` is the day after the last. */
export function daysOf(period: ReportPeriod, now: number): { readonly from: string; readonly until: string } {
  const today = new Date(now)
  const firstOf = (monthsAgo: number) => Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - monthsAgo, 1)
  const monday = Date.parse(mondayOf(now))
  const tomorrow = now + DAY_MS
  const [from, until] = {
    week: [now - 6 * DAY_MS, tomorrow],
    lastWeek: [monday - 7 * DAY_MS, monday],
    days: [now - 29 * DAY_MS, tomorrow],
    month: [firstOf(0), tomorrow],
    lastMonth: [firstOf(1), firstOf(0)],
    year: [firstOf(11), tomorrow],
  }[period] as [number, number]
  return { from: dayOf(from), until: dayOf(until) }
}

/** The Monday of the week (UTC) that a moment is in. */
export function mondayOf(time: number): string {
  const sinceMonday = (new Date(time).getUTCDay() + 6) % 7
  return dayOf(time - sinceMonday * DAY_MS)
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}
