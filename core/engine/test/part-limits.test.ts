import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { GatewayError } from '@heliograph/contracts'
import { createManualClock } from '@heliograph/testkit'
import { createPartLimits } from '../src/intake/accept/part-limits.ts'
import { startEngine } from './support/engine-harness.ts'

function throttledFor(seconds: number): (error: GatewayError) => boolean {
  return ({ category, code, retryAfterSeconds }) =>
    category === 'throttled' && code === 'too-many-parts-a-minute' && retryAfterSeconds === seconds
}

describe('a service with limits', () => {
  it('refuses what goes beyond them and stores nothing of it', async () => {
    const h = await startEngine({ settings: { limits: { partsPerRequest: 5, partsPerMinute: 8 } } })
    try {
      const to = ['27821110001', '27821110002', '27821110003']
      await assert.rejects(h.submit({ to, text: 'a'.repeat(161) }), { category: 'invalid', code: 'too-many-parts' })
      await h.submit({ to })
      await h.submit({ to })
      await assert.rejects(h.submit({ to }), { category: 'throttled', code: 'too-many-parts-a-minute' })
      await h.submit({ to: to.slice(0, 2) })
      assert.equal((await h.engine.sql`select from message`).length, 8)
    } finally {
      await h.close()
    }
  })
})

describe('the parts of a request', () => {
  it('have a limit', () => {
    const limits = createPartLimits({ partsPerRequest: 10, partsPerMinute: 100 }, createManualClock())
    limits.admit(1, 10)
    assert.throws(
      () => limits.admit(1, 11),
      ({ category, code, details }: GatewayError) =>
        category === 'invalid' && code === 'too-many-parts' && details?.messages !== undefined,
    )
  })
})

describe('the parts of a minute', () => {
  it('have a limit for each client', () => {
    const limits = createPartLimits({ partsPerRequest: 10, partsPerMinute: 15 }, createManualClock())
    limits.admit(1, 10)
    limits.admit(2, 10)
    limits.admit(1, 5)
    assert.throws(() => limits.admit(1, 1), throttledFor(60))
    limits.admit(2, 5)
  })

  it('are forgotten when the minute is over, and the error says how long to wait', () => {
    const clock = createManualClock()
    const limits = createPartLimits({ partsPerRequest: 10, partsPerMinute: 15 }, clock)
    limits.admit(1, 10)
    clock.advance(20_000)
    limits.admit(1, 5)
    assert.throws(() => limits.admit(1, 5), throttledFor(40))
    clock.advance(39_000)
    assert.throws(() => limits.admit(1, 5), throttledFor(1))
    clock.advance(1_000)
    limits.admit(1, 10)
    clock.advance(200_000)
    limits.admit(1, 10)
    limits.admit(1, 5)
  })

  it('do not count what was refused', () => {
    const limits = createPartLimits({ partsPerRequest: 10, partsPerMinute: 15 }, createManualClock())
    limits.admit(1, 10)
    for (let time = 0; time < 5; time += 1) assert.throws(() => limits.admit(1, 10))
    limits.admit(1, 5)
  })
})
