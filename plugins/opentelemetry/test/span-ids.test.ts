import assert from 'node:assert/strict'
import { test } from 'node:test'
import { spanIdOf, traceIdOf } from '../src/span-ids.ts'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'

// The hashes were computed with sha256sum.
const TRACES: readonly (readonly [requestId: string, traceId: string])[] = [
  [TRACE, TRACE],
  ['4bf92f35-77b3-4da6-a3ce-929d0e0e4736', TRACE],
  ['4BF92F35-77B3-4DA6-A3CE-929D0E0E4736', TRACE],
  ['k3v9q0tx7mzd', 'c400965b178b8f093054e214eb5265a8'],
  ['0'.repeat(32), '84e0c0eafaa95a34c293f278ac52e45c'],
  [TRACE.toUpperCase(), '95ba3c1395fdf906c6df0522fc20f447'],
]

for (const [requestId, traceId] of TRACES) {
  test(`the trace of request ${requestId}`, () => {
    assert.equal(traceIdOf(requestId), traceId)
  })
}

test('a span is named by its trace and what it is of', () => {
  assert.match(spanIdOf(TRACE, 'accept'), /^[0-9a-f]{16}$/)
  const ids = [
    spanIdOf(TRACE, 'accept'),
    spanIdOf(TRACE, 'request'),
    spanIdOf('c400965b178b8f093054e214eb5265a8', 'accept'),
  ]
  assert.equal(new Set(ids).size, 3)
  assert.equal(spanIdOf(TRACE, 'accept'), ids[0])
})
