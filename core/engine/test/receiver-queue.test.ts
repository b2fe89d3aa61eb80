import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { Fifo } from '../src/notify/sessions/fifo.ts'
import type { StoredPush } from '../src/notify/sessions/push-content.ts'
import { ReceiverQueue } from '../src/notify/sessions/receiver-queue.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

function push(pushId: number): StoredPush {
  const [acceptedAt, doneAt] = [new Date(0), new Date(1)]
  const content = {
    kind: 'receipt',
    smsId: pushId,
    context: '',
    from: 'ACME',
    to: '27821234567',
    text: 'x',
    parts: 1,
  }
  const end = { state: 'delivered', networkStatus: 'DELIVRD', errorId: null, acceptedAt, doneAt }
  return { pushId, userId: 1, tries: 0, content: { ...content, ...end } } as unknown as StoredPush
}

test('what has been handed over is let go of, although the queue is never empty', async () => {
  const answers: (() => void)[] = []
  const queue = new ReceiverQueue(() => queue.pump())
  queue.open({
    window: 10,
    receive: () => new Promise((resolve) => answers.push(() => resolve('taken'))),
  } as unknown as Parameters<typeof queue.open>[0])
  const given: WeakRef<StoredPush>[] = []
  const add = () => {
    const next = push(given.length + 1)
    given.push(new WeakRef(next))
    queue.add(next)
  }
  for (let index = 0; index < 100; index += 1) add()
  queue.pump()
  for (let round = 0; round < 100; round += 1) {
    for (let index = 0; index < 10; index += 1) add()
    for (const answer of answers.splice(0, 10)) answer()
    await new Promise(setImmediate)
    assert.equal(queue.length, 90)
  }
  collectGarbage()
  const held = given.filter((reference) => reference.deref() !== undefined).length
  assert.ok(held <= 110, `${held} of ${given.length} are held`)
})

test('a queue gives what it got, in order, however it is filled and emptied', () => {
  const fifo = new Fifo<number>()
  let pushed = 0
  let taken = 0
  for (let round = 0; round < 5_000; round += 1) {
    for (let index = 0; index <= round % 3; index += 1) fifo.push(pushed++)
    for (let index = 0; index <= round % 2; index += 1) if (fifo.length > 0) assert.equal(fifo.shift(), taken++)
    assert.equal(fifo.length, pushed - taken)
  }
  assert.deepEqual(
    fifo.drain(),
    Array.from({ length: pushed - taken }, (_, index) => taken + index),
  )
  assert.deepEqual([fifo.length, fifo.shift(), fifo.drain()], [0, undefined, []])
})
