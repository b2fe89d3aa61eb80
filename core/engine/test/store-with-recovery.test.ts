import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { GatewayError } from '@heliograph/contracts'
import type { Queryable, Transaction } from '../src/database/database.ts'
import { type PreparedRequest, prepareRequest } from '../src/intake/accept/prepare.ts'
import { type StoreResult, storeMessages } from '../src/intake/accept/store-messages.ts'
import { NothingStored, storeWithRecovery } from '../src/intake/accept/store-with-recovery.ts'
import { type TestAccount, useDatabase } from './support/database-fixture.ts'
import { makeRequest, systemClock } from './support/engine-harness.ts'

const db = useDatabase()

const TO = ['27821110001', '27821110002', '27821110003']

/** A request for three recipients. */
function prepare(account: TestAccount, messageIds = false): Promise<PreparedRequest> {
  const destinations = TO.map((to, index) => (messageIds ? { to, messageId: `id-${index}` } : { to }))
  return prepareRequest(account.principal, makeRequest({}, { messages: [{ text: 'hello', destinations }] }), {
    now: db.clock.now(),
    defaultValiditySeconds: 172_800,
    channelFor: () => ({ channelId: account.channelId, address: 'ACME' }),
    routeFor: () => 'default',
    linkWriter: () => assert.fail(),
    takeIds: (count) => db.ids.take(count),
    generateMessageId: (smsId) => `generated-${smsId}`,
  })
}

function store(sql: Queryable, requests: readonly PreparedRequest[]): Promise<StoreResult> {
  const rows = requests.flatMap((request) => request.rows)
  return storeMessages(sql, rows, {
    defaultValiditySeconds: 172_800,
    ids: db.ids,
    claim: () => null,
    fairness: 'order',
    payment: 'in-order',
  })
}

const surely = (
  requests: readonly PreparedRequest[],
  run: Parameters<typeof storeWithRecovery>[2],
  clock = systemClock,
) => storeWithRecovery({ sql: db.sql, clock, onFound: () => {} }, requests, run)

function broken(code = 'CONNECTION_CLOSED'): Error {
  return Object.assign(new Error(`broken: ${code}`), { code })
}

/** Lets time pass until something has settled. */
async function settledOf<T>(promise: Promise<T>): Promise<T> {
  let isSettled = false
  const settled = promise.finally(() => {
    isSettled = true
  })
  settled.catch(() => {})
  while (!isSettled) {
    db.clock.advance(100)
    await new Promise((resolve) => setImmediate(resolve))
  }
  return settled
}

async function storedOf(account: TestAccount): Promise<{ messages: number; credit: string | null }> {
  const [row] = await db.sql<{ messages: number; credit: string | null }[]>`
    select (select count(*) from message where client_id = ${account.clientId}) as messages, credit
    from client_credit where client_id = ${account.clientId}`
  return row as { messages: number; credit: string | null }
}

