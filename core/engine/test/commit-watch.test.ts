import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createManualClock } from '@heliograph/testkit'
import { CommitWatch } from '../src/database/commit-watch.ts'

const settle = () => new Promise((resolve) => setImmediate(resolve))

/** A commit that the test ends. */
function commitOf(commits: CommitWatch, hasWritten = true) {
  let resolve = () => {}
  let reject = (_: unknown) => {}
  const ending = new Promise<void>((done, fail) => {
    resolve = done
    reject = fail
  })
  const followed = commits.follow(
    () => ending,
    () => hasWritten,
  )
  followed.catch(() => {})
  return {
    async end() {
      resolve()
      await settle()
    },
    async fail(code: string) {
      reject(Object.assign(new Error(code), { code }))
      await settle()
    },
  }
}

describe('commits hang', () => {
  const watch = () => {
    const clock = createManualClock()
    return { clock, commits: new CommitWatch(clock) }
  }

  it('when one has no answer for three and a half seconds, until one ends', async () => {
    const { clock, commits } = watch()
    const commit = commitOf(commits)
    clock.advance(3_400)
    assert.equal(commits.isHanging, false)
    clock.advance(100)
    assert.equal(commits.isHanging, true)
    await commit.end()
    assert.deepEqual([commits.isHanging, commits.agoMs], [false, 0])
  })

  it('not when another one has ended meanwhile: it is merely slow', async () => {
    const { clock, commits } = watch()
    commitOf(commits)
    clock.advance(1_000)
    await commitOf(commits).end()
    clock.advance(10_000)
    assert.equal(commits.isHanging, false)
  })

  it('also when a statement ends that had nothing to commit', async () => {
    const { clock, commits } = watch()
    commitOf(commits)
    clock.advance(3_500)
    await commitOf(commits, false).end()
    assert.deepEqual([commits.isHanging, commits.agoMs], [true, Number.POSITIVE_INFINITY])
  })

  it('for as long as others wait for the lock of one that hangs, and a little longer', async () => {
    const { clock, commits } = watch()
    commitOf(commits)
    clock.advance(3_500)
    for (let time = 0; time < 5; time += 1) {
      const waiting = commitOf(commits)
      clock.advance(3_000)
      await waiting.fail('55P03')
      assert.equal(commits.isHanging, true)
    }
    clock.advance(6_000)
    assert.equal(commits.isHanging, false, 'somebody has to try')
  })

  it('not because a statement is refused', async () => {
    const { clock, commits } = watch()
    await commitOf(commits).fail('23505')
    clock.advance(10_000)
    assert.equal(commits.isHanging, false)
  })
})
