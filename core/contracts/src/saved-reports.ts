import type { FigureDivision, FigureStep } from './period-figures.ts'
import type { Principal } from './principal.ts'
import { defineService, type ServiceToken } from './service.ts'

/**
 * Periods that move on with time: the last 7 or 30 days, the week or month before this one, this month, 12 months.
 * @stability experimental
 */
export const REPORT_PERIODS = ['week', 'lastWeek', 'days', 'month', 'lastMonth', 'year'] as const
/** @stability experimental */
export type ReportPeriod = (typeof REPORT_PERIODS)[number]

/** @stability experimental */
export interface SavedReportSettings {
  /** 1 to 100 characters. */
  readonly name: string
  readonly period: ReportPeriod
  readonly step: FigureStep
  readonly by: FigureDivision
  /** For operators: of all clients. */
  readonly everyClient: boolean
  /** Of the mail: `en`, `fr` ... */
  readonly language: string
  /** Whether it is mailed to its owner on Mondays. */
  readonly isMailed: boolean
}

/** @stability experimental */
export interface SavedReport extends SavedReportSettings {
  readonly reportId: number
}

/**
 * Reports that users keep, at most 50 each; users do not see those of others. Methods throw `invalid`/`bad-report` with
 * `details`, `conflict`/`too-many-reports`, `not-found`/`report-not-found`, `unavailable` while the database is away.
 * @stability experimental
 */
export interface SavedReports {
  /** Oldest first. */
  list(principal: Principal): Promise<readonly SavedReport[]>
  add(principal: Principal, settings: SavedReportSettings): Promise<SavedReport>
  change(principal: Principal, reportId: number, settings: SavedReportSettings): Promise<SavedReport>
  remove(principal: Principal, reportId: number): Promise<void>
}

export const SavedReports: ServiceToken<SavedReports> = defineService('heliograph.saved-reports')

/** A report that is to be mailed to its owner. @stability experimental */
export interface DueReport extends SavedReport {
  readonly userId: number
  /** The Monday it is for, `2026-01-31`: with the report's id, it names the mail. */
  readonly monday: string
}

/**
 * For the module that mails reports. Every node may do it: a report is given to one at a time.
 * @stability experimental
 */
export interface ReportMails {
  /**
   * Takes reports that are due: from Monday, 06:00 UTC, and not mailed for that week. One that is not settled within
   * ten minutes, because its node ended, say, is given out again.
   */
  take(limit: number): Promise<readonly DueReport[]>
  /** `sent`: done for this week. `later`: given out again within the hour. `off`: its owner gets it no longer. */
  settle(report: DueReport, outcome: 'sent' | 'later' | 'off'): Promise<void>
}

export const ReportMails: ServiceToken<ReportMails> = defineService('heliograph.report-mails')
