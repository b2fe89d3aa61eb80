import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { OutgoingMessage, PartOutcome } from '@heliograph/contracts'
import { captureLogger, createManualClock } from '@heliograph/testkit'
import { LinkPool, type LinkPoolOptions } from '../src/outbound/dispatch/links/link-pool.ts'
import type { QueuedMessage } from '../src/outbound/dispatch/links/queued-message.ts'
import { askedPauseMs } from '../src/outbound/dispatch/results/asked-pause.ts'
import { accept, carrierOf, FakeLink } from './support/fake-carrier.ts'
import { queued } from './support/queued.ts'

const THROTTLED: PartOutcome = { kind: 'throttled', status: 'ESME_RTHROTTLED' }

/** A link alone in its pool, whose answers the test gives one at a time. */
function world({ link: given, ...options }: Partial<LinkPoolOptions> & { link?: Partial<FakeLink> } = {}) {
  const clock = createManualClock()
  const link = Object.assign(new FakeLink(), given)
  const waiting = new Map<number, (outcomes: readonly PartOutcome[]) => void>()
  const answers: { smsId: number; kinds: readonly string[] }[] = []
  link.answer = (message) => new Promise((resolve) => waiting.set(message.smsId, resolve))
  const log = captureLogger()
  const pool: LinkPool = new LinkPool({
    clock,
    logger: log,
    carriers: new Map([['net', carrierOf(link)]]),
    routes: {},
    mayHandOver: () => true,
    isOnHold: () => false,
    discard: () => false,
    beforeSubmit: () => undefined,
    afterSubmit: (pump, item, outcomes) => {
      answers.push({ smsId: item.message.smsId, kinds: outcomes.map(({ kind }) => kind) })
      const [kind] = outcomes.map((outcome) => outcome.kind)
      if (kind === 'throttled') pump.pause(askedPauseMs(outcomes))
      if (kind === 'throttled' || kind === 'not-sent') pool.push('default', item)
      else pump.resume()
    },
    onRoom: () => {},
    ...options,
  })
  pool.resume()
  return {
    clock,
    link,
    log,
    pool,
    answers,
    push(...items: readonly QueuedMessage[]) {
      for (const item of items) pool.push('default', item)
      pool.pump('default')
    },
    /** Ids handed to the link so far. */
    get handed() {
      return link.submitted.map(({ smsId }) => smsId)
    },
    async answer(smsId: number, ...outcomes: readonly PartOutcome[]) {
      const message = link.submitted.find((submitted) => submitted.smsId === smsId) as OutgoingMessage
      waiting.get(smsId)?.(outcomes.length === 0 ? accept(message) : outcomes)
      await settled()
    },
  }
}

