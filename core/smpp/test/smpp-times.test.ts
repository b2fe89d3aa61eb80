import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { formatRelativeSmppTime, formatSmppTime, parseSmppTime } from '../src/index.ts'
import './fixed-seed.ts'

const now = new Date('2026-01-31T12:00:00.500Z')

const TIMES: readonly (readonly [string, string | undefined])[] = [
  ['261120163000000+', '2026-11-20T16:30:00.000Z'],
  ['261120163000700+', '2026-11-20T16:30:00.700Z'],
  ['261120163000004+', '2026-11-20T15:30:00.000Z'],
  ['261120163000020-', '2026-11-20T21:30:00.000Z'],
  ['270101000000048+', '2026-12-31T12:00:00.000Z'],
  ['280229000000000+', '2028-02-29T00:00:00.000Z'],
  ['000002000000000R', '2026-02-02T12:00:00.500Z'],
  ['000000010203000R', '2026-01-31T13:02:03.500Z'],
  ['000100000000000R', '2026-02-28T12:00:00.500Z'],
  ['010000000000000R', '2027-01-31T12:00:00.500Z'],
  ['001400000000000R', '2027-03-31T12:00:00.500Z'],
  ['', undefined],
  ['261120163000', undefined],
  ['261120163000000', undefined],
  ['261120163000000Z', undefined],
  ['261320163000000+', undefined],
  ['260230163000000+', undefined],
  ['260001163000000+', undefined],
  ['260100163000000+', undefined],
  ['261120243000000+', undefined],
  ['261120166000000+', undefined],
  ['261120163060000+', undefined],
  ['261120163000049+', undefined],
  ['2611201630 0000+', undefined],
  ['261120163000000+0', undefined],
]

describe('SMPP times', () => {
  for (const [text, expected] of TIMES) {
    it(`reads '${text}'`, () => assert.equal(parseSmppTime(text, now)?.toISOString(), expected))
  }

  it('come back to a tenth of a second in every zone', () => {
    const dates = fc.date({
      min: new Date('2001-01-01T00:00:00Z'),
      max: new Date('2099-12-30T00:00:00Z'),
      noInvalidDate: true,
    })
    fc.assert(
      fc.property(dates, fc.integer({ min: -48, max: 48 }), (date, quarterHours) => {
        const text = formatSmppTime(date, quarterHours)
        assert.equal(text.length, 16)
        assert.equal(parseSmppTime(text, now)?.getTime(), Math.floor(date.getTime() / 100) * 100)
      }),
    )
  })

  it('come back when they are relative', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 31 * 86_400 }), (seconds) => {
        const text = formatRelativeSmppTime(seconds)
        assert.equal(parseSmppTime(text, now)?.getTime(), now.getTime() + seconds * 1000)
      }),
    )
    assert.equal(formatRelativeSmppTime(1e9), formatRelativeSmppTime(31 * 86_400))
    assert.equal(formatRelativeSmppTime(-1), '000000000000000R')
  })
})
