import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Turns } from '../src/intake/accept/turns.ts'

function turnsOf(...items: readonly (readonly [clientId: number, item: string, weight: number])[]): Turns<string> {
  const turns = new Turns<string>()
  for (const [clientId, item, weight] of items) turns.add(clientId, item, weight, 0)
  return turns
}

describe('clients that wait', () => {
  it('take turns, each in its own order', () => {
    const turns = turnsOf([1, 'a1', 1], [1, 'a2', 1], [1, 'a3', 1], [2, 'b1', 1], [3, 'c1', 1], [2, 'b2', 1])
    assert.deepEqual(turns.take(4), ['a1', 'b1', 'c1', 'a2'])
    assert.deepEqual(turns.take(4), ['b2', 'a3'])
    assert.equal(turns.count, 0)
  })

  it('do not overtake what is too heavy for the rest of a batch', () => {
    const turns = turnsOf([1, 'a1', 3], [2, 'b1', 3], [3, 'c1', 1])
    assert.deepEqual(turns.take(4), ['a1'])
    assert.deepEqual(turns.take(4), ['b1', 'c1'])
  })

  it('send alone what is heavier than a batch', () => {
    const turns = turnsOf([1, 'a1', 9], [2, 'b1', 1])
    assert.deepEqual(turns.take(4), ['a1'])
    assert.deepEqual(turns.take(4), ['b1'])
  })

  it('get back what was taken in vain before all else of theirs', () => {
    const turns = turnsOf([1, 'a1', 1], [1, 'a2', 1])
    assert.deepEqual(turns.take(1), ['a1'])
    turns.putBack(1, 'a1', 1, 0)
    assert.deepEqual(turns.take(9), ['a1', 'a2'])
  })

  it('are taken one by one, without those that are busy', () => {
    const turns = turnsOf([1, 'a1', 1], [2, 'b1', 1], [1, 'a2', 1], [2, 'b2', 2])
    assert.deepEqual(turns.takeClient(9, new Set([1])), ['b1', 'b2'])
    assert.deepEqual(turns.takeClient(9, new Set([1])), [])
    assert.deepEqual(turns.takeClient(1, new Set()), ['a1'])
    assert.deepEqual(turns.take(9), ['a2'])
  })

  it('lose what has waited too long', () => {
    const turns = new Turns<string>()
    turns.add(1, 'old', 2, 10)
    turns.add(1, 'new', 1, 20)
    turns.add(2, 'older', 1, 5)
    assert.deepEqual(turns.takeOlder(20).sort(), ['old', 'older'])
    assert.deepEqual(turns.take(9), ['new'])
  })
})
