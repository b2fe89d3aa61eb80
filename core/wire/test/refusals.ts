import assert from 'node:assert/strict'
import { isGatewayError } from '@heliograph/contracts'

/** Asserts that a reader refuses its input: `invalid` with this code and a text for the client. */
export function assertRefused(read: () => unknown, code: string): void {
  assert.throws(read, (error: unknown) => {
    assert.ok(isGatewayError(error), String(error))
    assert.deepEqual([error.category, error.code], ['invalid', code])
    assert.ok(error.publicMessage.length > 10, error.publicMessage)
    return true
  })
}

/** The problems that a reader notes, by path. */
export function problemsOf(read: () => unknown): Readonly<Record<string, string>> {
  try {
    read()
  } catch (error) {
    assert.ok(isGatewayError(error), String(error))
    assert.deepEqual([error.category, error.code], ['invalid', 'invalid-fields'])
    return { ...error.details }
  }
  return {}
}
