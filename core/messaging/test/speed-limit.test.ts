import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { SpeedLimit } from '@heliograph/contracts'
import { checkSpeedLimit } from '../src/index.ts'

const ROWS: readonly (readonly [SpeedLimit, problems: readonly string[]])[] = [
  [{ parts: 1, seconds: 1 }, []],
  [{ parts: 1_000_000_000, seconds: 86_400 }, []],
  [{ parts: 0, seconds: 60 }, ['parts']],
  [{ parts: 1.5, seconds: 60 }, ['parts']],
  [{ parts: 1_000_000_001, seconds: 60 }, ['parts']],
  [{ parts: 5, seconds: 0 }, ['seconds']],
  [{ parts: Number.NaN, seconds: 86_401 }, ['parts', 'seconds']],
]

describe('a speed limit', () => {
  for (const [limit, problems] of ROWS)
    it(`of ${limit.parts} in ${limit.seconds} s: ${problems.join(', ') || 'good'}`, () => {
      if (problems.length === 0) checkSpeedLimit(limit)
      else
        assert.throws(
          () => checkSpeedLimit(limit),
          ({ code, details }: { code: string; details: object }) => {
            assert.deepEqual([code, Object.keys(details)], ['bad-speed-limit', problems])
            return true
          },
        )
    })
})
