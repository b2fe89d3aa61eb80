import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ChangeFeed, Principal } from '@heliograph/contracts'
import { createManualClock } from '@heliograph/testkit'
import { liveStream } from '../src/live/live-stream.ts'
import type { LiveServices } from '../src/live/topics.ts'
import { ViewerCounts } from '../src/live/viewer-counts.ts'
import { createWatches } from '../src/live/watches.ts'
import { withCallers } from './support/key-caller.ts'

const viewer = { principal: { clientId: 1, userId: 1, role: 'admin' } as Principal, everyClient: false }
const turn = () => new Promise((resolve) => setImmediate(resolve))

/** Phones that change when the test says so. */
function fixture() {
  const clock = createManualClock()
  const state = { order: 0, looks: 0, isWelcome: true, isAway: false }
  const virtualPhones = {
    newest() {
      state.looks++
      if (state.isAway) throw new Error('away')
      return [{ order: state.order }]
    },
  }
  const watches = createWatches({ virtualPhones } as unknown as LiveServices, clock)
  const leaving = new AbortController()
  const isWelcome = async () => state.isWelcome
  const open = () => liveStream({ topics: ['phones'], viewer, watches, clock, signal: leaving.signal, isWelcome })
  return { clock, state, leaving, open }
}

describe('live', () => {
  test('reports a change, and several that are not read yet as one', async () => {
    const { clock, state, open } = fixture()
    const stream = open()
    assert.equal((await stream.next()).value, 'retry: 2000\nevent: hello\ndata: {"userId":1}\n\n')
    const next = stream.next()
    await turn()
    for (state.order = 1; state.order < 3; state.order++) {
      clock.advance(1_000)
      await turn()
    }
    assert.equal((await next).value, 'event: phones\ndata: {}\n\n')
    await stream.return(undefined)
  })

  test('reports what is announced once a second, however often it changes, and once for all viewers', async () => {
    const clock = createManualClock()
    const changes: (() => void)[] = []
    let follows = 0
    const changeFeed: ChangeFeed = {
      async follow(_principal, _subject, _scope, listener) {
        follows += 1
        changes.push(listener)
        return () => void changes.splice(changes.indexOf(listener), 1)
      },
    }
    const watches = createWatches({ changeFeed } as unknown as LiveServices, clock)
    let reported = 0
    const followed = [1, 2].map(() => watches.follow('messages', viewer, () => reported++))
    await Promise.all(followed.map(({ begun }) => begun))
    assert.equal(follows, 1)
    const change = (times: number) => {
      for (let index = 0; index < times; index += 1) changes[0]?.()
    }
    change(1_000)
    assert.equal(reported, 2)
    for (let seconds = 0; seconds < 3; seconds += 1) {
      for (let tenth = 0; tenth < 10; tenth += 1) {
        change(100)
        clock.advance(100)
      }
    }
    assert.equal(reported, 2 * 4)
    clock.advance(60_000)
    assert.equal(reported, 2 * 4)
    change(1)
    assert.equal(reported, 2 * 5)
    change(1)
    for (const { stop } of followed) stop()
    await turn()
    clock.advance(60_000)
    assert.deepEqual([changes.length, reported], [0, 2 * 5])
  })

  test('viewers who see other changes share none of what is announced', () => {
    const scopes: Record<string, number> = {}
    const changeFeed: ChangeFeed = {
      async follow({ clientId, role }, subject, { everyClient }) {
        const scope = `${subject} ${everyClient ? 'every' : `${role} ${clientId}`}`
        scopes[scope] = (scopes[scope] ?? 0) + 1
        return () => {}
      },
    }
    const watches = createWatches({ changeFeed } as unknown as LiveServices, createManualClock())
    const operator = { ...viewer.principal, role: 'operator' } as Principal
    const user = { ...viewer.principal, role: 'user' } as Principal
    for (const topic of ['messages', 'inbox', 'webhooks', 'uploads', 'requests', 'alerts'] as const)
      for (const [principal, everyClient] of [
        [operator, true],
        [viewer.principal, false],
        [user, false],
        [operator, true],
      ] as const)
        watches.follow(topic, { principal, everyClient }, () => {})
    assert.equal(Object.keys(scopes).length, 6 * 3)
    assert.deepEqual(new Set(Object.values(scopes)), new Set([1]))
  })

  test('says hello once every change is reported: what is loaded after that is not out of date', async () => {
    let begin = () => {}
    const begun = new Promise<void>((resolve) => {
      begin = resolve
    })
    const stream = liveStream({
      topics: ['phones'],
      viewer,
      clock: createManualClock(),
      signal: new AbortController().signal,
      watches: { follow: () => ({ begun, stop() {} }) },
      isWelcome: async () => true,
    })
    const hello = stream.next()
    assert.equal(await Promise.race([hello, turn()]), undefined)
    begin()
    assert.match((await hello).value as string, /event: hello/)
    await stream.return(undefined)
  })

  test('reports the first look that succeeds after one that failed', async () => {
    const { clock, state, open } = fixture()
    state.isAway = true
    const stream = open()
    await stream.next()
    const next = stream.next()
    state.isAway = false
    clock.advance(1_000)
    assert.equal((await next).value, 'event: phones\ndata: {}\n\n')
    await stream.return(undefined)
  })

  test('looks once for all viewers, and not at all without any', async () => {
    const { clock, state, open } = fixture()
    const streams = [open(), open(), open()]
    for (const stream of streams) await stream.next()
    await turn()
    assert.equal(state.looks, 1)
    clock.advance(1_000)
    await turn()
    assert.equal(state.looks, 2)
    for (const stream of streams) await stream.return(undefined)
    clock.advance(60_000)
    await turn()
    assert.equal(state.looks, 2)
  })

  test('shows that it is there, and ends after ten minutes', async () => {
    const { clock, open } = fixture()
    const stream = open()
    await stream.next()
    for (let beat = 1; beat <= 40; beat++) {
      const next = stream.next()
      for (let checks = 0; checks < 3; checks++) {
        await turn()
        clock.advance(5_000)
      }
      assert.equal((await next).value, ': still here\n\n')
    }
    assert.equal((await stream.next()).done, true)
  })

  test('ends within five seconds when the viewer has logged out', async () => {
    const { clock, open, state } = fixture()
    const stream = open()
    await stream.next()
    const next = stream.next()
    await turn()
    state.isWelcome = false
    clock.advance(5_000)
    assert.equal((await next).done, true)
  })

  test('ends when the viewer goes', async () => {
    const { leaving, open } = fixture()
    const stream = open()
    await stream.next()
    const next = stream.next()
    leaving.abort()
    await next
    assert.equal((await stream.next()).done, true)
  })

  test('a user may have twenty streams', () => {
    const counts = new ViewerCounts()
    const leave = Array.from({ length: 20 }, () => counts.enter(1))
    assert.throws(() => counts.enter(1), { code: 'too-many-streams' })
    counts.enter(2)
    leave[0]?.()
    counts.enter(1)
    assert.equal(counts.open, 21)
  })

  test('asks for topics that there are', async () => {
    await withCallers(async ({ ask }) => {
      assert.equal((await ask('user', 'GET', '/live')).status, 400)
      assert.equal((await ask('user', 'GET', '/live?topic=secrets')).status, 400)
    })
  })
})
