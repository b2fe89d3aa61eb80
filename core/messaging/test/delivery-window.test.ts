import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { DeliveryWindow, Weekday } from '@heliograph/contracts'
import {
  checkDeliveryWindow,
  createOpenHours,
  departure,
  formatDeliveryWindow,
  KnownWindows,
  parseDeliveryWindow,
} from '../src/index.ts'

const EVERY: readonly Weekday[] = [1, 2, 3, 4, 5, 6, 7]
const OFFICE: DeliveryWindow = { days: [1, 2, 3, 4, 5], from: '09:00', to: '17:00', zone: 'Africa/Johannesburg' }
const NIGHT: DeliveryWindow = { days: [5], from: '22:00', to: '02:30', zone: 'UTC' }
const BERLIN: DeliveryWindow = { days: EVERY, from: '02:30', to: '04:00', zone: 'Europe/Berlin' }

/** 23 January 2026 is a Friday. In Berlin clocks go forward on 29 March at 2:00, and back on 25 October at 3:00. */
const ROWS: readonly (readonly [what: string, window: DeliveryWindow, at: string, opens: string])[] = [
  ['while it is open: at once', OFFICE, '2026-01-23T10:00Z', '2026-01-23T10:00Z'],
  ['its first moment: at once', OFFICE, '2026-01-23T07:00Z', '2026-01-23T07:00Z'],
  ['before it: on the same day', OFFICE, '2026-01-23T06:59:59.999Z', '2026-01-23T07:00Z'],
  ['the first moment after it: on the next day', OFFICE, '2026-01-22T15:00Z', '2026-01-23T07:00Z'],
  ['over a weekend', OFFICE, '2026-01-23T15:00Z', '2026-01-26T07:00Z'],
  ['over midnight: after it', NIGHT, '2026-01-24T02:29Z', '2026-01-24T02:29Z'],
  ['over midnight: it belongs to the day on which it begins', NIGHT, '2026-01-24T22:00Z', '2026-01-30T22:00Z'],
  ['once a week: a week later', NIGHT, '2026-01-24T02:30Z', '2026-01-30T22:00Z'],
  ['a beginning that clocks skip', BERLIN, '2026-03-29T00:00Z', '2026-03-29T01:30Z'],
  ['a beginning that they show twice', BERLIN, '2026-10-25T00:00Z', '2026-10-25T00:30Z'],
  ['between the two', BERLIN, '2026-10-25T01:15Z', '2026-10-25T01:15Z'],
  ['the day after', BERLIN, '2026-10-25T03:00Z', '2026-10-26T01:30Z'],
]

describe('when a delivery window lets something go', () => {
  for (const [what, window, at, opens] of ROWS)
    test(what, () => assert.equal(createOpenHours(window).opensAt(Date.parse(at)), Date.parse(opens)))

  test('it is asked in any order', () => {
    const hours = createOpenHours(OFFICE)
    for (const [, window, at, opens] of [...ROWS, ...[...ROWS].reverse()])
      if (window === OFFICE) assert.equal(hours.opensAt(Date.parse(at)), Date.parse(opens))
    assert.deepEqual(
      ['2026-01-23T07:00Z', '2026-01-23T07:01Z', '2026-01-24T07:00Z'].map((at) => hours.beginsAt(Date.parse(at))),
      [true, false, false],
    )
  })

  test('it is stored as one text, its days in order', () => {
    const text = formatDeliveryWindow({ ...OFFICE, days: [5, 1, 5] })
    assert.equal(text, '15 09:00-17:00 Africa/Johannesburg')
    assert.deepEqual(parseDeliveryWindow(text), { ...OFFICE, days: [1, 5] })
  })
})

/** Quiet from 20:00 to 08:00 UTC, and in the second row all day. */
const quiet = (moment: number) => {
  const hour = Math.floor(moment / 3_600_000) % 24
  const day = Math.floor(moment / 86_400_000) * 86_400_000
  if (hour < 8) return day + 8 * 3_600_000
  return hour >= 20 ? day + 32 * 3_600_000 : undefined
}

describe('a message that quiet hours and a window may hold', () => {
  const rows: readonly (readonly [string, DeliveryWindow, at: string, goes: string | undefined])[] = [
    ['goes at once outside of the one, and in the other', OFFICE, '2026-01-23T10:00Z', '2026-01-23T10:00Z'],
    ['waits for the end of quiet hours within the window', OFFICE, '2026-01-23T07:30Z', '2026-01-23T08:00Z'],
    ['waits for the window', OFFICE, '2026-01-23T19:00Z', '2026-01-26T08:00Z'],
    ['never goes when they have no time in common', { ...NIGHT, days: EVERY }, '2026-01-23T19:00Z', undefined],
  ]
  for (const [what, window, at, goes] of rows)
    test(what, () => {
      const found = departure(Date.parse(at), quiet, createOpenHours(window))
      assert.equal(found, goes === undefined ? undefined : Date.parse(goes))
    })
})

describe('a window that cannot be used', () => {
  const rows: readonly (readonly [string, Partial<DeliveryWindow>, fields: readonly string[]])[] = [
    ['without days', { days: [] }, ['days']],
    ['without an hour', { from: '24:00' }, ['from']],
    ['of no length', { to: '09:00' }, ['to']],
    ['in a zone that there is not', { zone: 'Mars/Olympus' }, ['zone']],
    ['with all of it wrong', { days: [], from: '', to: '9', zone: '' }, ['days', 'from', 'to', 'zone']],
  ]
  for (const [what, change, fields] of rows)
    test(what, () => {
      const window = { ...OFFICE, ...change }
      const isNamed = (error: unknown) => {
        const { code, details } = error as { code: string; details: object }
        assert.deepEqual([code, Object.keys(details)], ['bad-delivery-window', fields])
        return true
      }
      assert.throws(() => checkDeliveryWindow(window), isNamed)
      assert.throws(() => new KnownWindows().ofWindow(window), isNamed)
    })

  test('a sound one is kept ready', () => {
    const known = new KnownWindows()
    assert.equal(known.ofWindow(OFFICE), known.of(formatDeliveryWindow(OFFICE)))
  })
})
