import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { FairQueue } from '../src/database/queues/fair-queue.ts'

interface Item {
  readonly name: string
  readonly weight: number
}

type Row = readonly [key: number, name: string, weight?: number]

function queueOf(...rows: readonly Row[]) {
  const queue = new FairQueue<number, Item>(({ weight }) => weight)
  for (const [key, name, weight = 1] of rows) queue.add(key, { name, weight })
  return queue
}

const namesOf = (items: readonly (Item | undefined)[]) => items.map((item) => item?.name)

describe('a fair queue', () => {
  it('serves keys one after the other, each in its own order', () => {
    const queue = queueOf([1, 'a1'], [1, 'a2'], [1, 'a3'], [2, 'b1'], [3, 'c1'], [2, 'b2'])
    assert.deepEqual(namesOf(queue.take(4)), ['a1', 'b1', 'c1', 'a2'])
    assert.deepEqual(namesOf(queue.take(4)), ['b2', 'a3'])
    assert.equal(queue.size, 0)
  })

  it('lets nothing overtake what is too heavy for the rest of a batch', () => {
    const queue = queueOf([1, 'a1', 3], [2, 'b1', 3], [3, 'c1'])
    assert.deepEqual(namesOf(queue.take(4)), ['a1'])
    assert.deepEqual(namesOf(queue.take(4)), ['b1', 'c1'])
  })

  it('lets go alone what is heavier than a batch', () => {
    const queue = queueOf([1, 'a1', 9], [2, 'b1'])
    assert.deepEqual(namesOf(queue.take(4)), ['a1'])
    assert.deepEqual(namesOf(queue.take(4)), ['b1'])
  })

  it('takes back what was taken in vain before all else of its key', () => {
    const queue = queueOf([1, 'a1'], [1, 'a2'])
    const [first] = queue.take(1)
    queue.putBack(1, first as Item)
    assert.deepEqual(namesOf(queue.take(9)), ['a1', 'a2'])
    queue.putBack(1, first as Item)
    assert.deepEqual([queue.size, queue.sizeOf(1), queue.sizeOf(2)], [1, 1, 0])
  })

  it('gives all of one key, without those that are busy', () => {
    const queue = queueOf([1, 'a1'], [2, 'b1'], [1, 'a2'], [2, 'b2', 2])
    assert.deepEqual(namesOf(queue.takeLine(9, new Set([1]))), ['b1', 'b2'])
    assert.deepEqual(namesOf(queue.takeLine(9, new Set([1]))), [])
    assert.deepEqual(namesOf(queue.takeLine(1, new Set())), ['a1'])
    assert.deepEqual(namesOf(queue.take(9)), ['a2'])
  })

  it('gives the first ones of each key for which something holds', () => {
    const queue = queueOf([1, 'old', 2], [1, 'new'], [2, 'older', 2], [2, 'oldest', 2])
    assert.deepEqual(namesOf(queue.takeWhile(({ weight }) => weight === 2)).sort(), ['old', 'older', 'oldest'])
    assert.deepEqual([queue.size, namesOf(queue.take(9))], [1, ['new']])
  })

  it('gives one at a time, of the next key that need not wait', () => {
    const queue = queueOf([1, 'a1'], [2, 'b1'], [1, 'a2'], [2, 'b2'])
    const given = [queue.takeNext((key) => key === 1), queue.takeNext(), queue.takeNext(), queue.takeNext(() => true)]
    assert.deepEqual(namesOf(given), ['b1', 'a1', 'b2', undefined])
    queue.add(3, { name: 'c1', weight: 1 })
    queue.putLast(1)
    queue.putLast(9)
    assert.deepEqual(namesOf(queue.take(9)), ['c1', 'a2'])
    assert.equal(queue.takeNext(), undefined)
  })

  it('gives up the last of the longest key, if that has more than so many', () => {
    const queue = queueOf([1, 'a1'], [2, 'b1'], [2, 'b2'], [3, 'c1'])
    assert.equal(queue.takeFromLongest(2), undefined)
    assert.equal(queue.takeFromLongest(1)?.name, 'b2')
    assert.equal(queue.takeFromLongest(1), undefined)
    assert.equal(queue.takeFromLongest(0)?.name, 'a1')
    assert.deepEqual([queue.size, namesOf(queue.take(9))], [2, ['b1', 'c1']])
  })

  it('forgets what does not wait any more', () => {
    const queue = new FairQueue<number, string>()
    for (const item of ['a1', 'a2', 'a3']) queue.add(1, item)
    queue.remove(1, 'a2')
    queue.remove(1, 'a2')
    queue.remove(2, 'a1')
    assert.deepEqual([queue.size, queue.take(9)], [2, ['a1', 'a3']])
    queue.add(1, 'a4')
    queue.remove(1, 'a4')
    assert.deepEqual([queue.size, queue.takeNext()], [0, undefined])
  })
})
