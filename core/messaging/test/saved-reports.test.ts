import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ReportPeriod } from '@heliograph/contracts'
import { daysOf, mondayOf } from '../src/saved-reports.ts'

/** A Wednesday. */
const NOW = Date.parse('2026-03-04T12:00:00Z')

describe('the days of', () => {
  for (const [period, from, until] of [
    ['week', '2026-02-26', '2026-03-05'],
    ['lastWeek', '2026-02-23', '2026-03-02'],
    ['days', '2026-02-03', '2026-03-05'],
    ['month', '2026-03-01', '2026-03-05'],
    ['lastMonth', '2026-02-01', '2026-03-01'],
    ['year', '2025-04-01', '2026-03-05'],
  ] as const satisfies readonly (readonly [ReportPeriod, string, string])[])
    test(period, () => assert.deepEqual(daysOf(period, NOW), { from, until }))
})

for (const [day, monday] of [
  ['2026-03-01', '2026-02-23'],
  ['2026-03-02', '2026-03-02'],
  ['2026-03-08', '2026-03-02'],
] as const)
  test(`${day} is in the week of ${monday}`, () => assert.equal(mondayOf(Date.parse(day)), monday))
