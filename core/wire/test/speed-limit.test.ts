import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FieldReader, type JsonObject, Problems, readSpeedLimit } from '../src/index.ts'
import { problemsOf } from './refusals.ts'

const ROWS: readonly (readonly [what: string, value: unknown, limit: unknown, problems: object])[] = [
  ['none', undefined, undefined, {}],
  ['null', null, undefined, {}],
  ['a minute by default', { amount: 30 }, { parts: 30, seconds: 60 }, {}],
  ['a minute', { amount: 1, timeUnit: 'MINUTE' }, { parts: 1, seconds: 60 }, {}],
  ['an hour', { amount: 1_000, timeUnit: 'HOUR' }, { parts: 1_000, seconds: 3_600 }, {}],
  ['a day', { amount: 1_000_000_000, timeUnit: 'DAY' }, { parts: 1_000_000_000, seconds: 86_400 }, {}],
  ['no object', 60, undefined, { sendingSpeedLimit: /object/ }],
  ['no amount', { timeUnit: 'DAY' }, undefined, { 'sendingSpeedLimit.amount': /is required/ }],
  ['nothing at all', { amount: 0 }, undefined, { 'sendingSpeedLimit.amount': /whole number/ }],
  ['half a part', { amount: 0.5 }, undefined, { 'sendingSpeedLimit.amount': /whole number/ }],
  ['another unit', { amount: 1, timeUnit: 'SECOND' }, undefined, { 'sendingSpeedLimit.timeUnit': /MINUTE, HOUR, DAY/ }],
]

for (const [what, value, limit, problems] of ROWS)
  test(`a speed limit: ${what}`, () => {
    const noted = new Problems()
    const read = readSpeedLimit(new FieldReader({ sendingSpeedLimit: value } as JsonObject, '', noted))
    const found = problemsOf(() => noted.assertNone())
    assert.deepEqual(Object.keys(found), Object.keys(problems))
    for (const [name, problem] of Object.entries(problems)) assert.match(found[name] as string, problem)
    if (Object.keys(problems).length === 0) assert.deepEqual(read, limit)
  })
