import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { captureLogger, createManualClock } from '@heliograph/testkit'
import { ReplicaWatch } from '../src/database/replica/replica-watch.ts'
import type { ReplayedPosition, WalPosition } from '../src/database/replica/wal-position.ts'

const AT = { timeline: 1, database: 'ours' }

/** A primary and a replica whose places are set by hand; how often the primary is asked is counted. */
function createWorld() {
  const clock = createManualClock()
  const log = captureLogger()
  const servers = {
    primary: 100,
    replica: 100,
    committedMs: clock.now(),
    asked: 0,
    isStandby: true,
    primaryError: undefined as Error | undefined,
    replicaAnswer: undefined as Promise<ReplayedPosition> | undefined,
  }
  const watch = new ReplicaWatch({
    clock,
    steady: clock,
    logger: log,
    async current(): Promise<WalPosition> {
      servers.asked += 1
      if (servers.primaryError !== undefined) throw servers.primaryError
      return { ...AT, octets: servers.primary }
    },
    replayed() {
      const { replica: octets, isStandby, committedMs } = servers
      return servers.replicaAnswer ?? Promise.resolve({ ...AT, octets, isStandby, committedMs })
    },
  })
  return Object.assign(servers, {
    clock,
    log,
    watch,
    /** Lets time pass until it has settled. */
    async settled<T>(promise: Promise<T>, stepMs = 10): Promise<T> {
      let isDone = false
      const done = promise.finally(() => {
        isDone = true
      })
      while (!isDone) {
        await new Promise((resolve) => setImmediate(resolve))
        if (!isDone) clock.advance(stepMs)
      }
      return done
    },
  })
}

describe('the place of a replica', () => {
  test('is not known before a look, and no read waits for that', async () => {
    const world = createWorld()
    assert.equal(await world.watch.follow(), undefined)
    assert.equal(world.asked, 0)
    await world.settled(world.watch.look())
    assert.equal(world.watch.standing, 'near')
    assert.equal((await world.settled(world.watch.follow()))?.octets, 100)
  })

  test('is that of the primary after the read has come: what another node wrote is waited for', async () => {
    const world = createWorld()
    await world.settled(world.watch.look())
    world.primary = 200
    const read = world.watch.follow()
    for (let turns = 0; turns < 5; turns += 1) await new Promise((resolve) => setImmediate(resolve))
    world.replica = 250
    assert.equal((await world.settled(read))?.octets, 200)
    assert.equal(world.watch.standing, 'near')
  })

  test('is asked once for reads that come together, and again for one that comes later', async () => {
    const world = createWorld()
    await world.settled(world.watch.look())
    const before = world.asked
    await world.settled(Promise.all([world.watch.follow(), world.watch.follow(), world.watch.follow()]))
    assert.equal(world.asked, before + 1)
    let answer = (_place: ReplayedPosition) => {}
    world.replicaAnswer = new Promise((resolve) => {
      answer = resolve
    })
    const early = world.watch.follow()
    while (world.asked === before + 1) await new Promise((resolve) => setImmediate(resolve))
    world.primary = 300
    const late = world.watch.follow()
    world.replicaAnswer = undefined
    answer({ ...AT, octets: 100, isStandby: true, committedMs: null })
    world.replica = 300
    assert.equal((await world.settled(early))?.octets, 100)
    assert.equal((await world.settled(late))?.octets, 300)
  })

  test('is no reason to wait when it is late: the first read finds out within 300 ms, the next ones at once', async () => {
    const world = createWorld()
    await world.settled(world.watch.look())
    world.primary = 200
    const began = world.clock.now()
    assert.deepEqual(await world.settled(Promise.all([world.watch.follow(), world.watch.follow()])), [
      undefined,
      undefined,
    ])
    assert.ok(world.clock.now() - began <= 300)
    assert.equal(world.watch.standing, 'behind')
    const asked = world.asked
    assert.equal(await world.watch.follow(), undefined)
    assert.equal(world.asked, asked)
    world.replica = 200
    await world.settled(world.watch.look())
    assert.equal(world.watch.standing, 'near')
  })

  for (const [what, change, standing] of [
    ['is promoted', { isStandby: false }, 'not-a-standby'],
    ['is away', { replicaAnswer: Promise.reject(new Error('refused')) }, 'away'],
    ['does not answer', { replicaAnswer: new Promise<ReplayedPosition>(() => {}) }, 'away'],
    ['cannot be compared, as the primary is away', { primaryError: new Error('refused') }, 'unknown'],
  ] as const) {
    if ('replicaAnswer' in change) change.replicaAnswer.catch(() => {})
    test(`is no place to read at once it ${what}`, async () => {
      const world = createWorld()
      await world.settled(world.watch.look())
      Object.assign(world, change)
      assert.equal(await world.settled(world.watch.follow()), undefined)
      assert.equal(world.watch.standing, standing)
    })
  }

  test('is told in the log when it has lasted, once, and again when it is over', async () => {
    const world = createWorld()
    await world.settled(world.watch.look())
    world.replicaAnswer = Promise.reject(new Error('refused'))
    world.replicaAnswer.catch(() => {})
    await world.settled(world.watch.look())
    assert.deepEqual(world.log.entries, [])
    for (let looks = 0; looks < 8; looks += 1) {
      world.clock.advance(1_000)
      await world.settled(world.watch.look())
    }
    const [warning, ...more] = world.log.at('warn')
    assert.deepEqual(more, [])
    assert.deepEqual([warning?.fields.standing, warning?.fields.reason], ['away', 'refused'])
    world.replicaAnswer = undefined
    await world.settled(world.watch.look())
    assert.equal(world.log.at('info').length, 1)
  })

  test('is so far behind: as long as a look took while it is near, else since the last commit that it has', async () => {
    const world = createWorld()
    await world.settled(world.watch.look())
    assert.equal(world.watch.lagMs, 0)
    world.primary = 200
    world.committedMs = world.clock.now() - 7_000
    await world.settled(world.watch.look())
    const before = world.watch.lagMs
    assert.ok(before >= 7_000 && before <= 7_300, String(before))
    world.clock.advance(60_000)
    assert.equal(world.watch.lagMs, before + 60_000)
  })
})