describe('a connection that breaks', () => {
  for (const messageIds of [false, true]) {
    it(`after the commit: the messages are found, ${messageIds ? 'with' : 'without'} ids of the client`, async () => {
      const account = await db.addAccount({ price: '1', credit: '10' })
      const prepared = await prepare(account, messageIds)
      let attempts = 0
      const result = await surely([prepared], async (requests) => {
        attempts += 1
        await store(db.sql, requests)
        throw broken()
      })
      assert.equal(attempts, 1)
      assert.deepEqual([result.duplicates, result.unpaid], [[], []])
      assert.deepEqual(await storedOf(account), { messages: 3, credit: '7.000000' })
    })
  }

  it('after the commit, and the question whether they are stored has no answer in time: it is asked again', async () => {
    const account = await db.addAccount({ price: '1', credit: '10' })
    const prepared = await prepare(account)
    let asked = 0
    const losing = new Proxy(db.sql, {
      apply(sql, self, statement) {
        asked += 1
        return asked === 1 ? Promise.reject(broken('DEADLINE_EXCEEDED')) : Reflect.apply(sql, self, statement)
      },
    })
    await storeWithRecovery({ sql: losing, clock: systemClock, onFound: () => {} }, [prepared], async (requests) => {
      await store(db.sql, requests)
      throw broken()
    })
    assert.equal(asked, 2)
    assert.deepEqual(await storedOf(account), { messages: 3, credit: '7.000000' })
  })

  it('after the commit: what is found is locked, so that its acknowledgement waits for the standby as well', async () => {
    const account = await db.addAccount({ price: '1', credit: '10' })
    const prepared = await prepare(account)
    const statements: string[] = []
    const heard = new Proxy(db.sql, {
      apply(sql, self, statement) {
        statements.push(statement[0].join('?'))
        return Reflect.apply(sql, self, statement)
      },
    })
    await storeWithRecovery({ sql: heard, clock: systemClock, onFound: () => {} }, [prepared], async (requests) => {
      await store(db.sql, requests)
      throw broken()
    })
    const [row] = await db.sql<{ locked: boolean }[]>`
      select bool_and(xmax <> 0) as locked from message where client_id = ${account.clientId}`
    assert.deepEqual([row?.locked, statements.length], [true, 1])
  })

  it('before anything was stored: they are stored by the next attempt', async () => {
    const account = await db.addAccount({ price: '1', credit: '10' })
    const prepared = await prepare(account)
    let attempts = 0
    await surely([prepared], async (requests) => {
      attempts += 1
      if (attempts === 1) throw broken('ECONNRESET')
      return store(db.sql, requests)
    })
    assert.deepEqual(await storedOf(account), { messages: 3, credit: '7.000000' })
  })

  it('after a commit of some: only the rest is judged again', async () => {
    const account = await db.addAccount({ price: '1', credit: '2' })
    const prepared = await prepare(account)
    const given: number[] = []
    const result = await surely([prepared], async (requests) => {
      given.push(requests.flatMap((request) => request.rows).length)
      const stored = await store(db.sql, requests)
      if (given.length === 1) throw broken()
      return stored
    })
    assert.deepEqual(given, [3, 1])
    assert.deepEqual(result.unpaid, [prepared.rows[2]?.smsId])
    assert.deepEqual(await storedOf(account), { messages: 2, credit: '0.000000' })
  })

  for (const credit of ['10', undefined]) {
    it(`while Postgres is still at it: the next attempt waits for it, ${credit ? 'prepaid' : 'billed afterwards'}`, async () => {
      const account = await db.addAccount({ price: '1', ...(credit === undefined ? {} : { credit }) })
      const prepared = await prepare(account)
      let commit = () => {}
      const committed = new Promise<void>((resolve) => {
        commit = resolve
      })
      let slow: Promise<unknown> = Promise.resolve()
      let attempts = 0
      await surely([prepared], async (requests) => {
        attempts += 1
        if (attempts === 1) {
          await new Promise<void>((stored) => {
            slow = db.sql.begin(async (tx: Transaction) => {
              await store(tx, requests)
              stored()
              await committed
            })
          })
          throw broken()
        }
        if (attempts === 2) setImmediate(commit)
        return store(db.sql, requests)
      })
      await slow
      assert.deepEqual(await storedOf(account), { messages: 3, credit: credit === undefined ? null : '7.000000' })
    })
  }
})

describe('a database that stays away', () => {
  const isUnknown = (error: GatewayError) => error.category === 'unavailable' && error.code === 'outcome-unknown'

  it('after a connection broke: nobody can know', async () => {
    const prepared = await prepare(await db.addAccount())
    let attempts = 0
    const run = async () => {
      attempts += 1
      throw broken(attempts === 1 ? 'CONNECTION_CLOSED' : 'ECONNREFUSED')
    }
    await assert.rejects(settledOf(surely([prepared], run, db.clock)), isUnknown)
    assert.ok(attempts > 1)
  })

  const certain = [
    { name: 'no connection came about', error: broken('ECONNREFUSED') },
    { name: 'the statement was cancelled', error: broken('57014') },
    { name: 'the disk is full', error: broken('53100') },
    { name: 'a transaction broke before its commit', error: new NothingStored(broken()) },
  ]
  for (const { name, error } of certain) {
    it(`${name}: nothing was stored, and that is said at once`, async () => {
      const prepared = await prepare(await db.addAccount())
      let attempts = 0
      const run = async () => {
        attempts += 1
        throw error
      }
      await assert.rejects(surely([prepared], run), (thrown) => thrown === error)
      assert.equal(attempts, 1)
    })
  }
})

it('ids that are other messages are a fault, not an answer', async () => {
  const [one, two] = await Promise.all([db.addAccount(), db.addAccount()])
  const first = await prepare(one)
  await store(db.sql, [first])
  const second = await prepare(two)
  const stolen = {
    ...second,
    rows: second.rows.map((row, index) => ({ ...row, smsId: first.rows[index]?.smsId as number })),
  }
  await assert.rejects(
    surely([stolen], (requests) => store(db.sql, requests)),
    (error: { code?: string }) => error.code === '23505' || error.code === 'outcome-unknown',
  )
  assert.equal((await storedOf(two)).messages, 0)
})
