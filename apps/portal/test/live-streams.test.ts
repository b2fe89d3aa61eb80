import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { LiveNews, LiveViewer, Topic } from '../src/live/live-messages.ts'
import { type LiveSource, LiveStreams } from '../src/live/live-streams.ts'

const ANNA: LiveViewer = { userId: 1, address: '/live' }
const ANNA_FOR_ACME: LiveViewer = { userId: 1, address: '/live?client=7' }
const BEN: LiveViewer = { userId: 2, address: '/live' }

/** A stream that the test lets say something. */
class FakeSource extends EventTarget {
  readonly address: string
  readyState = 0

  constructor(address: string) {
    super()
    this.address = address
  }

  hello(userId: number): void {
    this.readyState = 1
    this.dispatchEvent(new MessageEvent('hello', { data: JSON.stringify({ userId }) }))
  }

  say(topic: Topic): void {
    if (this.readyState !== 2) this.dispatchEvent(new MessageEvent(topic, { data: '{}' }))
  }

  fail(readyState: 0 | 2): void {
    this.readyState = readyState
    this.dispatchEvent(new Event('error'))
  }

  close(): void {
    this.readyState = 2
  }
}

function fixture() {
  const sources: FakeSource[] = []
  const streams = new LiveStreams((address) => {
    const source = new FakeSource(address)
    sources.push(source)
    return source as unknown as LiveSource
  })
  const open = () => sources.filter(({ readyState }) => readyState !== 2)
  const tab = () => {
    const news: string[] = []
    const port = { postMessage: (each: LiveNews) => void news.push(textOf(each)) }
    return {
      news,
      follow: (viewer: LiveViewer, ...topics: Topic[]) =>
        streams.take(port, { kind: 'follow', viewer, topics, begun: [] }),
      followAgain: (viewer: LiveViewer, topic: Topic) =>
        streams.take(port, { kind: 'follow', viewer, topics: [topic], begun: [topic] }),
      leave: () => streams.take(port, { kind: 'leave' }),
      logOut: (userId: number) => streams.take(port, { kind: 'logged-out', userId }),
    }
  }
  const only = () => {
    assert.equal(open().length, 1)
    return open()[0] as FakeSource
  }
  return { open, only, tab }
}

/** `up inbox`: the tab may have missed a change of `inbox`. */
function textOf(news: LiveNews): string {
  if (news.kind === 'changed') return news.topic
  return news.kind === 'up' ? ['up', ...news.topics].join(' ') : news.kind
}

