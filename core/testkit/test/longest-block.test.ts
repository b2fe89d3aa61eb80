import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { longestBlockMs } from '../src/index.ts'

/** Takes that much CPU time. */
function work(ms: number): void {
  const begun = process.cpuUsage()
  for (;;) {
    // Asking takes time of the system, which counts as well.
    const { user, system } = process.cpuUsage(begun)
    if (user + system >= ms * 1_000) return
  }
}

describe('longestBlockMs', () => {
  it('counts what is done in one go', async () => {
    assert.ok((await longestBlockMs(() => work(60))) >= 60)
  })

  it('counts what is done in one go after a wait', async () => {
    const run = async () => {
      await setImmediate()
      work(60)
      await setImmediate()
    }
    assert.ok((await longestBlockMs(run)) >= 60)
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

  it('passes on what is thrown', async () => {
    await assert.rejects(
      longestBlockMs(() => {
        throw new Error('broken')
      }),
      /broken/,
    )
  })
})
