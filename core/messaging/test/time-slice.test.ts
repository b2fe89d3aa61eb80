import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mapInSlices, TimeSlice } from '../src/index.ts'

function work(ms: number): void {
  const end = performance.now() + ms
  while (performance.now() < end);
}

test('a turn is over after 10 ms of work, and giving way begins the next', async () => {
  const slice = new TimeSlice()
  assert.equal(slice.isOver, false)
  work(11)
  assert.equal(slice.isOver, true)
  let others = 0
  setImmediate(() => {
    others += 1
  })
  await slice.rest()
  assert.deepEqual([others, slice.isOver], [1, false])
})

test('mapInSlices keeps the order, and other work gets its turn', async () => {
  let others = 0
  let isOver = false
  const other = () => {
    others += 1
    if (!isOver) setImmediate(other)
  }
  setImmediate(other)
  const results = await mapInSlices([1, 2, 3, 4, 5], (item, index) => {
    work(6)
    return item * 10 + index
  })
  isOver = true
  assert.deepEqual(results, [10, 21, 32, 43, 54])
  assert.ok(others >= 2, `${others} turns`)
})
