import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createManualClock } from '@heliograph/testkit'
import { createInstance } from './harness.ts'

const part = (smsId: number, to: string, submittedAt: Date) => ({ smsId, networkId: `lost-${smsId}`, to, submittedAt })

test('receipts that a killed process took with it are sent by the next one, by the fate of the recipient', async () => {
  const clock = createManualClock()
  const instance = createInstance({}, clock)
  const longAgo = new Date(clock.now() - 60_000)
  instance.gateway.parts.push(
    part(1, '27831234567', longAgo),
    part(2, '27831234901', longAgo),
    part(3, '27831234906', longAgo),
    part(4, '27831234567', new Date(clock.now() - 1_000)),
  )
  await instance.plugin.start?.(new AbortController().signal)
  await instance.pass(100)
  assert.deepEqual(
    instance.gateway.receipts.map(({ networkId, status }) => [networkId, status]),
    [
      ['lost-1', 'delivered'],
      ['lost-2', 'undeliverable'],
    ],
  )
  await instance.stop()
})

test('receipts lost with another node are sent within some seconds', async () => {
  const clock = createManualClock()
  const instance = createInstance({}, clock)
  await instance.plugin.start?.(new AbortController().signal)
  await instance.pass(100)
  instance.gateway.parts.push(part(7, '27831234567', new Date(clock.now())))
  await instance.pass(20_000)
  assert.equal(instance.gateway.receipts[0]?.networkId, 'lost-7')
  await instance.stop()
})

test('a network that never reports asks for nothing', async () => {
  const clock = createManualClock()
  const instance = createInstance({ receipts: false }, clock)
  instance.gateway.parts.push(part(1, '27831234567', new Date(clock.now() - 60_000)))
  await instance.plugin.start?.(new AbortController().signal)
  await instance.pass(20_000)
  assert.deepEqual(instance.gateway.receipts, [])
  await instance.stop()
})
