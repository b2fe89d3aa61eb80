import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { captureLogger, createManualClock } from '@heliograph/testkit'
import { LinkPool, type LinkPoolOptions } from '../src/outbound/dispatch/links/link-pool.ts'
import { accept, carrierOf, FakeLink } from './support/fake-carrier.ts'
import { queued } from './support/queued.ts'

const PENDING: FakeLink['answer'] = () => new Promise(() => {})

function poolOf(links: readonly FakeLink[], options: Partial<LinkPoolOptions> = {}): LinkPool {
  const pool = new LinkPool({
    clock: createManualClock(),
    logger: captureLogger(),
    carriers: new Map([['net', carrierOf(...links)]]),
    routes: {},
    mayHandOver: () => true,
    isOnHold: () => false,
    discard: () => false,
    beforeSubmit: () => undefined,
    afterSubmit: () => {},
    onRoom: () => {},
    ...options,
  })
  pool.resume()
  return pool
}

/** Links that do not answer. */
const silent = (...names: readonly string[]) =>
  names.map((name) => Object.assign(new FakeLink(name), { answer: PENDING })) as [FakeLink, FakeLink, FakeLink]

const sent = (link: FakeLink) => link.submitted.map(({ smsId }) => smsId)

const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('two links, one of which goes first and has no room', () => {
  it('the other takes what it cannot, with a message of another route before it', () => {
    const [a, b] = silent('a', 'b')
    b.window = 4
    const pool = poolOf([a, b], { routes: { default: { links: ['net/a', 'net/b'] }, bulk: { links: ['net/b'] } } })
    const push = (route: string, smsId: number, parts = 1) => {
      pool.push(route, queued(smsId, { parts }))
      pool.pump(route)
    }
    push('default', 1)
    push('bulk', 2)
    push('bulk', 3)
    push('bulk', 10, 3)
    push('default', 11)
    assert.deepEqual(
      [sent(a), sent(b)],
      [
        [1, 11],
        [2, 3],
      ],
    )
  })

  it('the other takes what it cannot, with the rest of a long message before it', () => {
    const [a, b] = silent('a', 'b')
    b.window = 4
    const pool = poolOf([a, b])
    for (const smsId of [1, 2, 3]) pool.push('default', queued(smsId))
    pool.pump('default')
    assert.deepEqual([sent(a), sent(b)], [[1, 3], [2]])
    const earlier = { link: 'net/b', series: 1, isUncertain: false }
    pool.push('default', queued(10, { parts: 5, only: [2, 3, 4, 5], earlier }))
    for (const smsId of [11, 12]) pool.push('default', queued(smsId))
    pool.pump('default')
    assert.deepEqual([sent(a), sent(b)], [[1, 3, 11, 12], [2]])
  })

  it('takes what it has room for when the message before it is gone', async () => {
    const [a, b] = silent('a', 'b')
    b.window = 2
    const pool = poolOf([a, b])
    a.window = 3
    for (const [smsId, parts] of [
      [1, 3],
      [2, 1],
      [3, 2],
      [4, 1],
    ] as const)
      pool.push('default', queued(smsId, { parts }))
    pool.pump('default')
    assert.deepEqual([sent(a), sent(b)], [[1], [2]])
    a.window = 5
    a.changed()
    assert.deepEqual(
      [sent(a), sent(b)],
      [
        [1, 3],
        [2, 4],
      ],
    )
  })
})

it('links share by weight, in parts', () => {
  const links = ['a', 'b', 'c'].map((name) => Object.assign(new FakeLink(name), { answer: PENDING, window: 1_000 }))
  const weights = [1, 2, 3]
  const choices = weights.map((weight, index) => ({ link: `net/${links[index]?.name}`, weight }))
  const pool = poolOf(links, { routes: { default: { links: choices } } })
  for (let smsId = 1; smsId <= 300; smsId += 1) pool.push('default', queued(smsId, { parts: 1 + (smsId % 3) }))
  pool.pump('default')
  const parts = links.map(({ submitted }) => submitted.reduce((sum, message) => sum + message.parts, 0))
  for (const [index, count] of parts.entries()) {
    const share = (600 * (weights[index] as number)) / 6
    assert.ok(Math.abs(count - share) <= 3, `${parts} parts for weights ${weights}`)
  }
})

