import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import type { SavedReportSettings } from '@heliograph/contracts'
import { createReportMails } from '../src/read/figures/report-mails.ts'
import { createSavedReports } from '../src/read/figures/saved-reports.ts'
import { useDatabase } from './support/database-fixture.ts'
import { systemClock } from './support/engine-harness.ts'

const WEEKLY: SavedReportSettings = {
  name: 'Weekly',
  period: 'lastWeek',
  step: 'day',
  by: 'state',
  everyClient: false,
  language: 'en',
  isMailed: true,
}

describe('reports that are mailed on Mondays', () => {
  const database = useDatabase()
  beforeEach(async () => {
    await database.sql`truncate saved_report`
  })

  /** As if the last mail had been for the week before. */
  const aWeekPasses = () => database.sql`update saved_report set mailed_for = mailed_for - 7, due_at = now()`

  const setup = async () => {
    const { principal } = await database.addAccount()
    return { principal, reports: createSavedReports(database.sql, systemClock), mails: createReportMails(database.sql) }
  }

  test('are for the next Monday at first, go once for each, and to one node', async () => {
    const { principal, reports, mails } = await setup()
    await reports.add(principal, WEEKLY)
    await reports.add(principal, { ...WEEKLY, isMailed: false })
    assert.deepEqual(await mails.take(10), [])
    await aWeekPasses()
    const taken = (await Promise.all([mails.take(10), mails.take(10)])).flat()
    assert.deepEqual(
      taken.map(({ name, userId }) => [name, userId]),
      [['Weekly', principal.userId]],
    )
    for (const report of taken) await mails.settle(report, 'sent')
    await database.sql`update saved_report set due_at = now()`
    assert.deepEqual(await mails.take(10), [])
  })

  test('are given out again when their node ends, later when they cannot be mailed, and never once they are off', async () => {
    const { principal, reports, mails } = await setup()
    await reports.add(principal, WEEKLY)
    await aWeekPasses()
    assert.equal((await mails.take(10)).length, 1)
    await database.sql`update saved_report set due_at = now()`
    const [again] = await mails.take(10)
    assert.ok(again)
    await mails.settle(again, 'later')
    assert.deepEqual(await mails.take(10), [])
    await database.sql`update saved_report set due_at = now()`
    assert.equal((await mails.take(10)).length, 1)
    await mails.settle(again, 'off')
    await database.sql`update saved_report set due_at = now()`
    assert.deepEqual(await mails.take(10), [])
    assert.equal((await reports.list(principal))[0]?.isMailed, false)
  })

  test('are for the next Monday again when their owner switches them on', async () => {
    const { principal, reports, mails } = await setup()
    const { reportId } = await reports.add(principal, { ...WEEKLY, isMailed: false })
    await aWeekPasses()
    await reports.change(principal, reportId, WEEKLY)
    assert.deepEqual(await mails.take(10), [])
  })
})
