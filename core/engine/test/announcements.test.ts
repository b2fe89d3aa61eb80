import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { captureLogger, createManualClock } from '@heliograph/testkit'
import pg from 'pg'
import { Announcements } from '../src/ownership/announcements.ts'
import { useDatabase } from './support/database-fixture.ts'
import { startDatabaseProxy } from './support/database-proxy.ts'
import { waitUntil } from './support/engine-harness.ts'

const database = useDatabase()

async function listen(test: TestContext) {
  const proxy = await startDatabaseProxy(database.url)
  const clock = createManualClock()
  const heard: string[] = []
  const note = (topic: string) => (argument: string) => heard.push(`${topic}(${argument})`)
  const announcements = new Announcements({
    url: proxy.url,
    clock,
    logger: captureLogger(),
    listeners: { directory: note('directory'), pushes: note('pushes') },
    onLive: (live) => heard.push(live ? 'live' : 'lost'),
  })
  test.after(async () => {
    await announcements.stop()
    await proxy.close()
  })
  await announcements.start()
  const announce = (payload: string) => database.sql`select pg_notify('heliograph', ${payload})`
  const until = (count: number) => waitUntil(() => heard.length >= count, `${count} of ${heard.join()} are heard`)
  /**
   * Lets time pass until so many more connections have been made, and none once the last of them is: it gets the time
   * that it takes.
   */
  const passUntilConnected = async (times: number) => {
    const wanted = proxy.connections + times
    await waitUntil(() => {
      if (proxy.connections < wanted) clock.advance(250)
      return proxy.connections >= wanted
    }, `${times} more connections are made`)
  }
  return { proxy, clock, heard, announcements, announce, until, passUntilConnected }
}

test('announcements are heard by topic, with their argument; unknown topics are ignored', async (test) => {
  const { heard, announce, until } = await listen(test)
  for (const payload of ['unknown', 'directory', 'constructor x', 'pushes 4711', 'pushes a b', ''])
    await announce(payload)
  await announce('directory')
  await until(5)
  assert.deepEqual(heard, ['live', 'directory()', 'pushes(4711)', 'pushes(a b)', 'directory()'])
})

test('a connection that has gone dead without a word is noticed within five seconds, and another one is made', async (test) => {
  const { proxy, clock, heard, announce, until, passUntilConnected } = await listen(test)
  proxy.silence()
  await announce('directory')
  clock.advance(2_000)
  clock.advance(2_999)
  await new Promise(setImmediate)
  assert.deepEqual(heard, ['live'])
  clock.advance(1)
  await until(2)
  assert.deepEqual(heard, ['live', 'lost'])
  await passUntilConnected(1)
  await until(3)
  assert.deepEqual(heard, ['live', 'lost', 'live'])
  await announce('directory')
  await until(4)
  assert.equal(heard[3], 'directory()')
})

test('attempts to connect that are not answered are given up, and others follow', async (test) => {
  const { proxy, heard, announce, until, passUntilConnected } = await listen(test)
  proxy.silence({ all: true })
  await passUntilConnected(4)
  assert.deepEqual(heard, ['live', 'lost'])
  proxy.mend()
  // The fourth has not been given up yet.
  await passUntilConnected(1)
  await until(3)
  await announce('pushes 1')
  await until(4)
  assert.deepEqual(heard, ['live', 'lost', 'live', 'pushes(1)'])
})

test('a connection that answers is kept, however long nothing is announced', async (test) => {
  const query = test.mock.method(pg.Client.prototype, 'query')
  const { clock, heard, announce, until } = await listen(test)
  await waitUntil(async () => (await listeners()).length === 1, 'those of other tests have ended')
  const [before] = await listeners()
  for (let round = 0; round < 20; round += 1) {
    clock.advance(2_000)
    await query.mock.calls.at(-1)?.result
    await new Promise(setImmediate)
  }
  assert.equal(query.mock.callCount(), 21)
  assert.deepEqual(await listeners(), [before])
  await announce('directory')
  await until(2)
  assert.deepEqual(heard, ['live', 'directory()'])
})

test('stopping does not wait for the other side', async (test) => {
  const { proxy, clock, announcements } = await listen(test)
  proxy.silence()
  const stopped = announcements.stop()
  clock.advance(3_000)
  await stopped
  assert.equal(clock.pending, 0)
})

async function listeners(): Promise<readonly number[]> {
  const rows = await database.sql<{ pid: number }[]>`
    select pid from pg_stat_activity where application_name = 'heliograph announcements' and datname = current_database()`
  return rows.map(({ pid }) => pid)
}
