import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { HeldMessages, MESSAGES_IN_MEMORY } from '../src/outbound/dispatch/held-messages.ts'

function createHeld(reachOf?: () => number) {
  const calls = { onRoom: 0 }
  const held = new HeldMessages(() => {
    calls.onRoom += 1
  }, reachOf)
  const place = { route: 'r', priority: 10, dueAt: new Date(0), speedId: null }
  const batch = (line: number | null) => ({ ...place, batchId: 1, line })
  const times = (count: number, run: () => void) => {
    for (let index = 0; index < count; index += 1) run()
  }
  return {
    held,
    calls,
    add: (line: number | null, count: number) => times(count, () => held.add(batch(line))),
    remove: (line: number | null, count: number) => times(count, () => held.remove(batch(line))),
  }
}

describe('the room for messages in memory', () => {
  it('without lines: 2,000, and more from 1,000 on', () => {
    const { held, calls, add, remove } = createHeld()
    add(null, 1_001)
    assert.deepEqual([held.room('r', 10, false), held.hasRoom('r', 10)], [0, true])
    remove(null, 1)
    assert.deepEqual([held.room('r', 10, false), calls.onRoom], [1_000, 1])
    add(null, 1_000)
    assert.equal(held.hasRoom('r', 10), false)
    assert.deepEqual(held.fullLines('r', 10), [])
  })

  it('of each line a batch takes up none, and half of one is enough', () => {
    const { held, calls, add, remove } = createHeld()
    add(1, 2_250)
    assert.deepEqual([held.hasRoom('r', 10), held.room('r', 10, false)], [false, 0])
    add(2, 250)
    add(3, 125)
    assert.equal(held.hasRoom('r', 10), false)
    assert.deepEqual(held.fullLines('r', 10), [1, 2])
    remove(2, 124)
    assert.equal(calls.onRoom, 0)
    remove(2, 1)
    assert.equal(calls.onRoom, 1)
    assert.deepEqual(held.fullLines('r', 10), [1])
    remove(2, 125)
    remove(3, 125)
    remove(1, 1_000)
    assert.deepEqual([held.room('r', 10, false), calls.onRoom], [1_000, 2])
    remove(1, 1_250)
    assert.equal(held.room('r', 10, false), MESSAGES_IN_MEMORY)
  })

  it('where other nodes could send the rest: what is of use here, in whole messages', () => {
    let reach = 12.5
    const { held, calls, add, remove } = createHeld(() => reach)
    assert.equal(held.room('r', 10, false), 12)
    add(null, 7)
    assert.deepEqual([held.room('r', 10, false), held.room('r', 10, true), held.hasRoom('r', 10)], [0, 5, true])
    add(null, 5)
    assert.equal(held.hasRoom('r', 10), false)
    // It creeps up while messages leave; the half that was told last is what counts.
    for (let left = 12; left > 6; left -= 1) {
      reach += 0.3
      remove(null, 1)
    }
    assert.equal(calls.onRoom, 1)
    reach = 5_000
    assert.equal(held.room('r', 10, false), MESSAGES_IN_MEMORY - 6)
  })

  it('of many lines together, no more than so much', () => {
    const { held, add } = createHeld()
    for (let line = 1; line <= 200; line += 1) add(line, 150)
    assert.equal(held.hasRoom('r', 10), false)
  })
})
