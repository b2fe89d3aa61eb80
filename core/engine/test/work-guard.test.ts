import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { captureLogger } from '@heliograph/testkit'
import { pausedWorkHealth, resumeWork } from '../src/operate/paused-work.ts'
import { SharedLock } from '../src/ownership/work-starts/shared-lock.ts'
import { WorkGuard } from '../src/ownership/work-starts/work-guard.ts'
import { countEnds, listPausedWork, releaseWork } from '../src/ownership/work-starts/work-start-statements.ts'
import { useDatabase } from './support/database-fixture.ts'

const work = (key: string) => ({ kind: 'test', key })

/** Work that does not end before it is told to. */
function held() {
  let end = () => {}
  let begun = () => {}
  const hasBegun = new Promise<void>((resolve) => {
    begun = resolve
  })
  const run = () => {
    begun()
    return new Promise<void>((resolve) => {
      end = resolve
    })
  }
  return { run, hasBegun, end: () => end() }
}

describe('the shared lock', () => {
  it('lets work run side by side, or alone, in order', async () => {
    const lock = new SharedLock()
    const reported: string[] = []
    const [one, two, alone, after] = [held(), held(), held(), held()]
    const all = [
      lock.shared(one.run),
      lock.shared(two.run),
      lock.exclusive(() => {
        reported.push('alone')
        return alone.run()
      }),
      lock.shared(() => {
        reported.push('after')
        return after.run()
      }),
    ]
    await two.hasBegun
    one.end()
    await all[0]
    assert.deepEqual(reported, [])
    two.end()
    await alone.hasBegun
    assert.deepEqual(reported, ['alone'])
    alone.end()
    await after.hasBegun
    after.end()
    await Promise.all(all)
  })

  it('goes on after work that failed', async () => {
    const lock = new SharedLock()
    await assert.rejects(lock.exclusive(() => Promise.reject(new Error('no'))))
    assert.equal(await lock.shared(async () => 1), 1)
  })
})

describe('work that may end a process', () => {
  const db = useDatabase()
  let lease = 0

  function node(): WorkGuard {
    lease += 1
    const own = lease
    return new WorkGuard({ sql: db.sql, logger: captureLogger(), lease: () => own })
  }

  const rows = async () =>
    (await db.sql<{ key: string; ends: number }[]>`select key, ends from work_start order by key`).map(
      ({ key, ends }) => [key, ends] as const,
    )

  beforeEach(() => db.sql`delete from work_start`.then(() => {}))

  it('is forgotten when it ends, with or without an error', async () => {
    const guard = node()
    assert.deepEqual(await guard.run(work('a'), async () => 7), { result: 7 })
    await assert.rejects(guard.run(work('b'), () => Promise.reject(new Error('no'))))
    assert.deepEqual(await rows(), [])
  })

  it('runs alone after a node died over it, and is paused when the next one dies as well', async () => {
    const first = node()
    const [guilty, innocent] = [held(), held()]
    void first.run(work('guilty'), guilty.run)
    void first.run(work('innocent'), innocent.run)
    await Promise.all([guilty.hasBegun, innocent.hasBegun])
    assert.deepEqual([...(await countEnds(db.sql, lease))], [])
    assert.deepEqual(await rows(), [
      ['guilty', 1],
      ['innocent', 1],
    ])

    const second = node()
    const again = held()
    void second.run(work('guilty'), again.run)
    await again.hasBegun
    let isBegun = false
    const others = [
      second.run(work('innocent'), async () => {
        isBegun = true
      }),
      second.beside(async () => {
        isBegun = true
      }),
    ]
    assert.deepEqual([...(await countEnds(db.sql, lease))], [{ kind: 'test', key: 'guilty' }])
    assert.equal(isBegun, false)

    const third = node()
    assert.deepEqual(await third.run(work('guilty'), async () => assert.fail('it is paused')), { not: 'paused' })
    assert.deepEqual(await third.run(work('innocent'), async () => 'done'), { result: 'done' })
    assert.deepEqual(await rows(), [['guilty', 2]])
    assert.deepEqual(
      (await listPausedWork(db.sql, 10)).map(({ kind, key, ends }) => [kind, key, ends]),
      [['test', 'guilty', 2]],
    )
    const { status, reason } = await pausedWorkHealth(db.sql)
    assert.equal(status, 'degraded')
    assert.match(String(reason), /test guilty/)

    await assert.rejects(resumeWork(db.sql, work('other')), { code: 'work-not-found' })
    await resumeWork(db.sql, work('guilty'))
    assert.deepEqual(await pausedWorkHealth(db.sql), { status: 'ok' })
    again.end()
    await Promise.all(others)
  })

  it('is not suspected when its node signs off', async () => {
    const guard = node()
    const each = held()
    const running = guard.run(work('a'), each.run)
    await each.hasBegun
    await releaseWork(db.sql, lease)
    assert.deepEqual(await rows(), [])
    each.end()
    await running
  })

  it('is left to the node that is at it', async () => {
    const guard = node()
    const each = held()
    const running = guard.run(work('a'), each.run)
    await each.hasBegun
    assert.deepEqual(await node().run(work('a'), async () => {}), { not: 'elsewhere' })
    each.end()
    await running
    assert.deepEqual(await rows(), [])
  })
})
