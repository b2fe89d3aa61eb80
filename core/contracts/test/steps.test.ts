import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createStepFeed, type Step } from '../src/index.ts'

const STEP: Step = {
  kind: 'accept',
  requestId: 'r-1',
  startedAt: 1,
  endedAt: 2,
  origin: 'v2',
  clientId: 1,
  messages: 1,
  smsId: 1,
}

test('each watcher is told each step until it stops, which it may do twice', () => {
  const feed = createStepFeed(assert.ifError)
  const reported: string[] = []
  const stopOne = feed.watch(() => reported.push('one'))
  const stopTwo = feed.watch(() => reported.push('two'))
  feed.tell(STEP)
  stopOne()
  stopOne()
  feed.tell(STEP)
  assert.deepEqual([reported, feed.isWatched], [['one', 'two', 'two'], true])
  stopTwo()
  feed.tell(STEP)
  assert.deepEqual([reported.length, feed.isWatched], [3, false])
})

test('a watcher that throws is told of, and the others are told the step', () => {
  const errors: unknown[] = []
  const feed = createStepFeed((error) => errors.push(error))
  const reported: Step[] = []
  feed.watch(() => {
    throw new Error('broken')
  })
  feed.watch((step) => reported.push(step))
  feed.tell(STEP)
  assert.deepEqual(reported, [STEP])
  assert.match(String(errors), /broken/)
})