describe('a node that must not hand over', () => {
  it('does nothing until it may', () => {
    const [a] = silent('a')
    let mayHandOver = false
    const pool = poolOf([a], { mayHandOver: () => mayHandOver })
    pool.push('default', queued(1))
    pool.pump('default')
    a.changed()
    assert.deepEqual(sent(a), [])
    mayHandOver = true
    pool.resume()
    assert.deepEqual(sent(a), [1])
  })

  it('stops in the middle of it, and does not send what was being opened', async () => {
    const [a] = silent('a')
    let mayHandOver = true
    let opened: (mayGo: boolean) => void = () => {}
    const back: number[] = []
    const pool = poolOf([a], {
      mayHandOver: () => mayHandOver,
      beforeSubmit: (_, { message }) => {
        mayHandOver = message.smsId === 1
        return message.smsId === 1 ? undefined : new Promise((resolve) => (opened = resolve))
      },
      afterSubmit: (_, item, outcomes) => {
        assert.deepEqual(outcomes, [{ kind: 'not-sent' }])
        back.push(item.message.smsId)
      },
    })
    for (const smsId of [1, 2, 3]) pool.push('default', queued(smsId))
    pool.pump('default')
    opened(true)
    await settled()
    assert.deepEqual([sent(a), back], [[1], [2]])
    assert.deepEqual(
      pool.drain().map(({ message }) => message.smsId),
      [3],
    )
  })
})

it('what waits in one route can be taken out', () => {
  const [a] = silent('a')
  a.setUp(false)
  const pool = poolOf([a], { routes: { default: { links: ['net'] }, bulk: { links: ['net'] } } })
  pool.push('default', queued(1))
  pool.push('bulk', queued(2))
  assert.deepEqual(
    pool.drainRoute('bulk').map(({ message }) => message.smsId),
    [2],
  )
  a.setUp(true)
  assert.deepEqual(sent(a), [1])
})

describe('links of a route on different nodes', () => {
  const routes = {
    default: { links: ['net/a'], fallbacks: [['net/f']] },
    other: { links: ['net/b'], fallbacks: [['net/f']] },
  }
  /** A pool of which only some links are up here, others on another node. */
  function poolWith(here: string, elsewhere: string) {
    const links = silent('a', 'b', 'f')
    for (const link of links) link.setUp(here.includes(link.name))
    const pool = poolOf(links, { routes })
    pool.noteElsewhere((link) => elsewhere.includes(link.slice(-1)))
    return { pool, sent: () => links.map((link) => `${link.name}${sent(link)}`).join(' ') }
  }
  const forOthers = (pool: LinkPool) =>
    pool.takeForOthers().map(({ route, items }) => [route, items.map(({ message }) => message.smsId)])
  const rows: readonly {
    name: string
    here: string
    elsewhere: string
    open: readonly string[]
    sent: string
    forOthers: readonly unknown[]
  }[] = [
    {
      name: 'the fallback is left alone while the first link is up elsewhere',
      here: 'f',
      elsewhere: 'a',
      open: ['default/2', 'other', 'other/2'],
      sent: 'a b f2,3,4',
      forOthers: [['default', [1]]],
    },
    {
      name: 'it is used when no node has the first link up',
      here: 'f',
      elsewhere: '',
      open: ['default', 'default/2', 'other', 'other/2'],
      sent: 'a b f1,2,3,4',
      forOthers: [],
    },
    {
      name: 'what the first link has refused is for the node with the fallback',
      here: 'ab',
      elsewhere: 'f',
      open: ['default', 'other'],
      sent: 'a1 b2 f',
      forOthers: [
        ['default/2', [3]],
        ['other/2', [4]],
      ],
    },
    {
      name: 'and stays while no node has that up',
      here: 'ab',
      elsewhere: '',
      open: ['default', 'other'],
      sent: 'a1 b2 f',
      forOthers: [],
    },
    {
      name: 'a node whose first link is down leaves all to the one with the fallback',
      here: 'b',
      elsewhere: 'f',
      open: ['other'],
      sent: 'a b2 f',
      forOthers: [
        ['default', [1]],
        ['default/2', [3]],
        ['other/2', [4]],
      ],
    },
  ]
  for (const row of rows)
    it(row.name, () => {
      const { pool, sent: sentOver } = poolWith(row.here, row.elsewhere)
      assert.deepEqual(
        pool.routes.filter((route) => pool.isRouteOpen(route)),
        row.open,
      )
      pool.push('default', queued(1))
      pool.push('other', queued(2))
      pool.push('default', queued(3, { refusedBy: ['net/a'] }))
      pool.push('other', queued(4, { refusedBy: ['net/b'] }))
      pool.pump('default')
      pool.pump('other')
      assert.equal(sentOver(), row.sent)
      assert.deepEqual(forOthers(pool), row.forOthers)
      assert.deepEqual(forOthers(pool), [])
    })

  it('what one node gives away another one takes, and a link that comes up elsewhere ends the use of the fallback', () => {
    const { pool, sent: sentOver } = poolWith('f', '')
    pool.push('default/2', queued(1))
    pool.pump('default/2')
    pool.noteElsewhere((link) => link === 'net/a')
    pool.push('default', queued(2))
    pool.pump('default')
    assert.equal(sentOver(), 'a b f1')
    assert.deepEqual(forOthers(pool), [['default', [2]]])
    assert.equal(pool.hasOther('default/2', queued(3, { refusedBy: ['net/f'] })), false)
  })
})

