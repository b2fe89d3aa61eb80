import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { QuietHours } from '@heliograph/contracts'
import { createQuietCheck, endsQuietHours } from '../src/index.ts'

const HOURS: QuietHours = {
  days: [1, 2, 3, 4, 5, 6, 7],
  from: '21:00',
  to: '08:00',
  zone: 'Africa/Johannesburg',
  includesInterfaces: false,
}

/** In January, at 20:00 in London: 21:00 in Berlin, 22:00 in Johannesburg, 23:00 in Moscow, 15:00 in New York. */
const AT = Date.parse('2026-01-23T20:00Z')

const ROWS: readonly (readonly [number: string, what: string, end: string | undefined])[] = [
  ['27821110001', 'of the country of the client', '2026-01-24T06:00Z'],
  ['491701234567', 'of a country whose zones have one time', '2026-01-24T07:00Z'],
  ['447911123456', 'of a country with one zone, whose calling code others share', undefined],
  ['18085550123', 'of a country with several: the zone of the client', '2026-01-24T06:00Z'],
  ['79161234567', 'of another such one', '2026-01-24T06:00Z'],
  ['8835100012345', 'of no country', '2026-01-24T06:00Z'],
  ['12345', 'a short code', '2026-01-24T06:00Z'],
]

describe('when quiet hours end for a number', () => {
  for (const [number, what, end] of ROWS)
    test(what, () => {
      const check = createQuietCheck(HOURS)
      const expected = end === undefined ? undefined : Date.parse(end)
      assert.equal(check.endFor(number, AT), expected)
      assert.equal(check.endFor(number, AT), expected, 'asked again')
    })

  test('each moment has its own answer', () => {
    const check = createQuietCheck(HOURS)
    const [noon, night] = [Date.parse('2026-01-23T10:00Z'), Date.parse('2026-01-23T22:00Z')]
    const ends = [noon, night, noon].map((moment) => check.endFor('27821110001', moment))
    assert.deepEqual(ends, [undefined, Date.parse('2026-01-24T06:00Z'), undefined])
  })
})

describe('a message that is due when they end', () => {
  const question = { to: '27821110001', origin: 'portal', priority: 30, at: new Date('2026-01-24T06:00Z') } as const

  test('waits for them', () => assert.equal(endsQuietHours(HOURS, question), true))
  test('not a minute later', () =>
    assert.equal(endsQuietHours(HOURS, { ...question, at: new Date('2026-01-24T06:01Z') }), false))
  test('not one that they do not hold', () => assert.equal(endsQuietHours(HOURS, { ...question, origin: 'v2' }), false))
})
