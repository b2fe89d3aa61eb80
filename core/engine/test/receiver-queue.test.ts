import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { StoredDelivery } from '../src/sessions/delivery-content.ts'
import { Fifo } from '../src/sessions/fifo.ts'
import { ReceiverQueue } from '../src/sessions/receiver-queue.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

function delivery(deliveryId: number): StoredDelivery {
  const [acceptedAt, doneAt] = [new Date(0), new Date(1)]
  const content = {
    kind: 'receipt',
    smsId: deliveryId,
    context: '',
    from: 'ACME',
    to: '27821234567',
    text: 'x',
    parts: 1,
  }
  const end = { state: 'delivered', networkStatus: 'DELIVRD', errorId: null, acceptedAt, doneAt }
  return { deliveryId, userId: 1, tries: 0, content: { ...content, ...end } } as unknown as StoredDelivery
}

test('what has been handed over is let go of, although the queue is never empty', async () => {
  const answers: (() => void)[] = []
  const queue = new ReceiverQueue(() => queue.pump())
  queue.open({
    window: 10,
    deliver: () => new Promise((resolve) => answers.push(() => resolve('taken'))),
  } as unknown as Parameters<typeof queue.open>[0])
  const given: WeakRef<StoredDelivery>[] = []
  const push = () => {
    const next = delivery(given.length + 1)
    given.push(new WeakRef(next))
    queue.push(next)
  }
  for (let index = 0; index < 100; index += 1) push()
  queue.pump()
  for (let round = 0; round < 100; round += 1) {
    for (let index = 0; index < 10; index += 1) push()
    for (const answer of answers.splice(0, 10)) answer()
    await new Promise(setImmediate)
    assert.equal(queue.length, 90)
  }
  collectGarbage()
  const held = given.filter((reference) => reference.deref() !== undefined).length
  assert.ok(held <= 110, `${held} of ${given.length} are held`)
})

test('a queue gives what it got, in order, however pushes and takes alternate', () => {
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