/** Resolves when everything that follows without a timer has happened. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)

describe('the window of a link', () => {
  it('is filled and never exceeded, counted in parts', async () => {
    const w = world()
    w.link.window = 5
    w.push(...[2, 2, 2, 1, 1].map((parts, index) => queued(index + 1, { parts })))
    assert.deepEqual(w.handed, [1, 2])
    assert.equal(w.pool.outstanding(), 4)
    await w.answer(1)
    assert.deepEqual(w.handed, [1, 2, 3, 4])
    await w.answer(2)
    await w.answer(3)
    await w.answer(4)
    await w.answer(5)
    assert.deepEqual(w.handed, [1, 2, 3, 4, 5])
    assert.equal(w.link.mostOutstanding, 5)
    assert.equal(w.pool.outstanding(), 0)
  })

  it('a message larger than it goes alone, and nothing overtakes it', async () => {
    const w = world()
    w.link.window = 3
    w.push(queued(1), queued(2, { parts: 7 }), queued(3))
    assert.deepEqual(w.handed, [1])
    await w.answer(1)
    assert.deepEqual(w.handed, [1, 2])
    await w.answer(2)
    assert.deepEqual(w.handed, [1, 2, 3])
  })

  it('that grows is used at once', () => {
    const w = world()
    w.link.window = 1
    w.push(queued(1), queued(2), queued(3))
    assert.deepEqual(w.handed, [1])
    w.link.window = 3
    w.link.changed()
    assert.deepEqual(w.handed, [1, 2, 3])
  })
})

describe('a link that takes rich content', () => {
  const content = { kind: 'template', name: 'hello', language: 'en', parameters: [] } as const
  const capabilities = { content: ['template'], read: false, inboundMedia: false } as const

  /** Its contents arrive when the test says so. */
  function richWorld(isRich: boolean) {
    const asked = new Map<number, { give(found: typeof content | undefined): void; fail(): void }>()
    const contents: LinkPoolOptions['contents'] = {
      of: (smsId) =>
        new Promise((give, reject) =>
          asked.set(smsId, { give, fail: () => reject(new Error('The database is away')) }),
        ),
    }
    const w = world({ contents, link: isRich ? { capabilities } : {} })
    return { ...w, asked, handed: () => w.handed }
  }

  it('gets each message once its content is known, and others are not looked for', async () => {
    const w = richWorld(true)
    w.push(queued(1), queued(2), queued(3, { parts: 2, only: [2] }))
    assert.deepEqual([w.handed(), [...w.asked.keys()]], [[3], [1, 2]])
    w.asked.get(1)?.give(content)
    w.asked.get(2)?.give(undefined)
    await settled()
    assert.deepEqual(
      w.link.submitted.map((message) => [message.smsId, message.content]),
      [
        [3, undefined],
        [1, content],
        [2, undefined],
      ],
    )
  })

  it('gets nothing while contents cannot be read, or once it is down', async () => {
    const w = richWorld(true)
    w.push(queued(1), queued(2))
    w.asked.get(1)?.fail()
    await settled()
    w.link.setUp(false)
    w.asked.get(2)?.give(content)
    await settled()
    assert.deepEqual(w.handed(), [])
    assert.deepEqual(w.answers, [
      { smsId: 1, kinds: ['not-sent'] },
      { smsId: 2, kinds: ['not-sent'] },
    ])
    assert.equal(w.log.at('error').length, 1)
  })

  it('is asked for nothing when it takes texts alone', () => {
    const w = richWorld(false)
    w.push(queued(1))
    assert.deepEqual([w.handed(), w.asked.size], [[1], 0])
  })
})

describe('the rate of a link', () => {
  it('is kept to the millisecond', async () => {
    const w = world()
    w.link.partsPerSecond = 10
    w.push(...numbers(1, 6).map((smsId) => queued(smsId)))
    assert.equal(w.handed.length, 1)
    const times: number[] = []
    for (let elapsed = 1; elapsed <= 500; elapsed += 1) {
      w.clock.advance(1)
      if (w.handed.length > times.length + 1) times.push(elapsed)
    }
    assert.deepEqual(times, [100, 200, 300, 400, 500])
  })

  it('counts parts: a long message makes later ones wait', () => {
    const w = world()
    w.link.partsPerSecond = 10
    w.push(queued(1, { parts: 5 }), queued(2), queued(3))
    assert.deepEqual(w.handed, [1])
    w.clock.advance(499)
    assert.deepEqual(w.handed, [1])
    w.clock.advance(1)
    assert.deepEqual(w.handed, [1, 2])
  })

  it('holds over ten seconds with answers at once', async () => {
    const w = world()
    w.link.partsPerSecond = 50
    w.link.answer = accept
    for (const smsId of numbers(1, 1_000)) w.pool.push('default', queued(smsId))
    w.pool.pump('default')
    for (let elapsed = 0; elapsed < 10_000; elapsed += 20) {
      await settled()
      w.clock.advance(20)
    }
    await settled()
    const handed = w.handed.length
    assert.ok(handed >= 495 && handed <= 506, `${handed} messages in 10 s at 50 a second`)
  })

  it('saves up no more than a tenth of a second while nothing is sent', () => {
    const w = world()
    w.link.partsPerSecond = 100
    w.clock.advance(60_000)
    w.push(...numbers(1, 50).map((smsId) => queued(smsId)))
    assert.equal(w.handed.length, 10)
  })
})

