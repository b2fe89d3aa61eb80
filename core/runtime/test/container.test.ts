import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defineService } from '@heliograph/contracts'
import { createContainer } from '../src/container.ts'

const Rates = defineService<{ rate(): number }>('rates.table')
const SameRates = defineService<{ rate(): number }>('rates.table')
const Clicks = defineService<object>('clicks.counter')

test('services are found by the id of their token, under the names asked for', () => {
  const service = { rate: () => 1 }
  const container = createContainer([{ token: Rates, service }])
  assert.equal(container.resolve({ prices: SameRates }).prices, service)
  assert.equal(container.has(SameRates), true)
  assert.equal(container.has(Clicks), false)
  assert.throws(() => container.resolve({ clicks: Clicks }), /clicks\.counter/)
})

test('a child sees everything of its parent and keeps its own to itself', () => {
  const container = createContainer([{ token: Rates, service: { rate: () => 1 } }])
  const [one, other] = [container.createChild(), container.createChild()]
  one.provide({ token: Clicks, service: {} })
  assert.deepEqual(
    [one.has(Rates), one.has(Clicks), other.has(Clicks), container.has(Clicks)],
    [true, true, false, false],
  )
})

test('containers of one process know nothing of each other, and refuse a service twice', () => {
  const provided = { token: Rates, service: { rate: () => 1 } }
  const container = createContainer([provided])
  assert.equal(createContainer([]).has(Rates), false)
  assert.throws(() => container.provide(provided), { message: 'The service rates.table is provided twice.' })
})