describe('the streams of a browser', () => {
  test('tabs of a user share one, and each hears what it follows', () => {
    const { only, tab } = fixture()
    const [first, second] = [tab(), tab()]
    first.follow(ANNA, 'inbox', 'messages')
    only().hello(1)
    second.follow(ANNA, 'inbox')
    assert.deepEqual(second.news, ['up inbox'])
    only().say('inbox')
    only().say('messages')
    assert.deepEqual(
      [first.news, second.news],
      [
        ['up inbox messages', 'inbox', 'messages'],
        ['up inbox', 'inbox'],
      ],
    )
  })

  test('one more topic takes another connection, and nothing that was followed before is missed', (context) => {
    context.mock.timers.enable({ apis: ['setTimeout'] })
    const { only, open, tab } = fixture()
    const [first, second] = [tab(), tab()]
    first.follow(ANNA, 'inbox')
    only().hello(1)
    second.follow(ANNA, 'uploads')
    const [before, after] = open() as [FakeSource, FakeSource]
    assert.equal(after.address, '/live?topic=inbox&topic=uploads')
    before.say('inbox')
    after.hello(1)
    assert.deepEqual([first.news, second.news], [['up inbox', 'inbox', 'up'], ['up uploads']])
    // Sent before the greeting over the other connection, and read after it.
    before.say('inbox')
    assert.equal(first.news.at(-1), 'inbox')
    context.mock.timers.tick(2_000)
    assert.equal(only(), after)
  })

  test('one topic less opens none, and what others follow already is there at once', () => {
    const { only, tab } = fixture()
    const [first, second] = [tab(), tab()]
    first.follow(ANNA, 'inbox', 'uploads')
    only().hello(1)
    const before = only()
    second.follow(ANNA, 'inbox')
    second.follow(ANNA, 'inbox', 'uploads')
    second.follow(ANNA, 'uploads')
    assert.equal(only(), before)
    assert.deepEqual(second.news, ['up inbox', 'up uploads'])
  })

  test('a tab is told once of what it began to follow while a connection opened', () => {
    const { open, only, tab } = fixture()
    const [first, second] = [tab(), tab()]
    first.follow(ANNA, 'inbox')
    only().hello(1)
    first.follow(ANNA, 'inbox', 'uploads')
    second.follow(ANNA, 'inbox')
    first.follow(ANNA, 'inbox', 'uploads', 'alerts')
    assert.equal(open().length, 2)
    open()[1]?.hello(1)
    assert.deepEqual([first.news, second.news], [['up inbox', 'up uploads alerts'], ['up inbox']])
  })

  test('a topic that was left and followed again at once may have changed in between', () => {
    const { only, tab } = fixture()
    const own = tab()
    own.follow(ANNA, 'inbox')
    only().hello(1)
    own.followAgain(ANNA, 'inbox')
    own.follow(ANNA, 'inbox')
    assert.deepEqual(own.news, ['up inbox', 'up inbox'])
  })

  test('a connection that is lost while another opens is reported, and so is one that is refused', (context) => {
    context.mock.timers.enable({ apis: ['setTimeout'] })
    const { open, only, tab } = fixture()
    const own = tab()
    own.follow(ANNA, 'inbox')
    only().hello(1)
    own.follow(ANNA, 'inbox', 'uploads')
    open()[0]?.fail(0)
    only().hello(1)
    assert.deepEqual(own.news, ['up inbox', 'down', 'up inbox uploads'])
    own.follow(ANNA, 'inbox', 'uploads', 'alerts')
    open()[1]?.fail(2)
    assert.deepEqual([own.news.at(-1), open().length], ['refused', 0])
    context.mock.timers.tick(5_000)
    only().hello(1)
    assert.equal(own.news.at(-1), 'up inbox uploads alerts')
  })

  test('it ends with the last tab, not with the first', () => {
    const { only, open, tab } = fixture()
    const [first, second] = [tab(), tab()]
    first.follow(ANNA, 'inbox')
    only().hello(1)
    second.follow(ANNA, 'inbox')
    first.leave()
    only().say('inbox')
    assert.deepEqual(second.news, ['up inbox', 'inbox'])
    second.follow(ANNA)
    assert.equal(open().length, 0)
  })

  test('users and clients never share one; who turns to another client leaves the first', () => {
    const { open, only, tab } = fixture()
    const [first, second, third] = [tab(), tab(), tab()]
    first.follow(ANNA, 'inbox')
    second.follow(ANNA_FOR_ACME, 'inbox')
    third.follow(BEN, 'inbox')
    assert.deepEqual(
      open().map(({ address }) => address),
      ['/live?topic=inbox', '/live?client=7&topic=inbox', '/live?topic=inbox'],
    )
    first.follow(ANNA_FOR_ACME, 'inbox')
    third.leave()
    assert.equal(only().address, '/live?client=7&topic=inbox')
  })

  test('a log-out ends those of the user, and another user at the same address is refused', () => {
    const { only, open, tab } = fixture()
    const [first, second, third] = [tab(), tab(), tab()]
    first.follow(ANNA, 'inbox')
    second.follow(ANNA_FOR_ACME, 'inbox')
    third.follow(BEN, 'inbox')
    first.logOut(1)
    assert.deepEqual([first.news, second.news, third.news], [['refused'], ['refused'], []])
    only().hello(1)
    assert.deepEqual([third.news, open().length], [['refused'], 0])
  })

  test('it tells that it is down, and up again; one that the gateway refuses is tried again', (context) => {
    context.mock.timers.enable({ apis: ['setTimeout'] })
    const { only, open, tab } = fixture()
    const own = tab()
    own.follow(ANNA, 'inbox')
    only().hello(1)
    only().fail(0)
    only().fail(0)
    only().hello(1)
    assert.deepEqual(own.news, ['up inbox', 'down', 'up inbox'])
    only().fail(2)
    assert.deepEqual([own.news.at(-1), open().length], ['refused', 0])
    context.mock.timers.tick(5_000)
    only().hello(1)
    assert.equal(own.news.at(-1), 'up inbox')
  })
})
