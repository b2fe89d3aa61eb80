import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { MicroBatch, type MicroBatchOptions } from '../src/database/micro-batch.ts'

interface Running {
  readonly items: readonly number[]
  finish(): void
  fail(error: Error): void
}

/** A batcher whose batches the test ends one by one. Results are the doubled items. */
function world(options: Partial<MicroBatchOptions<number, number>> = {}) {
  const running: Running[] = []
  const batch = new MicroBatch<number, number>({
    run: (items) =>
      new Promise((resolve, reject) => {
        running.push({ items, finish: () => resolve(items.map((item) => item * 2)), fail: reject })
      }),
    maxItems: 100,
    lanes: 1,
    ...options,
  })
  return { batch, running, sizes: () => running.map(({ items }) => items.length) }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)

describe('micro-batches', () => {
  it('a lone item starts at the end of the turn, together with others of the turn', async () => {
    const { batch, running } = world()
    const results = [batch.add(1), batch.add(2)]
    assert.equal(running.length, 0)
    await turn()
    assert.deepEqual(running[0]?.items, [1, 2])
    running[0]?.finish()
    assert.deepEqual(await Promise.all(results), [2, 4])
  })

  it('what comes while a batch is under way shares the next one', async () => {
    const { batch, running, sizes } = world()
    const results = [batch.add(0)]
    await turn()
    for (let turns = 0; turns < 5; turns += 1) {
      results.push(batch.add(1), batch.add(2))
      await turn()
    }
    assert.deepEqual(sizes(), [1])
    running[0]?.finish()
    await turn()
    await turn()
    assert.deepEqual(sizes(), [1, 10])
    running[1]?.finish()
    assert.equal((await Promise.all(results)).length, 11)
  })

  it('each item gets its own result under load', async () => {
    const sizes: number[] = []
    const batch = new MicroBatch<number, string>({
      run: async (items) => {
        sizes.push(items.length)
        await turn()
        return items.map((item) => `result ${item}`)
      },
      maxItems: 7,
      lanes: 3,
    })
    const results = await Promise.all(
      numbers(1_000).map(async (item) => {
        if (item % 3 === 0) await turn()
        return batch.add(item)
      }),
    )
    assert.deepEqual(
      results,
      numbers(1_000).map((item) => `result ${item}`),
    )
    assert.ok(Math.max(...sizes) <= 7)
  })

  it('no more batches at once than lanes', async () => {
    const { batch, running, sizes } = world({ lanes: 2, maxItems: 2 })
    const all = Promise.all(numbers(7).map((item) => batch.add(item)))
    await turn()
    assert.deepEqual(sizes(), [2, 2])
    running[1]?.finish()
    await turn()
    await turn()
    assert.deepEqual(sizes(), [2, 2, 2])
    running[0]?.finish()
    running[2]?.finish()
    await turn()
    await turn()
    assert.deepEqual(sizes(), [2, 2, 2, 1])
    running[3]?.finish()
    assert.equal((await all).length, 7)
  })

  it('a rejected batch rejects its items and no others', async () => {
    const { batch, running } = world({ maxItems: 2 })
    const results = Promise.allSettled(numbers(3).map((item) => batch.add(item)))
    await turn()
    running[0]?.fail(new Error('no'))
    await turn()
    await turn()
    running[1]?.finish()
    assert.deepEqual(
      (await results).map(({ status }) => status),
      ['rejected', 'rejected', 'fulfilled'],
    )
  })

  it('an error that comes of one item is kept to that item', async () => {
    const runs: (readonly number[])[] = []
    const batch = new MicroBatch<number, number>({
      run: async (items) => {
        runs.push(items)
        if (items.includes(13)) throw new Error('thirteen')
        return items.map((item) => item * 2)
      },
      maxItems: 100,
      lanes: 1,
      isolate: (error) => (error as Error).message === 'thirteen',
    })
    const results = await Promise.allSettled(numbers(20).map((item) => batch.add(item)))
    for (const [item, result] of results.entries()) {
      if (item === 13) assert.equal(result.status === 'rejected' && result.reason.message, 'thirteen')
      else assert.equal(result.status === 'fulfilled' && result.value, item * 2)
    }
    assert.ok(runs.length <= 2 * 5 + 1, `${runs.length} runs`)
  })

  it('an error that would meet everybody is not tried again', async () => {
    let runs = 0
    const batch = new MicroBatch<number, number>({
      run: async () => {
        runs += 1
        throw new Error('away')
      },
      maxItems: 100,
      lanes: 1,
      isolate: (error) => (error as Error).message !== 'away',
    })
    const results = await Promise.allSettled(numbers(20).map((item) => batch.add(item)))
    assert.ok(results.every(({ status }) => status === 'rejected'))
    assert.equal(runs, 1)
  })

  it('an exception thrown outright is a rejection too', async () => {
    const { batch } = world({
      run: () => {
        throw new Error('at once')
      },
    })
    await assert.rejects(batch.add(1), { message: 'at once' })
    await batch.drained()
  })

  it('is settled when all that was added before is done, whatever comes later', async () => {
    const { batch, running, sizes } = world({ maxItems: 1, lanes: 2 })
    const results = numbers(3).map((item) => batch.add(item))
    await turn()
    let isSettled = false
    const settled = batch.settled().then(() => {
      isSettled = true
    })
    results.push(batch.add(3))
    running[0]?.finish()
    await turn()
    await turn()
    assert.deepEqual(sizes(), [1, 1, 1])
    running[2]?.finish()
    await turn()
    await turn()
    assert.equal(isSettled, false, 'the second item is still under way')
    running[1]?.finish()
    running[3]?.finish()
    await settled
    await Promise.all(results)
    await batch.settled()
  })

  it('is drained when nothing waits and nothing is under way', async () => {
    const { batch, running } = world({ maxItems: 1 })
    await batch.drained()
    const results = [batch.add(1), batch.add(2)]
    let isDrained = false
    const drained = batch.drained().then(() => {
      isDrained = true
    })
    await turn()
    running[0]?.finish()
    await turn()
    await turn()
    assert.equal(isDrained, false)
    running[1]?.finish()
    await drained
    await Promise.all(results)
    await batch.drained()
  })
})
