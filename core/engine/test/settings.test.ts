import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testSettings } from './support/engine-harness.ts'

// The documented defaults apply as long as an operator changes nothing.

const { defaults, webhooks } = testSettings()

// spec: Limits | default | v2: 300 requests a minute
test('300 requests a minute for each key', () => assert.equal(defaults.rateLimit, 300))

// spec: Delivery of webhooks and retry | limit | 3 attempts
// spec: Delivery of webhooks and retry | rule | back-off grows
// spec: Limits | limit | webhooks: 3 attempts on 5xx
test('three attempts at a webhook, each after a longer wait than the one before', () => {
  const { retryDelaysSeconds: waits } = webhooks
  assert.equal(1 + waits.length, 3)
  assert.deepEqual(
    waits,
    [...waits].sort((a, b) => a - b),
  )
  assert.equal(new Set(waits).size, waits.length)
})