describe('a throttled link', () => {
  it('pauses, offers the same message first, waits longer each time and recovers', async () => {
    const w = world()
    w.link.window = 1
    w.push(queued(1), queued(2))
    for (const [turn, pauseMs] of [500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000].entries()) {
      await w.answer(1, THROTTLED)
      w.clock.advance(pauseMs - 1)
      assert.equal(w.handed.length, turn + 1, `still paused before ${pauseMs} ms`)
      w.clock.advance(1)
      assert.deepEqual(w.handed, Array(turn + 2).fill(1))
    }
    await w.answer(1)
    assert.equal(w.handed.at(-1), 2)
    await w.answer(2, THROTTLED)
    w.clock.advance(500)
    assert.deepEqual(w.handed.slice(-2), [2, 2])
  })

  it('pauses once for all answers of one window', async () => {
    const w = world()
    w.link.window = 3
    w.push(queued(1), queued(2), queued(3))
    await w.answer(1, THROTTLED)
    await w.answer(2, THROTTLED)
    await w.answer(3, THROTTLED)
    w.clock.advance(500)
    assert.deepEqual(w.handed, [1, 2, 3, 1, 2, 3])
  })

  const ASKED: readonly (readonly [string, number | undefined, number])[] = [
    ['for as long as the network asks', 7_000, 7_000],
    ['for its own time when the network asks for less', 100, 500],
    ['for an hour when the network asks for a day', 86_400_000, 3_600_000],
    ['for its own time when what the network asks is no number', Number.NaN, 500],
  ]
  for (const [name, retryAfterMs, pauseMs] of ASKED) {
    it(`pauses ${name}`, async () => {
      const w = world()
      w.push(queued(1))
      await w.answer(1, { kind: 'throttled', status: 'HTTP 429', retryAfterMs })
      w.clock.advance(pauseMs - 1)
      assert.deepEqual(w.handed, [1])
      w.clock.advance(1)
      assert.deepEqual(w.handed, [1, 1])
    })
  }

  it('pauses for longer when a later answer of the window asks for it', async () => {
    const w = world()
    w.link.window = 2
    w.push(queued(1), queued(2))
    await w.answer(1, THROTTLED)
    await w.answer(2, { kind: 'throttled', status: 'HTTP 429', retryAfterMs: 7_000 })
    w.clock.advance(6_999)
    assert.deepEqual(w.handed, [1, 2])
    w.clock.advance(1)
    assert.deepEqual(w.handed, [1, 2, 1, 2])
  })

  it('goes on although its timer rang a little early', async () => {
    let early = 1
    const clock = createManualClock()
    const w = world({
      clock: {
        now: () => clock.now(),
        after: (delayMs, callback) => {
          const delay = delayMs - early
          early = 0
          return clock.after(delay, callback)
        },
      },
    })
    w.push(queued(1))
    await w.answer(1, THROTTLED)
    clock.advance(499)
    assert.deepEqual(w.handed, [1])
    clock.advance(1)
    assert.deepEqual(w.handed, [1, 1])
  })
})

describe('the order of a link', () => {
  it('is by priority over all its routes, then by when messages were due', () => {
    const w = world({ routes: { default: { links: ['net'] }, express: { links: ['net'] } } })
    w.pool.push('default', queued(1, { priority: 'LOW', runAt: 1 }))
    w.pool.push('default', queued(4, { priority: 'HIGH', runAt: 4 }))
    w.pool.push('express', queued(2, { priority: 'LOW', runAt: 2 }))
    w.pool.push('express', queued(3, { priority: 'HIGH', runAt: 3 }))
    w.pool.pump('default')
    assert.deepEqual(w.handed, [3, 4, 1, 2])
  })

  it('a more urgent message goes next, however many wait', async () => {
    const w = world()
    w.link.window = 2
    w.push(...numbers(1, 100).map((smsId) => queued(smsId, { priority: 'BULK' })))
    w.push(queued(500, { priority: 'CRITICAL' }))
    await w.answer(1)
    assert.deepEqual(w.handed, [1, 2, 500])
  })

  it('what is discarded is not handed over and costs neither window nor rate', () => {
    const gone: number[] = []
    const w = world({ discard: (item) => item.message.smsId < 50 && gone.push(item.message.smsId) > 0 })
    w.link.partsPerSecond = 10
    w.push(...numbers(1, 50).map((smsId) => queued(smsId)))
    assert.deepEqual(gone, numbers(1, 49))
    assert.deepEqual(w.handed, [50])
  })
})

