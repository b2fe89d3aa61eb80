import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { DayWindow, Weekday } from '@heliograph/contracts'
import { createTimeZone, openingAt } from '../src/index.ts'

const EVERY: readonly Weekday[] = [1, 2, 3, 4, 5, 6, 7]
const NIGHT: DayWindow = { days: EVERY, from: '21:00', to: '08:00' }
const LUNCH: DayWindow = { days: [1, 2, 3, 4, 5], from: '12:00', to: '13:30' }

/** 23 January 2026 is a Friday. In Berlin clocks go forward on 29 March at 2:00, and back on 25 October at 3:00. */
const ROWS: readonly (readonly [
  what: string,
  window: DayWindow,
  zone: string,
  at: string,
  expected: readonly [from: string, to: string] | undefined,
])[] = [
  ['before it', NIGHT, 'UTC', '2026-01-23T20:59:59.999Z', undefined],
  ['its first moment', NIGHT, 'UTC', '2026-01-23T21:00Z', ['2026-01-23T21:00Z', '2026-01-24T08:00Z']],
  ['after midnight', NIGHT, 'UTC', '2026-01-24T00:00Z', ['2026-01-23T21:00Z', '2026-01-24T08:00Z']],
  ['its last moment', NIGHT, 'UTC', '2026-01-24T07:59:59.999Z', ['2026-01-23T21:00Z', '2026-01-24T08:00Z']],
  ['the first moment after it', NIGHT, 'UTC', '2026-01-24T08:00Z', undefined],
  [
    'the clock is that of the zone',
    NIGHT,
    'Africa/Johannesburg',
    '2026-01-23T19:00Z',
    ['2026-01-23T19:00Z', '2026-01-24T06:00Z'],
  ],
  ['half an hour beside', NIGHT, 'Asia/Kolkata', '2026-01-23T15:30Z', ['2026-01-23T15:30Z', '2026-01-24T02:30Z']],
  ['within a day', LUNCH, 'UTC', '2026-01-23T12:00Z', ['2026-01-23T12:00Z', '2026-01-23T13:30Z']],
  ['on another day', LUNCH, 'UTC', '2026-01-24T12:00Z', undefined],
  [
    'it belongs to the day on which it begins',
    { ...NIGHT, days: [5] },
    'UTC',
    '2026-01-24T07:00Z',
    ['2026-01-23T21:00Z', '2026-01-24T08:00Z'],
  ],
  ['so it does not begin on the next', { ...NIGHT, days: [5] }, 'UTC', '2026-01-24T21:00Z', undefined],
  [
    'the day is that of the zone',
    { ...NIGHT, days: [6] },
    'Pacific/Auckland',
    '2026-01-24T08:00Z',
    ['2026-01-24T08:00Z', '2026-01-24T19:00Z'],
  ],
  ['a night of ten hours', NIGHT, 'Europe/Berlin', '2026-03-28T23:00Z', ['2026-03-28T20:00Z', '2026-03-29T06:00Z']],
  ['a night of twelve hours', NIGHT, 'Europe/Berlin', '2026-10-25T01:30Z', ['2026-10-24T19:00Z', '2026-10-25T07:00Z']],
  [
    'an end that clocks skip',
    { days: EVERY, from: '22:00', to: '02:30' },
    'Europe/Berlin',
    '2026-03-29T00:30Z',
    ['2026-03-28T21:00Z', '2026-03-29T01:30Z'],
  ],
  [
    'an end that they show twice',
    { days: EVERY, from: '22:00', to: '02:30' },
    'Europe/Berlin',
    '2026-10-25T00:15Z',
    ['2026-10-24T20:00Z', '2026-10-25T00:30Z'],
  ],
]

describe('the opening of a window that a moment lies in', () => {
  for (const [what, window, zone, at, expected] of ROWS)
    test(what, () => {
      const opening = openingAt(window, createTimeZone(zone), Date.parse(at))
      const [from, to] = expected?.map((moment) => Date.parse(moment)) ?? []
      assert.deepEqual(opening, expected && { from, to })
    })

  test('there is no zone of another name', () => assert.throws(() => createTimeZone('Mars/Olympus'), RangeError))
})
