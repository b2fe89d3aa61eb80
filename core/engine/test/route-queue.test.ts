import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { QueuedMessage } from '../src/outbound/dispatch/links/queued-message.ts'
import { RouteQueue, type Taker } from '../src/outbound/dispatch/links/route-queue.ts'
import { queued } from './support/queued.ts'

function queueOf(...items: readonly QueuedMessage[]): RouteQueue {
  const queue = new RouteQueue()
  for (const item of items) queue.push(item)
  return queue
}

/** A link that takes what it has not refused. */
const by = (link: string): Taker => ({ takesUnrestricted: () => true, takes: (item) => !item.refusedBy?.has(link) })

/** Takes everything that link `link` may have, in the order it gets it. */
function takeAll(queue: RouteQueue, link = 'net/main'): readonly number[] {
  const taken: number[] = []
  for (let item = queue.next(by(link)); item !== undefined; item = queue.next(by(link))) {
    queue.take(item)
    taken.push(item.message.smsId)
  }
  return taken
}

describe('what waits for the links of a route', () => {
  it('goes by priority, then by order', () => {
    const queue = queueOf(
      queued(1, { priority: 'BULK' }),
      queued(2, { priority: 'LOW' }),
      queued(3, { priority: 'CRITICAL' }),
      queued(4, { priority: 'NORMAL' }),
      queued(5, { priority: 'HIGH' }),
      queued(6, { priority: 'CRITICAL' }),
      queued(7, { priority: 'HIGH' }),
    )
    assert.deepEqual(takeAll(queue), [3, 6, 5, 7, 4, 2, 1])
  })

  it('takes its place by when it was due and then by its id, in whatever order jobs are loaded', () => {
    const queue = queueOf(
      queued(30, { runAt: 200 }),
      queued(31, { runAt: 200 }),
      queued(20, { runAt: 100 }),
      queued(21, { runAt: 100 }),
      queued(10, { runAt: 300 }),
      queued(25, { runAt: 200 }),
    )
    assert.deepEqual(takeAll(queue), [20, 21, 25, 30, 31, 10])
  })

  it('a message put back is first again', () => {
    const queue = queueOf(queued(1), queued(2), queued(3))
    const first = queue.next(by('net/main')) as QueuedMessage
    queue.take(first)
    const second = queue.next(by('net/main')) as QueuedMessage
    queue.take(second)
    queue.push(second)
    queue.push(first)
    assert.deepEqual(takeAll(queue), [1, 2, 3])
  })

  it('stays in order over thousands of takes, put back ones among them', () => {
    const queue = queueOf(...Array.from({ length: 5_000 }, (_, index) => queued(index + 1)))
    const taken: number[] = []
    const tried = new Set<number>()
    for (let item = queue.next(by('l')); item !== undefined; item = queue.next(by('l'))) {
      queue.take(item)
      const { smsId } = item.message
      if (smsId % 7 === 0 && !tried.has(smsId)) {
        tried.add(smsId)
        queue.push(item)
      } else taken.push(smsId)
    }
    assert.deepEqual(
      taken,
      Array.from({ length: 5_000 }, (_, index) => index + 1),
    )
  })

  it('a link passes over what it refused, and others of the same priority still go first', () => {
    const queue = queueOf(
      queued(1, { refusedBy: ['net/a'] }),
      queued(2),
      queued(3, { refusedBy: ['net/a', 'net/b'] }),
      queued(4, { refusedBy: ['net/b'] }),
      queued(5, { priority: 'LOW' }),
    )
    assert.deepEqual(takeAll(queue, 'net/a'), [2, 4, 5])
    assert.deepEqual(takeAll(queue, 'net/b'), [1])
    assert.deepEqual(takeAll(queue, 'net/c'), [3])
  })

  it('what another link refused keeps its place', () => {
    const queue = queueOf(queued(1), queued(2), queued(3))
    const first = queue.next(by('net/a')) as QueuedMessage
    queue.take(first)
    first.refusedBy = new Set(['net/a'])
    queue.push(first)
    assert.deepEqual(takeAll(queue, 'net/b'), [1, 2, 3])
  })

  const TURNS: readonly (readonly [string, readonly QueuedMessage[], readonly number[]])[] = [
    [
      'two lines take turns, each in its order',
      [
        queued(3, { line: 1 }),
        queued(1, { line: 1 }),
        queued(2, { line: 1 }),
        queued(9, { line: 2 }),
        queued(8, { line: 2 }),
      ],
      [1, 8, 2, 9, 3],
    ],
    [
      'three lines, one of them that of all',
      [queued(1), queued(2), queued(3, { line: 7 }), queued(4, { line: 7 }), queued(5, { line: 8 }), queued(6)],
      [1, 3, 5, 2, 4, 6],
    ],
    [
      'a message of three parts takes three turns',
      [
        ...[1, 2, 3].map((smsId) => queued(smsId, { line: 1, parts: 3 })),
        ...[11, 12, 13, 14, 15].map((smsId) => queued(smsId, { line: 2 })),
      ],
      [1, 11, 12, 13, 2, 14, 15, 3],
    ],
    [
      'priority goes before turns',
      [queued(1, { line: 1, priority: 'LOW' }), queued(2, { line: 2 }), queued(3, { line: 2 })],
      [2, 3, 1],
    ],
    [
      'what a link refused has had its turn',
      [
        queued(1, { line: 1 }),
        queued(2, { line: 1, refusedBy: ['net/a'] }),
        queued(3, { line: 2 }),
        queued(4, { line: 1 }),
      ],
      [1, 2, 3, 4],
    ],
  ]
  for (const [name, items, order] of TURNS) it(name, () => assert.deepEqual(takeAll(queueOf(...items)), order))

  it('one line empties and comes back behind the others', () => {
    const queue = queueOf(queued(1, { line: 1 }), queued(2, { line: 2 }), queued(3, { line: 2 }))
    queue.take(queue.next(by('l')) as QueuedMessage)
    queue.push(queued(4, { line: 1 }))
    assert.deepEqual(takeAll(queue), [2, 4, 3])
  })

  it('gives up all that waits, most urgent first', () => {
    const queue = queueOf(
      queued(1, { priority: 'LOW' }),
      queued(2, { refusedBy: ['net/a'] }),
      queued(3, { priority: 'CRITICAL' }),
      queued(4),
    )
    queue.take(queue.next(by('net/a')) as QueuedMessage)
    assert.deepEqual(
      queue.drain().map(({ message }) => message.smsId),
      [2, 4, 1],
    )
    assert.equal(queue.next(by('net/b')), undefined)
  })

  it('has nothing for anybody when empty', () => assert.equal(queueOf().next(by('net/main')), undefined))
})
