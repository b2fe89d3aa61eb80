import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { captureLogger, createManualClock } from '@heliograph/testkit'
import { LookLoop, type LookLoopOptions } from '../src/ownership/look-loop.ts'

const EVERY_MS = 1_000
const RETRY_MS = 250

/** Lets everything happen that waits for nothing but its turn. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

/** A loop that notes what it does; `outcome` says what comes of each look. */
function createLoop(outcome: (look: number) => unknown = () => false, options: Partial<LookLoopOptions> = {}) {
  const clock = createManualClock()
  const done: string[] = []
  let looks = 0
  const loop = new LookLoop({
    clock,
    logger: captureLogger(),
    what: 'tests',
    everyMs: EVERY_MS,
    async look(isPoll) {
      done.push(isPoll ? 'poll' : 'look')
      looks += 1
      return outcome(looks)
    },
    takeLost: async () => void done.push('lost'),
    ...options,
  })
  return {
    clock,
    done,
    loop,
    async pass(ms: number) {
      clock.advance(ms)
      await settle()
    },
    /** What it has done since the last call. */
    since: () => done.splice(0),
  }
}

describe('a look loop', () => {
  it('looks when it starts, at intervals and on request; requests of one turn share a look', async () => {
    const { loop, pass, since } = createLoop()
    await loop.look()
    assert.deepEqual(since(), [], 'not before it starts')
    await loop.start()
    assert.deepEqual(since(), ['lost', 'poll'])
    await Promise.all([loop.look(), loop.look(), loop.look()])
    assert.deepEqual(since(), ['look'])
    await pass(EVERY_MS)
    assert.deepEqual(since(), ['poll'])
    await loop.stop()
  })

  it('looks once at a time, and again for what was requested meanwhile', async () => {
    let end = (_: unknown) => {}
    const { loop, since } = createLoop(() => new Promise((resolve) => (end = resolve)))
    const first = loop.start()
    await settle()
    const second = loop.look()
    await settle()
    assert.deepEqual(since(), ['lost', 'poll'])
    end(false)
    await settle()
    assert.deepEqual(since(), ['look'])
    end(false)
    await Promise.all([first, second])
    await loop.stop()
  })

  it('looks again at once while there may be more', async () => {
    const { loop, since } = createLoop((look) => look < 3)
    await loop.start()
    assert.deepEqual(since(), ['lost', 'poll', 'look', 'look'])
    await loop.stop()
  })

  it('looks again a moment after a failure, for all that the failed look was for, and for what may be lost', async () => {
    const { loop, pass, since } = createLoop((look) => (look === 1 ? Promise.reject(new Error('away')) : false))
    const started = loop.start()
    await settle()
    void loop.look()
    await settle()
    assert.deepEqual(since(), ['lost', 'poll'], 'requests do not hurry it')
    await pass(RETRY_MS)
    await started
    assert.deepEqual(since(), ['lost', 'poll'])
    await loop.stop()
  })

  it('looks for what was lost when in doubt, after the given time, and now and then anyway', async () => {
    const { loop, pass, since } = createLoop()
    await loop.start()
    since()
    loop.outcomeUnknown()
    await loop.look()
    assert.deepEqual(since(), ['lost', 'look'])
    loop.outcomeUnknown(2_500)
    for (let poll = 0; poll < 3; poll += 1) await pass(EVERY_MS)
    assert.deepEqual(since(), ['poll', 'poll', 'lost', 'poll'])
    for (let poll = 0; poll < 16; poll += 1) await pass(EVERY_MS)
    assert.equal(since().filter((each) => each === 'lost').length, 1)
    await loop.stop()
  })

  it('stops at once while it waits after a failure, and for good', async () => {
    const { loop, pass, since } = createLoop(() => Promise.reject(new Error('away')))
    const started = loop.start()
    await settle()
    await loop.stop()
    await started
    since()
    await loop.start()
    await loop.look()
    await pass(10 * EVERY_MS)
    assert.deepEqual(since(), [])
  })
})
