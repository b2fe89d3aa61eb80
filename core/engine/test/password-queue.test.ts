import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { GatewayError } from '@heliograph/contracts'
import { type PasswordPlace, PasswordQueue } from '../src/accounts/password-queue.ts'

/** Tasks that end one after the other when told so, and the order in which they began. */
function held(queue: PasswordQueue) {
  const begun: string[] = []
  const ends: (() => void)[] = []
  const refused: string[] = []
  let running = 0
  let most = 0
  const take = (name: string, lane: PasswordPlace['lane'] = 'stranger') =>
    queue
      .run({ lane, line: name.split(' ')[0] ?? '' }, async () => {
        begun.push(name)
        running += 1
        most = Math.max(most, running)
        await new Promise<void>((end) => ends.push(end))
        running -= 1
      })
      .catch((error: GatewayError) => {
        assert.deepEqual([error.category, error.code], ['unavailable', 'overloaded'])
        refused.push(name)
      })
  /** Ends all tasks, in the order in which they began. */
  async function finish(): Promise<void> {
    await settled()
    while (ends.length > 0) {
      ends.shift()?.()
      await settled()
    }
  }
  return { begun, refused, take, finish, most: () => most }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

const flood = (name: string, count: number) => Array.from({ length: count }, (_, index) => `${name} ${index}`)

describe('passwords that wait', () => {
  test('two run at once, and a crowd of one line delays the first of another by one check', async () => {
    const work = held(new PasswordQueue())
    for (const name of flood('crowd', 20)) void work.take(name)
    void work.take('other')
    await work.finish()
    assert.equal(work.most(), 2)
    // Two ran before it came; of those that waited, one goes before it.
    assert.equal(work.begun.indexOf('other'), 3)
    assert.deepEqual(work.refused, [])
  })

  test('twenty of a line wait, and more are refused at once', async () => {
    const work = held(new PasswordQueue())
    for (const name of flood('crowd', 400)) void work.take(name)
    await settled()
    assert.equal(work.refused.length, 400 - 22)
    await work.finish()
    assert.equal(work.begun.length, 22)
  })

  test('when all lines together are too long, the crowd is refused and a new line is not', async () => {
    const work = held(new PasswordQueue())
    for (let group = 0; group < 10; group += 1) for (const name of flood(`crowd${group}`, 20)) void work.take(name)
    for (const name of flood('single', 1)) void work.take(name)
    await settled()
    assert.ok(!work.refused.includes('single 0'))
    assert.ok(work.refused.every((name) => name.startsWith('crowd')))
    await work.finish()
    assert.equal(work.begun.length, 102)
    assert.ok(work.begun.indexOf('single 0') <= 2 + 10)
  })

  test('strangers from any number of addresses leave every second place to those who are known', async () => {
    const work = held(new PasswordQueue())
    for (let group = 0; group < 1_000; group += 1) void work.take(`stranger${group}`)
    void work.take('owner', 'known')
    for (const name of flood('admin', 5)) void work.take(name, 'known')
    await work.finish()
    assert.ok(work.begun.indexOf('owner') <= 3)
    assert.deepEqual(
      work.refused.filter((name) => !name.startsWith('stranger')),
      [],
    )
    const lanes = work.begun.slice(2, 12).map((name) => name.startsWith('stranger'))
    assert.equal(lanes.filter(Boolean).length, 5, 'and the known leave as many to strangers')
  })

  test('a place is passed on when a task fails', async () => {
    const queue = new PasswordQueue()
    const place = { lane: 'stranger', line: 'a' } as const
    const failing = Array.from({ length: 5 }, () => queue.run(place, () => Promise.reject(new Error('failed'))))
    for (const each of failing) await assert.rejects(each, /failed/)
    assert.equal(await queue.run(place, async () => 'ran'), 'ran')
  })
})
