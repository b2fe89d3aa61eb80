import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertSees } from '../src/conformance/planted-calls.ts'

test('a watch that sees nothing is not trusted', () => {
  assert.throws(() => assertSees(() => []), { message: /cannot see what modules do.*Date\.now\(\).*a timer of Node/s })
})

test('a watch that gives another place for what it sees is not trusted', () => {
  assert.throws(() => assertSees((call) => [`calls Date.now() at ${String(call)}`]), /cannot see/)
})
