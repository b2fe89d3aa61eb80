import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { KeyedQueue } from '../src/database/queues/keyed-queue.ts'

/** Tasks that end when they are told to, and the names of those that have begun. */
function held() {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const task = (name: string) => () => {
    begun.push(name)
    return new Promise<string>((resolve) => ends.set(name, () => resolve(name)))
  }
  const end = async (name: string) => {
    ends.get(name)?.()
    await new Promise(setImmediate)
  }
  return { begun, task, end }
}

describe('a keyed queue', () => {
  it('runs the tasks of one key in order, and begins those of another at once', async () => {
    const { begun, task, end } = held()
    const queue = new KeyedQueue()
    const all = ['a1', 'a2', 'b1', 'a3'].map((name) => queue.run(name[0] as string, task(name)))
    assert.deepEqual(begun, ['a1', 'b1'])
    await end('b1')
    assert.deepEqual([queue.has('a'), queue.has('b')], [true, false])
    for (const name of ['a1', 'a2', 'a3']) await end(name)
    assert.deepEqual(begun, ['a1', 'b1', 'a2', 'a3'])
    assert.deepEqual(await Promise.all(all), ['a1', 'a2', 'b1', 'a3'])
    assert.equal(queue.has('a'), false)
  })

  it('goes on after tasks that failed', async () => {
    const queue = new KeyedQueue()
    const failing = queue.run('a', () => Promise.reject(new Error('no')))
    const thrown = queue.run('a', () => {
      throw new Error('neither')
    })
    const next = queue.run('a', async () => 'ran')
    await assert.rejects(failing, /no/)
    await assert.rejects(thrown, /neither/)
    assert.equal(await next, 'ran')
  })

  it('runs several of one key at once, and refuses where too many wait', async () => {
    const { begun, task, end } = held()
    const queue = new KeyedQueue(2)
    const taken = ['a', 'b', 'c', 'd'].map((name) => queue.tryRun('key', 1, task(name)))
    assert.equal(await taken[3], undefined)
    assert.deepEqual(begun, ['a', 'b'])
    await end('b')
    assert.deepEqual(begun, ['a', 'b', 'c'])
    for (const name of ['a', 'c']) await end(name)
    assert.deepEqual(await Promise.all(taken), ['a', 'b', 'c', undefined])
  })
})
