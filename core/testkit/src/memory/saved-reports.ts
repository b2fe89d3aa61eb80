import type { Clock, DueReport, ReportMails, SavedReport, SavedReports } from '@heliograph/contracts'
import { MAX_REPORTS, mondayOf, readReport, reportNotFound, tooManyReports } from '@heliograph/messaging'

/** Ids start here, as they do in the database. */
const FIRST_ID = 1001

type Stored = SavedReport & { readonly userId: number; readonly mailedFor: string }

/** The contracts of `SavedReports` and `ReportMails` in memory. */
export function createSavedReports(clock: Clock): { readonly service: SavedReports; readonly mails: ReportMails } {
  const reports = new Map<number, Stored>()
  let nextId = FIRST_ID
  const own = (userId: number, reportId: number): Stored => {
    const report = reports.get(reportId)
    if (report?.userId !== userId) throw reportNotFound()
    return report
  }
  const service: SavedReports = {
    list: async ({ userId }) => [...reports.values()].filter((report) => report.userId === userId).map(shown),
    async add(principal, given) {
      const settings = readReport(given)
      if ((await service.list(principal)).length >= MAX_REPORTS) throw tooManyReports()
      const { userId } = principal
      const report = { ...settings, reportId: nextId, userId, mailedFor: mondayOf(clock.now()) }
      nextId += 1
      reports.set(report.reportId, report)
      return shown(report)
    },
    async change({ userId }, reportId, given) {
      const before = own(userId, reportId)
      const mailedFor = before.isMailed ? before.mailedFor : mondayOf(clock.now())
      const report = { ...readReport(given), reportId, userId, mailedFor }
      reports.set(reportId, report)
      return shown(report)
    },
    async remove({ userId }, reportId) {
      reports.delete(own(userId, reportId).reportId)
    },
  }
  const mails: ReportMails = {
    async take(limit) {
      const monday = mondayOf(clock.now())
      return [...reports.values()]
        .filter(({ isMailed, mailedFor }) => isMailed && mailedFor < monday)
        .slice(0, limit)
        .map(({ mailedFor, ...report }): DueReport => ({ ...report, monday }))
    },
    async settle({ reportId, monday }, outcome) {
      const report = reports.get(reportId)
      if (report === undefined || outcome === 'later') return
      reports.set(reportId, outcome === 'sent' ? { ...report, mailedFor: monday } : { ...report, isMailed: false })
    },
  }
  return { service, mails }
}

function shown({ userId, mailedFor, ...report }: Stored): SavedReport {
  return report
}
