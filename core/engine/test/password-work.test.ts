import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { GatewayError } from '@heliograph/contracts'
import { createManualClock } from '@heliograph/testkit'
import { createPasswordWork } from '../src/accounts/password-work.ts'

test('setting and checking passwords share one queue: two at once, 20 for each user, more are refused', async () => {
  let [running, most] = [0, 0]
  const order: string[] = []
  const hold = async (name: string) => {
    order.push(name)
    running += 1
    most = Math.max(most, running)
    await new Promise((resolve) => setImmediate(resolve))
    running -= 1
  }
  const work = createPasswordWork(
    createManualClock(),
    async (password) => {
      await hold(password)
      return true
    },
    async (password) => {
      await hold(password)
      return 'hash'
    },
  )
  const sets = Array.from({ length: 400 }, (_, index) => work.hash(`set ${index}`, 7))
  const check = work.check('check', 'stored', { lane: 'stranger', line: '192.0.2.1' })
  const results = await Promise.allSettled(sets)
  assert.equal(await check, true)
  const refused = results.flatMap((each) => (each.status === 'rejected' ? [each.reason as GatewayError] : []))
  assert.equal(refused.length, 400 - 22)
  assert.ok(refused.every(({ category, code }) => category === 'unavailable' && code === 'overloaded'))
  assert.equal(most, 2)
  assert.ok(order.indexOf('check') <= 3, 'a crowd that sets passwords delays a check by one turn')
})