describe('a link that goes down and up', () => {
  it('gets nothing while it is down and all of it at once when it is up', async () => {
    let changes = 0
    const w = world({ onRoom: () => (changes += 1) })
    w.link.window = 2
    w.push(...numbers(1, 4).map((smsId) => queued(smsId)))
    w.link.setUp(false)
    await w.answer(1, { kind: 'unknown' })
    await w.answer(2, { kind: 'unknown' })
    assert.deepEqual(w.handed, [1, 2])
    assert.equal(w.pool.isRouteOpen('default'), false)
    w.link.setUp(true)
    assert.deepEqual(w.handed, [1, 2, 3, 4])
    assert.equal(changes, 2)
  })

  it('gets nothing that was being opened while it went down', async () => {
    let opened: (mayGo: boolean) => void = () => {}
    const w = world({ beforeSubmit: () => new Promise((resolve) => (opened = resolve)) })
    w.push(queued(1))
    w.link.setUp(false)
    opened(true)
    await settled()
    assert.deepEqual(w.handed, [])
    assert.deepEqual(w.answers, [{ smsId: 1, kinds: ['not-sent'] }])
    assert.equal(w.pool.outstanding(), 0)
  })
})

describe('before and after a submit', () => {
  it('the attempt is in the database before the link sees the message', async () => {
    let opened: (mayGo: boolean) => void = () => {}
    const w = world({ beforeSubmit: () => new Promise((resolve) => (opened = resolve)) })
    w.push(queued(1))
    await settled()
    assert.deepEqual(w.handed, [])
    assert.equal(w.pool.outstanding(), 1)
    opened(true)
    await settled()
    assert.deepEqual(w.handed, [1])
  })

  it('what the database does not let go leaves its room to the next, and has no answer', async () => {
    const w = world({ beforeSubmit: (_, { message }) => (message.smsId === 1 ? Promise.resolve(false) : undefined) })
    w.push(queued(1))
    await settled()
    assert.equal(w.pool.outstanding(), 0)
    w.push(queued(2))
    await settled()
    assert.deepEqual(w.handed, [2])
    assert.deepEqual(w.answers, [])
  })

  it('an attempt that cannot be opened keeps the message and pauses the link', async () => {
    let fail = true
    const w = world({ beforeSubmit: () => (fail ? Promise.reject(new Error('no')) : undefined) })
    w.push(queued(1))
    await settled()
    assert.deepEqual(w.handed, [])
    assert.equal(w.pool.outstanding(), 0)
    assert.equal(w.log.at('error').length, 1)
    fail = false
    w.clock.advance(500)
    assert.deepEqual(w.handed, [1])
  })

  it('a link that rejects, against its contract, has given an unknown outcome', async () => {
    const w = world()
    w.link.answer = () => Promise.reject(new Error('bug of a carrier'))
    w.push(queued(1))
    await settled()
    assert.deepEqual(w.answers, [{ smsId: 1, kinds: ['unknown'] }])
    assert.equal(w.pool.outstanding(), 0)
    assert.equal(w.log.at('error').length, 1)
  })

  it('a stopped pump hands over nothing more, but still takes answers', async () => {
    const w = world()
    w.link.window = 1
    w.push(queued(1), queued(2))
    w.pool.stop()
    assert.equal(w.pool.isRouteOpen('default'), false)
    await w.answer(1)
    assert.deepEqual(w.handed, [1])
    assert.deepEqual(w.answers, [{ smsId: 1, kinds: ['accepted'] }])
    assert.equal(w.clock.pending, 0)
  })
})
