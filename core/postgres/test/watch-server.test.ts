import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { createManualClock } from '@heliograph/testkit'
import { watchServer } from '../src/server/watch-server.ts'

const SECOND = 1_000

/** A server, and a watch on it whose clock the test advances second by second. */
function watchStub({ startFails = false } = {}) {
  const clock = createManualClock(0)
  const server = { isRunning: true, startFails, startedAt: [] as number[] }
  const watch = watchServer({
    clock,
    isRunning: async () => server.isRunning,
    async restart() {
      server.startedAt.push(clock.now() / SECOND)
      if (server.startFails) throw new Error('no room')
      server.isRunning = true
    },
  })
  async function pass(seconds: number, eachSecond: () => void = () => {}): Promise<void> {
    for (let second = 0; second < seconds; second++) {
      clock.advance(SECOND)
      await setImmediate()
      eachSecond()
    }
  }
  return { server, watch, pass }
}

test('a server that runs is left alone', async () => {
  const { server, pass } = watchStub()
  await pass(100)
  assert.deepEqual(server.startedAt, [])
})

test('one that died is started within a second', async () => {
  const { server, pass } = watchStub()
  await pass(100)
  server.isRunning = false
  await pass(100)
  assert.deepEqual(server.startedAt, [101])
})

test('one that cannot be started is tried with growing waits, up to 30 s', async () => {
  const { server, pass } = watchStub({ startFails: true })
  server.isRunning = false
  await pass(100)
  assert.deepEqual(server.startedAt, [1, 3, 7, 15, 31, 61, 91])
  server.startFails = false
  await pass(30)
  assert.deepEqual(server.startedAt.at(-1), 121)
  assert.ok(server.isRunning)
})

test('one that dies again and again is started with growing waits, until it has lived for a minute', async () => {
  const { server, pass } = watchStub()
  server.isRunning = false
  await pass(40, () => {
    server.isRunning = false
  })
  assert.deepEqual(server.startedAt, [1, 3, 7, 15, 31])
  await pass(30)
  assert.deepEqual(server.startedAt.at(-1), 61)
  await pass(121)
  server.isRunning = false
  await pass(1)
  assert.equal(server.startedAt.length, 7)
})

test('nothing is started after stop', async () => {
  const { server, watch, pass } = watchStub()
  watch.stop()
  watch.stop()
  server.isRunning = false
  await pass(100)
  assert.deepEqual(server.startedAt, [])
})
