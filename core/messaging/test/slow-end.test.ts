import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { DeliveryWindow, SpeedLimit } from '@heliograph/contracts'
import { slowEnd } from '../src/index.ts'

const A_MINUTE: SpeedLimit = { parts: 1, seconds: 60 }
/** Two hours on two days. */
const HOURS: DeliveryWindow = { days: [1, 2], from: '09:00', to: '11:00', zone: 'Africa/Johannesburg' }
const NIGHTS: DeliveryWindow = { days: [5], from: '23:00', to: '01:00', zone: 'UTC' }

/** 2026-06-01 was a Monday; Johannesburg is two hours ahead. */
const ROWS: readonly (readonly [parts: number, SpeedLimit, DeliveryWindow | null, from: string, end: string])[] = [
  [0, A_MINUTE, null, '2026-06-01T00:00Z', '2026-06-01T00:00Z'],
  [90, A_MINUTE, null, '2026-06-01T00:00Z', '2026-06-01T01:30Z'],
  [100, { parts: 100, seconds: 86_400 }, null, '2026-06-01T00:00Z', '2026-06-02T00:00Z'],
  [1_000_000, { parts: 1, seconds: 86_400 }, null, '9000-01-01T00:00Z', '9999-12-31T23:59:59Z'],
  [0, A_MINUTE, HOURS, '2026-06-01T00:00Z', '2026-06-01T00:00Z'],
  [60, A_MINUTE, HOURS, '2026-06-01T00:00Z', '2026-06-01T08:00Z'],
  [60, A_MINUTE, HOURS, '2026-06-01T08:30Z', '2026-06-02T07:30Z'],
  [120, A_MINUTE, HOURS, '2026-06-01T12:00Z', '2026-06-02T09:00Z'],
  [130, A_MINUTE, HOURS, '2026-06-02T07:00Z', '2026-06-08T07:10Z'],
  [2_400, A_MINUTE, HOURS, '2026-06-01T07:00Z', '2026-08-10T07:00Z'],
  [1_000_000, { parts: 1, seconds: 86_400 }, HOURS, '2026-06-01T00:00Z', '9999-12-31T23:59:59Z'],
  [90, A_MINUTE, NIGHTS, '2026-06-05T12:00Z', '2026-06-06T00:30Z'],
]

describe('a bulk with a speed limit will be done', () => {
  for (const [parts, limit, window, from, end] of ROWS)
    it(`${parts} parts from ${from}, ${limit.parts} in ${limit.seconds} s${window ? ` at ${window.from}` : ''}: ${end}`, () =>
      assert.equal(
        new Date(slowEnd({ parts, limit, window }, Date.parse(from))).toISOString(),
        new Date(end).toISOString(),
      ))
})
