import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { GatewayError } from '@heliograph/contracts'
import { createManualClock } from '@heliograph/testkit'
import { NO_OUTAGE } from '../src/database/outage.ts'
import { AcceptLanes, type AcceptLanesOptions } from '../src/intake/accept/accept-lanes.ts'
import type { AcceptRow, PreparedRequest } from '../src/intake/accept/prepare.ts'
import { ALL_STORED } from '../src/intake/accept/store-with-recovery.ts'

let lastId = 0

function requestOf(clientId: number, messages = 1): PreparedRequest {
  const rows = Array.from({ length: messages }, () => {
    lastId += 1
    return { smsId: lastId } as AcceptRow
  })
  return { clientId, atomic: true, bulkId: undefined, rows, entries: [] }
}

/** Lanes whose commits the test ends. */
function startLanes(options: Partial<AcceptLanesOptions> = {}) {
  const outage = { isKnown: false, isHanging: false, answerOf: NO_OUTAGE.answerOf }
  const clock = createManualClock()
  const commits: { readonly clients: readonly number[]; end(error?: unknown): void }[] = []
  const commit = (requests: readonly PreparedRequest[]) =>
    new Promise<typeof ALL_STORED>((resolve, reject) => {
      commits.push({
        clients: requests.map(({ clientId }) => clientId),
        end: (error) => (error === undefined ? resolve(ALL_STORED) : reject(error)),
      })
    })
  const lanes = new AcceptLanes({
    clock,
    outage,
    store: commit,
    storeLarge: (request) => commit([request]),
    ...options,
  })
  /** The clients of a commit, once it has begun. */
  async function clientsOf(index: number): Promise<readonly number[]> {
    while (commits[index] === undefined) await turn()
    return commits[index].clients
  }
  return { lanes, clock, outage, commits, clientsOf }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

const isOverloaded = ({ category, code }: GatewayError) => category === 'unavailable' && code === 'overloaded'

describe('requests that share commits', () => {
  it('go together when they come while one is under way', async () => {
    const { lanes, commits, clientsOf } = startLanes()
    const first = lanes.add(requestOf(1))
    await turn()
    const others = [lanes.add(requestOf(1)), lanes.add(requestOf(2))]
    await turn()
    assert.equal(commits.length, 1)
    commits[0]?.end()
    await first
    assert.deepEqual(await clientsOf(1), [1, 2])
    commits[1]?.end()
    await Promise.all(others)
  })

  it('take turns when they do not fit one', async () => {
    const { lanes, commits, clientsOf } = startLanes()
    const first = lanes.add(requestOf(9))
    await turn()
    const others = [1, 1, 1, 1, 1, 1, 2].map((client) => lanes.add(requestOf(client, 400)))
    commits[0]?.end()
    await first
    assert.deepEqual(await clientsOf(1), [1, 2, 1, 1, 1])
    commits[1]?.end()
    assert.deepEqual(await clientsOf(2), [1, 1])
    commits[2]?.end()
    await Promise.all(others)
  })

  it('are not held up by large ones, of which one goes at a time', async () => {
    const { lanes, commits, clientsOf } = startLanes()
    const large = [1, 1, 1, 2].map((client) => lanes.add(requestOf(client, 5_000)))
    const small = lanes.add(requestOf(3))
    assert.deepEqual([await clientsOf(0), await clientsOf(1)], [[1], [3]])
    commits[1]?.end()
    await small
    const order: number[] = []
    for (const index of [0, 2, 3, 4]) {
      order.push(...(await clientsOf(index)))
      assert.equal(commits.length, Math.max(2, index + 1))
      commits[index]?.end()
    }
    await Promise.all(large)
    assert.deepEqual(order, [1, 1, 2, 1])
  })

  it('fail alone when only one of them cannot be stored', async () => {
    const fault = Object.assign(new Error('bad value'), { code: '22001' })
    const { lanes } = startLanes({
      store: async (requests) => {
        if (requests.some(({ clientId }) => clientId === 3)) throw fault
        return ALL_STORED
      },
    })
    const results = await Promise.allSettled([1, 2, 3, 4, 5].map((client) => lanes.add(requestOf(client))))
    assert.deepEqual(
      results.map(({ status }) => status),
      ['fulfilled', 'fulfilled', 'rejected', 'fulfilled', 'fulfilled'],
    )
  })
})

describe('clients that are held back', () => {
  it('are served apart, one commit at a time each', async () => {
    const apart: (readonly number[])[] = []
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    const { lanes } = startLanes({
      store: async (requests, payment) => {
        const clients = requests.map(({ clientId }) => clientId)
        if (payment === 'plain') return { ...ALL_STORED, held: clients.filter((client) => client === 1) }
        apart.push(clients)
        await released
        return ALL_STORED
      },
    })
    const held = [lanes.add(requestOf(1)), lanes.add(requestOf(1))]
    await lanes.add(requestOf(2))
    const later = lanes.add(requestOf(1))
    await lanes.add(requestOf(2))
    assert.equal(apart.length, 1)
    release()
    await Promise.all([...held, later])
    assert.equal(apart.flat().length, 3)
  })
})

describe('too much at once', () => {
  it('is refused before anything is done for it', () => {
    const { lanes } = startLanes()
    lanes.enter(500)
    for (let entered = 500; entered < 50_000; entered += 500) lanes.enter(500)
    assert.throws(() => lanes.enter(1), isOverloaded)
    lanes.leave(500)
    lanes.enter(1)
  })

  it('of large requests leaves room for small ones', () => {
    const { lanes } = startLanes()
    for (let entered = 0; entered < 100_000; entered += 10_000) lanes.enter(10_000)
    assert.throws(() => lanes.enter(10_000), isOverloaded)
    lanes.enter(1)
  })

  it('a request that has waited too long is refused without being run', async () => {
    const { lanes, clock, commits } = startLanes()
    const first = lanes.add(requestOf(1))
    await turn()
    const late = lanes.add(requestOf(2))
    const refused = assert.rejects(late, isOverloaded)
    clock.advance(4_200)
    await refused
    commits[0]?.end()
    await first
    await turn()
    assert.equal(commits.length, 1)
  })
})

describe('a commit that does not end', () => {
  const isUnknown = ({ code }: GatewayError) => code === 'outcome-unknown'
  const isAway = ({ code }: GatewayError) => code === 'database-away'

  it('its clients are told within five seconds that the outcome is not known, those behind it that nothing was accepted', async () => {
    const { lanes, clock, commits, clientsOf } = startLanes()
    const first = assert.rejects(lanes.add(requestOf(1), clock.now() - 1_000), isUnknown)
    await turn()
    const behind = assert.rejects(lanes.add(requestOf(2)), isOverloaded)
    clock.advance(3_600)
    await first
    clock.advance(500)
    await behind
    const next = lanes.add(requestOf(3))
    commits[0]?.end()
    assert.deepEqual(await clientsOf(1), [3], 'what was refused is not stored later')
    commits[1]?.end()
    await next
  })

  it('once the database is known to be away, all of them are told within a second', async () => {
    const { lanes, clock, outage } = startLanes()
    const first = assert.rejects(lanes.add(requestOf(1)), isUnknown)
    await turn()
    const behind = assert.rejects(lanes.add(requestOf(2)), isAway)
    outage.isKnown = true
    clock.advance(900)
    await Promise.all([first, behind])
  })

  it('a large request is waited for as long as the database answers', async () => {
    const { lanes, clock, commits, outage } = startLanes()
    const [patient, unlucky] = [lanes.add(requestOf(1, 5_000)), lanes.add(requestOf(2, 5_000), clock.now() + 4_000)]
    await turn()
    clock.advance(7_500)
    commits[0]?.end()
    await patient
    const reported = assert.rejects(unlucky, isUnknown)
    await turn()
    outage.isKnown = true
    clock.advance(900)
    await reported
  })
})
