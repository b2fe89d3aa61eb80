import assert from 'node:assert/strict'
import { once } from 'node:events'
import { describe, it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { bestAttempt, longestBlockMs } from '../src/index.ts'
import { machinePace } from '../src/machine-pace.ts'
import { threadCpuMs } from '../src/thread-cpu.ts'

/** A machine that is as fast as bounds expect. */
const even = () => 1

/** Takes that much CPU time of this thread. */
function work(ms: number): void {
  const begun = threadCpuMs()
  while (threadCpuMs() - begun < ms);
}

describe('longestBlockMs', () => {
  it('counts what is done in one go', async () => {
    assert.ok((await longestBlockMs(() => work(60), 3, threadCpuMs, even)) >= 60)
  })

  it('counts what is done in one go after a wait', async () => {
    const run = async () => {
      await setImmediate()
      work(60)
      await setImmediate()
    }
    assert.ok((await longestBlockMs(run, 3, threadCpuMs, even)) >= 60)
  })

  it('counts less on a machine that is slower at the moment', async () => {
    const paces = [2, 4, 1, 1]
    const run = () =>
      longestBlockMs(
        () => work(60),
        1,
        threadCpuMs,
        () => paces.shift() as number,
      )
    const [slow, usual] = [await run(), await run()]
    assert.ok(slow >= 20 && slow < 60, `${slow} ms`)
    assert.ok(usual >= 60, `${usual} ms`)
  })

  it('takes no machine for faster than usual', () => {
    assert.ok(machinePace() >= 1)
  })

  it('does not add up what gives way in between', async () => {
    const run = async () => {
      for (let part = 0; part < 20; part += 1) {
        work(10)
        await setImmediate()
      }
    }
    const longest = await longestBlockMs(run)
    assert.ok(longest < 100, `${longest} ms`)
  })

  it('does not count what other threads do', async () => {
    const other = new Worker('for (;;);', { eval: true })
    try {
      await once(other, 'online')
      const pause = new Int32Array(new SharedArrayBuffer(4))
      const longest = await longestBlockMs(() => Atomics.wait(pause, 0, 0, 100), 1)
      assert.ok(longest < 50, `${longest} ms`)
    } finally {
      await other.terminate()
    }
  })

  it('passes on what is thrown', async () => {
    await assert.rejects(
      longestBlockMs(() => {
        throw new Error('broken')
      }),
      /broken/,
    )
  })
})

describe('bestAttempt', () => {
  /** Attempts that take these milliseconds, by a clock that stands still otherwise. */
  async function attempt(mostMs: number, durations: readonly number[]) {
    let now = 0
    let made = 0
    const run = () => {
      now += durations[Math.min(made, durations.length - 1)] as number
      made += 1
    }
    const best = await bestAttempt(run, mostMs, () => now)
    return { isShort: best <= mostMs, made }
  }

  const rows: readonly (readonly [string, readonly number[], Awaited<ReturnType<typeof attempt>>])[] = [
    ['makes one when it is short', [10], { isShort: true, made: 1 }],
    ['goes on until one is short', [1_000, 1_000, 1_000, 10], { isShort: true, made: 4 }],
    // The bound is for a machine of the usual pace; this one may be up to five times slower.
    ['gives up early when all are far too long', [10_000], { isShort: false, made: 5 }],
  ]
  for (const [name, durations, expected] of rows)
    it(name, async () => assert.deepEqual(await attempt(50, durations), expected))
})
