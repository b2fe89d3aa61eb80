import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseMoment } from '../src/parse-option.ts'

const READ: readonly (readonly [string, string])[] = [
  ['2026-01-31', '2026-01-31T00:00:00.000Z'],
  ['2028-02-29', '2028-02-29T00:00:00.000Z'],
  ['2026-01-31T08:15', '2026-01-31T08:15:00.000Z'],
  ['2026-01-31T08:15:30.5Z', '2026-01-31T08:15:30.500Z'],
  ['2026-01-31T08:15+02:00', '2026-01-31T06:15:00.000Z'],
  ['2026-01-31T00:15:00+02:00', '2026-01-30T22:15:00.000Z'],
]
for (const [text, moment] of READ)
  test(`${text} is a moment`, () => assert.equal(parseMoment(text).toISOString(), moment))

const WRONG = ['', 'yesterday', '31.01.2026', '2026-1-31', '2026-02-29', '2026-02-30', '2026-13-01', '2026-01-31T25:00']
for (const text of [...WRONG, '2026-01-31 08:15', '2026-01-31T08:15+99:00', '2026-01-31Z', '20260131'])
  test(`"${text}" is not a moment`, () => assert.throws(() => parseMoment(text), /day or a time/))
