import assert from 'node:assert/strict'
import { type SavedReportSettings, SavedReports } from '@heliograph/contracts'
import type { ServiceCase } from '../../../testkit/src/services/service-world.ts'

const code = (expected: string) => (error: unknown) => (error as { code?: unknown }).code === expected

const WEEKLY: SavedReportSettings = {
  name: ' Last  week ',
  period: 'lastWeek',
  step: 'day',
  by: 'state',
  everyClient: false,
  language: 'en',
  isMailed: false,
}

export const savedReportCases: readonly ServiceCase[] = [
  {
    name: 'reports are kept, changed and removed by their owner, and seen by nobody else',
    async run(world, { principal }) {
      const reports = world.service(SavedReports)
      const other = await world.addUser(principal.clientId, { role: 'admin' })
      const added = await reports.add(principal, WEEKLY)
      assert.deepEqual(added, { ...WEEKLY, name: 'Last week', reportId: added.reportId })
      const changed = await reports.change(principal, added.reportId, { ...WEEKLY, name: 'Week', isMailed: true })
      assert.deepEqual(changed, { ...added, name: 'Week', isMailed: true })
      assert.deepEqual([await reports.list(principal), await reports.list(other)], [[changed], []])
      await assert.rejects(reports.change(other, added.reportId, WEEKLY), code('report-not-found'))
      await assert.rejects(reports.remove(other, added.reportId), code('report-not-found'))
      await assert.rejects(reports.add(principal, { ...WEEKLY, name: ' ' }), code('bad-report'))
      await reports.remove(principal, added.reportId)
      assert.deepEqual(await reports.list(principal), [])
    },
  },
]
