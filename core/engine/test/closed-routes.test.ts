import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ClosedRoutes } from '../src/outbound/dispatch/closed-routes.ts'

describe('messages of a route that stays closed are given back', () => {
  const rows: readonly (readonly [string, readonly number[], number])[] = [
    ['after five seconds', [1_000, 2_000, 3_000, 4_000, 5_000, 6_000], 5],
    ['however rarely one looks', [1_000, 21_000], 1],
  ]
  for (const [name, times, index] of rows)
    it(name, () => {
      const closed = new ClosedRoutes()
      const found = times.map((now) => closed.closedAtLength(['r'], () => false, now).length > 0)
      assert.deepEqual(
        found,
        times.map((_, at) => at >= index),
      )
    })
})
