import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { formatTimestamp, parseTimestamp } from '../src/times/timestamps.ts'

const GOOD: readonly (readonly [text: string, utc: string])[] = [
  ['2026-01-31T08:15:30.250Z', '2026-01-31T08:15:30.250Z'],
  ['2026-01-31T08:15:30.250+0000', '2026-01-31T08:15:30.250Z'],
  ['2026-01-31T08:15:30.250+02:00', '2026-01-31T06:15:30.250Z'],
  ['2026-01-31T08:15:30.250+0200', '2026-01-31T06:15:30.250Z'],
  ['2026-01-31T08:15:30.250-0330', '2026-01-31T11:45:30.250Z'],
  ['2026-01-31T08:15:30Z', '2026-01-31T08:15:30.000Z'],
  ['2026-01-31T08:15Z', '2026-01-31T08:15:00.000Z'],
  ['2026-01-31T08:15', '2026-01-31T08:15:00.000Z'],
  ['2026-01-31T08:15:30.250', '2026-01-31T08:15:30.250Z'],
  ['2026-01-31T08:15:30.2Z', '2026-01-31T08:15:30.200Z'],
  ['2026-01-31T08:15:30.123456789Z', '2026-01-31T08:15:30.123Z'],
  ['2028-02-29T00:00:00Z', '2028-02-29T00:00:00.000Z'],
  ['2026-01-01T00:30:00+01:00', '2025-12-31T23:30:00.000Z'],
  ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
]

for (const [text, utc] of GOOD) {
  test(`reads ${text}`, () => assert.equal(new Date(parseTimestamp(text) as number).toISOString(), utc))
}

const BAD = [
  '2026-02-29T08:15:00Z',
  '2026-13-01T08:15:00Z',
  '2026-00-10T08:15:00Z',
  '2026-01-32T08:15:00Z',
  '2026-01-31T24:00:00Z',
  '2026-01-31T08:60:00Z',
  '2026-01-31T08:15:60Z',
  '2026-01-31T08:15:00+24:00',
  '2026-01-31T08:15:00+01:60',
  '2026-01-31T08:15:00+01',
  '2026-01-31T08:15:00.Z',
  '2026-01-31 08:15:00Z',
  '2026-01-31',
  '20260131T081500Z',
  '2026-1-31T08:15:00Z',
  '+012026-01-31T08:15:00Z',
  ' 2026-01-31T08:15:00Z',
  '2026-01-31T08:15:00Z\n',
  '1769847300',
  'tomorrow',
  '',
]

for (const text of BAD) {
  test(`refuses ${JSON.stringify(text)}`, () => assert.equal(parseTimestamp(text), undefined))
}

test('writes yyyy-MM-ddTHH:mm:ss.SSS+0000', () => {
  assert.equal(formatTimestamp(new Date('2026-01-31T08:15:30.007Z')), '2026-01-31T08:15:30.007+0000')
})

test('reads back every time it writes', () => {
  const moments = fc.date({
    min: new Date('0001-01-01T00:00:00Z'),
    max: new Date('9999-12-31T23:59:59.999Z'),
    noInvalidDate: true,
  })
  fc.assert(
    fc.property(moments, (moment) => parseTimestamp(formatTimestamp(moment)) === moment.getTime()),
    { seed: 2 },
  )
})
