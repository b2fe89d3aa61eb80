import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createManualClock } from '@heliograph/testkit'
import { AdaptiveRate } from '../src/adaptive-rate.ts'
import { linkConfig } from './fixtures.ts'
import { createCarrier } from './harness.ts'

test('throttling halves the rate once, whatever was under way, and it creeps up to what is configured', () => {
  const clock = createManualClock()
  const rate = new AdaptiveRate(100, clock)
  assert.equal(rate.partsPerSecond, 100)
  assert.equal(rate.throttled(), true)
  for (let part = 0; part < 10; part += 1) assert.equal(rate.throttled(), false)
  assert.equal(rate.partsPerSecond, 50)
  clock.advance(1000)
  assert.equal(rate.throttled(), true)
  assert.ok(rate.partsPerSecond > 25 && rate.partsPerSecond < 27)
  let before = rate.partsPerSecond
  let seconds = 0
  for (; rate.partsPerSecond < 100; seconds += 1) {
    clock.advance(1000)
    assert.ok(rate.partsPerSecond > before)
    before = rate.partsPerSecond
  }
  assert.ok(seconds > 15 && seconds < 40, `${seconds} s`)
  clock.advance(3_600_000)
  assert.equal(rate.partsPerSecond, 100)
})

test('without a limit the pace of the last second is halved, and there is none again at last', () => {
  const clock = createManualClock()
  const rate = new AdaptiveRate(0, clock)
  assert.equal(rate.partsPerSecond, 0)
  for (let part = 0; part < 1000; part += 1) {
    rate.count()
    if (part % 5 === 4) clock.advance(10)
  }
  rate.throttled()
  assert.ok(rate.partsPerSecond > 200 && rate.partsPerSecond < 300, String(rate.partsPerSecond))
  clock.advance(60_000)
  assert.ok(rate.partsPerSecond > 2000)
  clock.advance(60_000)
  assert.equal(rate.partsPerSecond, 0)
})

test('it never stands still', () => {
  const clock = createManualClock()
  const rate = new AdaptiveRate(1.5, clock)
  for (let times = 0; times < 20; times += 1) {
    rate.throttled()
    clock.advance(1000)
    assert.ok(rate.partsPerSecond >= 1)
  }
  const unmeasured = new AdaptiveRate(0, clock)
  unmeasured.throttled()
  assert.equal(unmeasured.partsPerSecond, 1)
})

test('the configured rate may change: at once, and after throttling up to the new one', () => {
  const clock = createManualClock()
  const rate = new AdaptiveRate(100, clock)
  rate.useLimit(40)
  assert.deepEqual([rate.limit, rate.partsPerSecond], [40, 40])
  rate.throttled()
  assert.equal(rate.partsPerSecond, 20)
  rate.useLimit(200)
  assert.equal(rate.partsPerSecond, 20)
  clock.advance(3_600_000)
  assert.equal(rate.partsPerSecond, 200)
  rate.useLimit(0)
  assert.equal(rate.partsPerSecond, 0)
})

test('a running link takes over its rate and tells the engine', () => {
  const { plugin, link, changes } = createCarrier({ main: { rate: 10 } })
  plugin.reconfigure?.({ links: { main: linkConfig({ rate: 25 }) } })
  assert.deepEqual([link.partsPerSecond, changes()], [25, 1])
})