describe('links that nodes share', () => {
  const rows: readonly {
    name: string
    here: string
    elsewhere: string
    open: readonly string[]
    sent: string
    forOthers: readonly unknown[]
  }[] = [
    {
      name: 'each node sends over its own shares what it has',
      here: 'abf',
      elsewhere: 'abf',
      open: ['default', 'default/2'],
      sent: 'a1 b2 f3',
      forOthers: [],
    },
    {
      name: 'what all links that are up here have refused goes to the fallback, though others have more of them up',
      here: 'af',
      elsewhere: 'abf',
      open: ['default', 'default/2'],
      sent: 'a1 b f2,3',
      forOthers: [],
    },
    {
      name: 'a node that has no share up leaves all to the others',
      here: 'f',
      elsewhere: 'ab',
      open: ['default/2'],
      sent: 'a b f3',
      forOthers: [['default', [1, 2]]],
    },
    {
      name: 'what its links have refused is for a node with the fallback, under another name',
      here: 'ab',
      elsewhere: 'abf',
      open: ['default'],
      sent: 'a1 b2 f',
      forOthers: [['default/2', [3]]],
    },
  ]
  for (const row of rows)
    it(row.name, () => {
      const links = silent('a', 'b', 'f').map((link) => Object.assign(link, { shares: 2 }))
      for (const link of links) link.setUp(row.here.includes(link.name))
      const pool = poolOf(links, { routes: { default: { links: ['net/a', 'net/b'], fallbacks: [['net/f']] } } })
      pool.noteElsewhere((link) => row.elsewhere.includes(link.slice(-1)))
      assert.deepEqual(
        pool.routes.filter((route) => pool.isRouteOpen(route)),
        row.open,
      )
      pool.push('default', queued(1))
      pool.push('default', queued(2, { refusedBy: ['net/a'] }))
      pool.push('default', queued(3, { refusedBy: ['net/a', 'net/b'] }))
      pool.pump('default')
      assert.equal(links.map((link) => `${link.name}${sent(link)}`).join(' '), row.sent)
      const forOthers = pool.takeForOthers()
      assert.deepEqual(
        forOthers.map(({ route, items }) => [route, items.map(({ message }) => message.smsId)]),
        row.forOthers,
      )
    })

  it('have two seconds of their own in memory beside their window, and what nodes do not share has no bound', () => {
    const [a, b, f] = silent('a', 'b', 'f')
    const pool = poolOf([Object.assign(a, { shares: 2 }), b, f], {
      routes: { default: { links: ['net/a'], fallbacks: [['net/f']] }, other: { links: ['net/b'] } },
    })
    const reach = () => ['default', 'other'].map((route) => pool.reachOf(route))
    assert.deepEqual(reach(), [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY])
    Object.assign(a, { window: 10, partsPerSecond: 50 })
    Object.assign(b, { window: 10, partsPerSecond: 50 })
    assert.deepEqual(reach(), [110, Number.POSITIVE_INFINITY])
    a.setUp(false)
    assert.equal(pool.reachOf('default'), Number.POSITIVE_INFINITY, 'the fallback is here alone')
  })
})

/** Counts the pool's calls to it. */
class CountingLink extends FakeLink {
  static asked = 0

  override isUp(): boolean {
    CountingLink.asked += 1
    return super.isUp()
  }
}

describe('a thousand links in one route', () => {
  const asked = async (work: () => void) => {
    CountingLink.asked = 0
    work()
    await settled()
    return CountingLink.asked
  }

  it('are not all looked at for a message, an answer or a change', async () => {
    const links = Array.from({ length: 1_000 }, (_, index) => new CountingLink(`l${index}`))
    const answers: (() => void)[] = []
    for (const link of links)
      link.answer = (message) => new Promise((resolve) => answers.push(() => resolve(accept(message))))
    const pool = poolOf(links)
    let smsId = 0
    const send = () => {
      pool.push('default', queued(++smsId))
      pool.pump('default')
    }
    // Begins with all links at rest, then with all of them at work.
    for (let round = 0; round < 2_500; round += 1) assert.ok((await asked(send)) <= 4, `message ${smsId}`)
    assert.ok(links.every(({ submitted }) => submitted.length === 2 || submitted.length === 3))
    for (const answer of answers.slice(0, 100)) assert.ok((await asked(answer)) <= 4)
    for (const link of links.slice(0, 100)) {
      assert.ok((await asked(() => link.setUp(false))) <= 6)
      assert.ok((await asked(send)) <= 6)
      assert.ok((await asked(() => link.setUp(true))) <= 6)
    }
  })
})
